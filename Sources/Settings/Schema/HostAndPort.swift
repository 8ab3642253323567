/// `host:port` with the host as a name, an IPv4 address or an IPv6 address in brackets.
package struct HostAndPort: Hashable, Sendable {
  /// Without brackets.
  package var host: String
  package var port: UInt16

  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// nil when it is none; `standard` is the port where none is said (nil: it must be said).
  init?(_ text: some StringProtocol, standardPort: UInt16?) {
    let hostText: String
    var rest: Substring
    let text = String(text)
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      hostText = String(text[text.index(after: text.startIndex)..<end])
      rest = text[text.index(after: end)...]
      guard Self.isIPv6(hostText) else { return nil }
    } else {
      let end = text.firstIndex(of: ":") ?? text.endIndex
      hostText = String(text[..<end])
      rest = text[end...]
      guard Self.isName(hostText) else { return nil }
    }
    host = hostText
    if rest.isEmpty, let standardPort {
      port = standardPort
      return
    }
    guard rest.first == ":" else { return nil }
    rest = rest.dropFirst()
    guard rest.utf8.count <= 5, rest.allSatisfy({ $0.isASCII && $0.isNumber }), let number = UInt16(rest),
      number > 0
    else { return nil }
    port = number
  }

  /// Whether nobody outside of this machine can be at the other end.
  package var isLoopback: Bool {
    let name = host.lowercased()
    return name == "localhost" || name.hasSuffix(".localhost") || name == "::1"
      || (name.hasPrefix("127.") && name.allSatisfy { $0.isNumber || $0 == "." })
  }

  static func isHost(_ text: String) -> Bool { isName(text) || isIPv6(text) }

  private static func isName(_ text: String) -> Bool {
    (1...253).contains(text.utf8.count) && !text.hasPrefix("-") && !text.hasPrefix(".")
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  private static func isIPv6(_ text: String) -> Bool {
    text.contains(":") && text.utf8.count <= 64
      && text.allSatisfy {
        ($0.isASCII && $0.isHexDigit) || ":.%".contains($0) || $0.isLetter && text.contains("%")
      }
  }
}

/// Where the coordinator is.
package enum SerialPortAddress: Hashable, Sendable {
  case device(path: String)
  case tcp(HostAndPort)

  init?(_ text: String) {
    if text.hasPrefix("/") {
      self = .device(path: text)
    } else if text.hasPrefix("tcp://"), let endpoint = HostAndPort(text.dropFirst(6), standardPort: nil) {
      self = .tcp(endpoint)
    } else {
      return nil
    }
  }

  static func problem(with text: String) -> String? {
    SerialPortAddress(text) == nil ? "\(quoted(text)) is neither a path nor tcp://host:port" : nil
  }
}
