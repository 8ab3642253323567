import ByteCoding

/// The records of a global command. A record that cannot be read (an unknown type, an early end) makes what
/// follows it unreadable too; the records in front of it stand, and `failure` says where and why.
public struct RecordList<Record: ByteDecodable & ByteEncodable & Hashable & Sendable>: Hashable, Sendable {
  public var records: [Record]
  /// Offset in the payload and reason; nil when everything was read.
  public var failure: DecodingFailure?
  /// The bytes from the beginning of the record that failed.
  public var unread: [UInt8] = []

  public init(_ records: [Record]) {
    self.records = records
    failure = nil
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.records == right.records && left.failure == right.failure && left.unread == right.unread
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(records)
    hasher.combine(unread)
  }
}

extension RecordList: ByteDecodable, ByteEncodable {
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    records = []
    while !reader.isEmpty {
      let mark = reader
      do throws(DecodingFailure) {
        records.append(try Record(from: &reader))
      } catch {
        failure = error
        reader = mark
        unread = reader.readRemaining()
        return
      }
    }
  }

  public func encode(into writer: inout ByteWriter) {
    for record in records { record.encode(into: &writer) }
  }
}
