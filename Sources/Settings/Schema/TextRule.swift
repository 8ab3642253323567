import MQTT

/// What a text may be.
enum TextRule: Sendable {
  /// A part of a topic: no wild card, no separator.
  case identifier
  case absolutePath
  case file
  /// A file, or the name of a credential of the service.
  case secretFile
  case serialPort
  case brokerAddress
  case proxyAddress
  case publicKeyPin
  /// Of HTTP.
  case header
  case clientIdentifier
  case plain(limit: Int)
  case hostName
  case timeZone
  case extendedPANIdentifier
  case topicFilter
  /// `user`: whether `{user}` has a meaning there.
  case topic(user: Bool)

  var allowed: String {
    switch self {
    case .identifier: "1 to 64 characters, none of + # / $ and no control characters"
    case .absolutePath: "a path that begins with /"
    case .file: "a path to a file that exists, beginning with /"
    case .secretFile:
      "a path that begins with / to a file that only its owner can read, or the name of a credential of the service"
    case .serialPort: "a path that begins with /dev/ or another absolute path, or tcp://host:port"
    case .brokerAddress:
      "mqtt://host, mqtts://host, ws://host/path, wss://host/path, each also with :port, or unix:/path"
    case .proxyAddress: "socks5://host or http://host, each also with :port"
    case .publicKeyPin: "\"sha256/\" and 44 characters of Base64, or 64 hexadecimal digits"
    case .header: "\"Name: value\""
    case .clientIdentifier: "1 to 256 characters, no control characters"
    case .plain(let limit): "1 to \(limit) characters, no control characters"
    case .hostName: "a host name or an address"
    case .timeZone: "\"system\" or a name of the time-zone database such as \"Europe/Berlin\""
    case .extendedPANIdentifier: "16 hexadecimal digits, not all 0 and not all F"
    case .topicFilter: "an MQTT topic filter, in which {gateway} stands for the gateway's id"
    case .topic(let user):
      "an MQTT topic without wild cards, in which {gateway} stands for the gateway's id"
        + (user ? " and {user} for the caller's id" : "")
    }
  }

  /// What is wrong with `text`; nil when nothing is.
  func problem(with text: String) -> String? {
    if text.isEmpty { return "is empty" }
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "contains a control character"
    }
    switch self {
    case .identifier: return Self.problem(withIdentifier: text)
    case .absolutePath, .file: return Self.problem(withPath: text)
    case .secretFile: return text.contains("/") ? Self.problem(withPath: text) : nil
    case .serialPort:
      return text.hasPrefix("/") ? Self.problem(withPath: text) : SerialPortAddress.problem(with: text)
    case .brokerAddress:
      return Self.problem(withURL: text, of: "broker", section: "mqtt") { url throws(MQTTEndpointFailure) in
        _ = try MQTTEndpoint(url: url)
      }
    case .proxyAddress:
      return Self.problem(withURL: text, of: "proxy", section: "mqtt.proxy") {
        url throws(MQTTEndpointFailure) in
        _ = try MQTTProxy(url: url)
      }
    case .publicKeyPin: return PublicKeyPin.bytes(text) == nil ? "\(quoted(text)) is not a SHA-256" : nil
    case .header: return HeaderText.problem(with: text)
    case .clientIdentifier: return Self.problem(text, longerThan: 256)
    case .plain(let limit): return Self.problem(text, longerThan: limit)
    case .hostName: return HostAndPort.isHost(text) ? nil : "\(quoted(text)) is not a host name"
    case .timeZone: return Self.problem(withTimeZone: text)
    case .extendedPANIdentifier: return Self.problem(withExtendedPAN: text)
    case .topicFilter: return TopicTemplate.problem(withFilter: text)
    case .topic(let user): return TopicTemplate.problem(withTopic: text, allowsUser: user)
    }
  }

  /// `read` reads the URL of a `what`, whose keys are in `section`.
  private static func problem(
    withURL text: String, of what: String, section: String,
    _ read: (String) throws(MQTTEndpointFailure) -> Void
  ) -> String? {
    do throws(MQTTEndpointFailure) {
      try read(text)
      return nil
    } catch {
      return error.reason == .credentials
        ? "may not hold a user or a password: use \(section).user and \(section).password_file"
        : "\(quoted(text)) is not the address of a \(what): \(error)"
    }
  }

  private static func problem(_ text: String, longerThan limit: Int) -> String? {
    text.count > limit ? "has more than \(limit) characters" : nil
  }

  private static func problem(withIdentifier text: String) -> String? {
    if let found = text.first(where: { "+#/$".contains($0) }) { return "contains \(found)" }
    return problem(text, longerThan: 64)
  }

  private static func problem(withPath text: String) -> String? {
    if !text.hasPrefix("/") { return "\(quoted(text)) does not begin with /" }
    return problem(text, longerThan: 4_000)
  }

  private static func problem(withTimeZone text: String) -> String? {
    let isName = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "/"):
        true
      default: false
      }
    }
    return isName && !text.hasPrefix("/") && text.count <= 64 ? nil : "\(quoted(text)) is not a time zone"
  }

  private static func problem(withExtendedPAN text: String) -> String? {
    guard text.utf8.count == 16, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      return "\(quoted(text)) is not 16 hexadecimal digits"
    }
    let number = UInt64(text, radix: 16)
    return number == 0 || number == .max ? "\(text) is reserved" : nil
  }
}
