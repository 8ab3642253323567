/// What makes a call the same call: apps restart their message numbers, so no part of it is enough alone.
package struct CallKey: Hashable, Sendable {
  package var user: String
  package var function: String
  package var device: String
  package var messageID: String
  package var timestamp: String

  package init(user: String, function: String, device: String, messageID: String, timestamp: String) {
    self.user = user
    self.function = function
    self.device = device
    self.messageID = messageID
    self.timestamp = timestamp
  }

  var columns: [ColumnValue] {
    [.init(user), .init(function), .init(device), .init(messageID), .init(timestamp)]
  }

  static func columns(of key: CallKey?) -> [ColumnValue] {
    key?.columns ?? [.null, .null, .null, .null, .null]
  }

  init(from cursor: inout ColumnCursor) throws(ColumnFault) {
    user = try cursor.text()
    function = try cursor.text()
    device = try cursor.text()
    messageID = try cursor.text()
    timestamp = try cursor.text()
  }

  /// Five columns that are all there or all null.
  static func optional(from cursor: inout ColumnCursor) throws(ColumnFault) -> CallKey? {
    var texts: [String?] = []
    for _ in 0..<5 { texts.append(try cursor.optionalText()) }
    guard texts.contains(where: { $0 != nil }) else { return nil }
    var columns = ColumnCursor(texts.map { ColumnValue($0) })
    return try CallKey(from: &columns)
  }
}

/// A call that was taken: written before its radio frame leaves, and again with the reply.
package struct HandledCallRow: Hashable, Sendable {
  package enum State: UInt8, Hashable, Sendable {
    /// Taken; what came of it is not known yet.
    case recorded
    case answered
    /// The process ended between the record and the answer: never repeated.
    case unknown
  }

  package var key: CallKey
  /// The same key with another body is refused.
  package var bodyDigest: [UInt8]
  package var reply: [UInt8]?
  package var state: State
  package var at: Int64

  package init(key: CallKey, bodyDigest: [UInt8], reply: [UInt8]? = nil, state: State, at: Int64) {
    self.key = key
    self.bodyDigest = bodyDigest
    self.reply = reply
    self.state = state
    self.at = at
  }
}

extension HandledCallRow: StoredRow {
  static let table = TableLayout(
    "handled_call", keys: "call_user call_function call_device call_message_id call_timestamp",
    columns: "body_digest reply state at")

  var columns: [ColumnValue] {
    key.columns + [.init(bodyDigest), .init(reply), .init(state.rawValue), .init(at)]
  }

  init(from cursor: inout ColumnCursor) throws(ColumnFault) {
    key = try CallKey(from: &cursor)
    bodyDigest = try cursor.blob()
    reply = try cursor.optionalBlob()
    state = try cursor.member()
    at = try cursor.integer()
  }
}
