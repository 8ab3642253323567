/// A header field of HTTP as it is written in the configuration: "Name: value".
enum HeaderText {
  /// What a WebSocket's request sets itself, in lower case.
  private static let reserved: Set<String> = [
    "host", "upgrade", "connection", "content-length", "transfer-encoding",
  ]

  static func parts(_ text: String) -> (name: String, value: String)? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let value = text[text.index(after: colon)...].drop { $0 == " " }
    return (String(text[..<colon]), String(value))
  }

  static func problem(with text: String) -> String? {
    guard let (name, value) = parts(text) else { return "has no colon between a name and a value" }
    let signs = "!#$%&'*+-.^_`|~"
    guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) || signs.contains($0) })
    else { return "\(quoted(name)) is not the name of a header field" }
    if reserved.contains(name.lowercased()) || name.lowercased().hasPrefix("sec-websocket-") {
      return "\(name) is set by the WebSocket itself"
    }
    return value.isEmpty ? "\(name) has no value" : nil
  }
}
