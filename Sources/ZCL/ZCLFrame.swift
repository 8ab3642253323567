import ByteCoding
import Zigbee

/// One ZCL frame: header and command payload (ZCL 2.4).
public struct ZCLFrame: Hashable, Sendable, ByteDecodable, ByteEncodable {
  public enum Kind: UInt8, Hashable, Sendable {
    /// A foundation command: reads, writes, reports ...
    case global = 0
    /// A command of the cluster.
    case cluster = 1
  }

  public enum Direction: Hashable, Sendable {
    case clientToServer
    case serverToClient

    public var opposite: Direction { self == .clientToServer ? .serverToClient : .clientToServer }
  }

  public var kind: Kind
  public var manufacturer: ManufacturerCode?
  public var direction: Direction
  public var disablesDefaultResponse: Bool
  public var sequence: UInt8
  public var command: CommandID
  public var payload: [UInt8]

  public init(
    kind: Kind, manufacturer: ManufacturerCode? = nil, direction: Direction,
    disablesDefaultResponse: Bool = false, sequence: UInt8 = 0, command: CommandID,
    payload: [UInt8] = []
  ) {
    self.kind = kind
    self.manufacturer = manufacturer
    self.direction = direction
    self.disablesDefaultResponse = disablesDefaultResponse
    self.sequence = sequence
    self.command = command
    self.payload = payload
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let start = reader.offset
    let control = try reader.readUInt8()
    // Frame types 2 and 3 are reserved.
    guard let kind = Kind(rawValue: control & 0x03) else {
      throw DecodingFailure(.invalidValue, offset: start)
    }
    self.kind = kind
    manufacturer =
      control & 0x04 != 0 ? ManufacturerCode(rawValue: try reader.readUInt16LE()) : nil
    direction = control & 0x08 != 0 ? .serverToClient : .clientToServer
    disablesDefaultResponse = control & 0x10 != 0
    sequence = try reader.readUInt8()
    command = CommandID(rawValue: try reader.readUInt8())
    payload = reader.readRemaining()
  }

  public func encode(into writer: inout ByteWriter) {
    var control = kind.rawValue
    if manufacturer != nil { control |= 0x04 }
    if direction == .serverToClient { control |= 0x08 }
    if disablesDefaultResponse { control |= 0x10 }
    writer.write(control)
    if let manufacturer { writer.writeLE(manufacturer.rawValue) }
    writer.write(sequence)
    writer.write(command.rawValue)
    writer.write(payload)
  }
}
