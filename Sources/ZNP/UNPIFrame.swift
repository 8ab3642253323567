/// One frame of TI's Unified Network Processor Interface as MT uses it:
/// `FE`, length (0 to 250), type and subsystem, command, data, check byte (xor from the length on).
package struct UNPIFrame: Hashable, Sendable {
  package static let startByte: UInt8 = 0xFE
  package static let longestPayload = 250
  /// Start byte, length, two command bytes, check byte.
  static let overhead = 5

  package var type: MTMessageType
  package var id: MTCommandID
  package var payload: [UInt8]

  package init(type: MTMessageType, id: MTCommandID, payload: [UInt8] = []) {
    self.type = type
    self.id = id
    self.payload = payload
  }

  /// The bytes on the wire; nil when the payload does not fit.
  package var bytes: [UInt8]? {
    guard payload.count <= Self.longestPayload else { return nil }
    var bytes: [UInt8] = [Self.startByte, UInt8(payload.count), type.rawValue << 5 | id.subsystem.rawValue]
    bytes.reserveCapacity(payload.count + Self.overhead)
    bytes.append(id.command)
    bytes += payload
    bytes.append(Self.checkByte(bytes[1...]))
    return bytes
  }

  static func checkByte(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    bytes.reduce(0, ^)
  }

  /// Why bytes that should be one whole frame are none.
  package enum Fault: Error, Hashable, Sendable {
    /// The first byte is not the start byte.
    case startByte
    /// A length above 250, which no frame has.
    case length
    case truncated
    case checkByte
    /// Bytes behind the frame.
    case trailingBytes
    /// A type that MT does not define.
    case type
  }

  /// Reads bytes that hold exactly one frame.
  package init(exactly bytes: [UInt8]) throws(Fault) {
    guard bytes.first == Self.startByte else { throw .startByte }
    guard bytes.count >= Self.overhead else { throw .truncated }
    let length = Int(bytes[1])
    guard length <= Self.longestPayload else { throw .length }
    guard bytes.count >= length + Self.overhead else { throw .truncated }
    guard bytes.count == length + Self.overhead else { throw .trailingBytes }
    guard Self.checkByte(bytes[1..<(length + 4)]) == bytes[length + 4] else { throw .checkByte }
    guard let type = MTMessageType(rawValue: bytes[2] >> 5) else { throw .type }
    self.init(
      type: type, id: MTCommandID(MTSubsystem(rawValue: bytes[2]), bytes[3]),
      payload: Array(bytes[4..<(length + 4)]))
  }
}
