import ByteCoding

/// Discover Commands Received and Discover Commands Generated (ZCL 2.5.18, 2.5.20).
public struct DiscoverCommands: ByteDecodable, ByteEncodable, Hashable, Sendable {
  public var start: CommandID
  public var maximumCount: UInt8

  public init(start: CommandID = CommandID(0), maximumCount: UInt8 = 0xFF) {
    self.start = start
    self.maximumCount = maximumCount
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    start = try CommandID(from: &reader)
    maximumCount = try reader.readUInt8()
  }

  public func encode(into writer: inout ByteWriter) {
    start.encode(into: &writer)
    writer.write(maximumCount)
  }
}

/// Discover Commands Received Response and Discover Commands Generated Response (ZCL 2.5.19, 2.5.21).
public struct DiscoverCommandsResponse: ByteDecodable, ByteEncodable, Hashable, Sendable {
  /// Whether no commands follow after these.
  public var isComplete: Bool
  public var list: RecordList<CommandID>

  public init(isComplete: Bool, _ commands: [CommandID]) {
    self.isComplete = isComplete
    list = RecordList(commands)
  }

  public var commands: [CommandID] { list.records }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    isComplete = try reader.readUInt8() != 0
    list = try RecordList(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    writer.write(UInt8(isComplete ? 1 : 0))
    list.encode(into: &writer)
  }
}
