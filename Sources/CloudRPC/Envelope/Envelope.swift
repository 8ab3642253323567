import JSON
import SansIO

/// The keys around every call (cloud protocol, section 2), read as generously as they are written in the
/// field: either spelling, numbers as strings and strings as numbers.
struct Envelope: Sendable {
  let object: JSONObject
  let function: String

  static let longestFunction = 64
  static let longestText = 128

  /// Nil without a usable `func`.
  init?(_ object: JSONObject) {
    guard let function = object["func"]?.stringValue, (1...Self.longestFunction).contains(function.utf8.count)
    else { return nil }
    self.object = object
    self.function = function
  }

  var userID: String? { text("userId") }
  var gatewayID: String? { text("gwId") }
  var deviceID: String? { text("deviceId") }
  var messageID: String? { text("msgId") ?? text("msgid") }
  var messageType: String? { object["msgtype"]?.stringValue }
  var returnCode: String? { text("returnCode") }

  /// Milliseconds since 1970.
  var timestamp: WallTime? {
    switch object["timestamp"] {
    case .string(let text): Int64(text).map { WallTime(milliseconds: $0) }
    case .some(let value): value.integerValue.map { WallTime(milliseconds: $0) }
    case nil: nil
    }
  }

  /// Nil when there are parameters and they are no object.
  var arguments: Arguments? {
    let parameters = object["params"] ?? .null
    guard parameters.isNull || parameters.objectValue != nil else { return nil }
    return Arguments(
      parameters: parameters.objectValue ?? JSONObject(),
      more: object["returnData"]?.objectValue ?? JSONObject())
  }

  private func text(_ key: String) -> String? {
    switch object[key] {
    case .string(let text): text.isEmpty || text.utf8.count > Self.longestText ? nil : text
    case .integer(let number): String(number)
    default: nil
    }
  }
}
