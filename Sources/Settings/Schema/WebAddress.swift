/// Where something can be fetched: `https://host[:port][/path]`, and `http://` to this machine.
package struct WebAddress: Hashable, Sendable {
  package var endpoint: HostAndPort
  /// The path with its query.
  package var target: String
  package var usesTLS: Bool

  init?(_ text: String) {
    let rest: Substring
    if text.hasPrefix("https://") {
      (usesTLS, rest) = (true, text.dropFirst(8))
    } else if text.hasPrefix("http://") {
      (usesTLS, rest) = (false, text.dropFirst(7))
    } else {
      return nil
    }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let path = rest.dropFirst(authority.count)
    guard let endpoint = HostAndPort(authority, standardPort: usesTLS ? 443 : 80),
      path.utf8.count <= 1_024,
      path.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
    else { return nil }
    self.endpoint = endpoint
    target = path.hasPrefix("/") ? String(path) : "/" + path
  }

  static func problem(with text: String) -> String? {
    if text.contains("@") { return "may not hold a user or a password" }
    guard let address = WebAddress(text) else { return "\(quoted(text)) is not the address of a web server" }
    if !address.usesTLS, !address.endpoint.isLoopback {
      return "would carry a token in clear text to \(address.endpoint.host)"
    }
    return nil
  }
}
