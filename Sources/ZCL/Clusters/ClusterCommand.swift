import ByteCoding
import Zigbee

/// The payload of one command of a cluster. Bytes behind the last known field are ignored: newer devices
/// append fields.
public protocol ClusterCommand: ByteDecodable, ByteEncodable, Hashable, Sendable {
  static var cluster: ClusterID { get }
  static var command: CommandID { get }
  /// Commands with the same number mean different things in the two directions.
  static var direction: ZCLFrame.Direction { get }
}

extension ZCLFrame {
  public init<Command: ClusterCommand>(
    _ command: Command, sequence: UInt8 = 0, disablesDefaultResponse: Bool = false
  ) {
    self.init(
      kind: .cluster, direction: Command.direction, disablesDefaultResponse: disablesDefaultResponse,
      sequence: sequence, command: Command.command, payload: command.encodedBytes)
  }

  /// Whether this frame, received on `cluster`, is that command.
  public func isCommand<Command: ClusterCommand>(_: Command.Type, on cluster: ClusterID) -> Bool {
    kind == .cluster && manufacturer == nil && cluster == Command.cluster && direction == Command.direction
      && command == Command.command
  }

  /// The payload of this frame as that command; nil when the frame, received on `cluster`, is another one.
  public func decode<Command: ClusterCommand>(
    _: Command.Type = Command.self, on cluster: ClusterID
  ) throws(DecodingFailure) -> Command? {
    guard isCommand(Command.self, on: cluster) else { return nil }
    return try Command(prefixOf: payload)
  }
}

/// An attribute of a cluster with the type that the standard gives it.
public struct AttributeDefinition: Hashable, Sendable {
  public var id: AttributeID
  public var type: DataType

  public init(_ id: UInt16, _ type: DataType) {
    self.id = AttributeID(id)
    self.type = type
  }
}
