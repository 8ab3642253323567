import JSON
import MQTT
import SansIO

/// A message as one JSON object.
enum MessageJSON {
  /// - Parameter parsesPayload: a payload that is JSON becomes a part of the object; else it is a string, or
  ///   hexadecimal under `payloadHex` where it is no text.
  static func object(
    _ message: Message, isDuplicate: Bool, at wall: WallTime, parsesPayload: Bool
  ) -> JSONValue {
    var object = JSONObject([
      ("tst", .string(CalendarText.iso8601(wall))), ("topic", .string(message.topic.text)),
      ("qos", .integer(Int64(message.qos.rawValue))), ("retain", .integer(message.retain ? 1 : 0)),
      ("dup", .integer(isDuplicate ? 1 : 0)), ("payloadlen", .integer(Int64(message.payload.count))),
    ])
    if parsesPayload,
      let value = try? JSONValue(parsing: message.payload, limits: JSONLimits(depth: 64, size: 16 << 20))
    {
      object["payload"] = value
    } else if let text = String(validating: message.payload, as: UTF8.self) {
      object["payload"] = .string(text)
    } else {
      object["payloadHex"] = .string(Hexadecimal.text(message.payload, digits: "0123456789abcdef"))
    }
    return .object(object)
  }
}
