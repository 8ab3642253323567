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
    if let properties = properties(of: message) { object["properties"] = properties }
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

  /// By the names of the standard; nil where there are none.
  private static func properties(of message: Message) -> JSONValue? {
    let properties = message.properties
    guard !properties.isEmpty else { return nil }
    var object = JSONObject()
    if let flag = properties.payloadIsUTF8 { object["payload-format-indicator"] = .integer(flag ? 1 : 0) }
    if let seconds = properties.messageExpiryInterval {
      object["message-expiry-interval"] = .integer(Int64(seconds))
    }
    if let type = properties.contentType { object["content-type"] = .string(type) }
    if let topic = properties.responseTopic { object["response-topic"] = .string(topic.text) }
    if let data = properties.correlationData {
      object["correlation-data"] = .string(String(decoding: data, as: UTF8.self))
    }
    let users = properties.userProperties
    if !users.isEmpty {
      object["user-properties"] = .array(users.map { .object(JSONObject([($0.name, .string($0.value))])) })
    }
    return .object(object)
  }
}
