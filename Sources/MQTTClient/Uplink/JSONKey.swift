import JSON
import MQTT

/// Reads a key of messages whose payload is a JSON object: the tag or the identifier of a message.
public enum JSONKey {
  /// Larger payloads are not looked into.
  static let limits = JSONLimits(depth: 16, size: 256 * 1024)

  /// The text or the integer of the first of these keys that the object has.
  public static func first(of keys: [String]) -> @Sendable (Message) -> String? {
    { message in
      guard message.payload.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"),
        let object = try? JSONValue(parsing: message.payload, limits: limits)
      else { return nil }
      for key in keys {
        if let text = object[key]?.stringValue { return text }
        if let number = object[key]?.integerValue { return String(number) }
      }
      return nil
    }
  }

  /// All of these keys together, when the object has every one: what names a message only together.
  public static func all(of keys: [String]) -> @Sendable (Message) -> String? {
    let readers = keys.map { first(of: [$0]) }
    return { message in
      let parts = readers.compactMap { $0(message) }
      return parts.count == readers.count && !parts.isEmpty ? parts.joined(separator: "\u{1F}") : nil
    }
  }
}
