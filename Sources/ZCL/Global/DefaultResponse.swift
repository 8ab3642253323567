import ByteCoding

/// Default Response (ZCL 2.5.12): the end of a command that has no answer of its own.
public struct DefaultResponse: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var command: CommandID
  public var status: ZCLStatus

  public init(command: CommandID, status: ZCLStatus) {
    self.command = command
    self.status = status
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    command = try CommandID(from: &reader)
    status = try ZCLStatus(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    command.encode(into: &writer)
    status.encode(into: &writer)
  }
}
