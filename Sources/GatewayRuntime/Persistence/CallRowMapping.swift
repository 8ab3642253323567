import GatewayCore
import JSON
import SansIO
import Storage
import Zigbee

/// A call's record as a row: the key and the digest in columns, what only the core reads as JSON.
enum CallRowMapping {
  static func row(_ record: CallRecord) -> HandledCallRow {
    var object = JSONObject([
      ("local", .bool(record.isLocal)), ("answered", .bool(record.isAnswered)),
      ("context", .string(Hexadecimal.string(record.replyContext))),
    ])
    if let result = record.result { object["result"] = CallResultCoding.json(result) }
    let identity = record.identity
    return HandledCallRow(
      key: CallKey(
        user: identity.caller, function: identity.function, device: identity.device,
        messageID: identity.messageID, timestamp: identity.timestamp),
      bodyDigest: record.bodyDigest, reply: JSONValue.object(object).encoded(),
      state: record.result == nil ? .recorded : .answered, at: record.recordedAt.milliseconds)
  }

  /// A row whose JSON cannot be read is a call that has ended in an unknown way: it is never carried out
  /// again.
  static func record(_ row: HandledCallRow) -> CallRecord {
    let json = row.reply.flatMap { try? JSONValue(parsing: $0, limits: JSONLimits()) }
    var result = json?["result"].flatMap(CallResultCoding.result)
    if result == nil, row.state != .recorded || json == nil { result = .unknown }
    return CallRecord(
      identity: CallIdentity(
        caller: row.key.user, function: row.key.function, device: row.key.device,
        messageID: row.key.messageID, timestamp: row.key.timestamp),
      bodyDigest: row.bodyDigest, recordedAt: WallTime(milliseconds: row.at),
      isLocal: json?["local"]?.boolValue ?? false,
      replyContext: json?["context"]?.stringValue.flatMap(Hexadecimal.bytes) ?? [], result: result,
      isAnswered: json?["answered"]?.boolValue ?? (json == nil))
  }
}
