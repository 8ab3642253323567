import SansIO

/// What a WebSocket is asked for (RFC 6455, 4.1).
package struct WebSocketRequest: Hashable, Sendable {
  package struct Header: Hashable, Sendable {
    package var name: String
    /// May be a token, so it is no text for a log.
    package var value: Secret<String>

    package init(name: String, value: Secret<String>) {
      self.name = name
      self.value = value
    }
  }

  package var host: String
  package var port: UInt16
  package var isSecure: Bool
  /// Path and query.
  package var target: String
  /// In order of preference; the server has to choose one of them.
  package var subprotocols: [String]
  package var headers: [Header]

  package init(
    host: String, port: UInt16, isSecure: Bool, target: String, subprotocols: [String], headers: [Header] = []
  ) {
    self.host = host
    self.port = port
    self.isSecure = isSecure
    self.target = target
    self.subprotocols = subprotocols
    self.headers = headers
  }

  /// Names of header fields that the handshake itself sets, in lower case.
  static let ownFields: Set<String> = [
    "host", "upgrade", "connection", "sec-websocket-key", "sec-websocket-version", "sec-websocket-protocol",
    "sec-websocket-extensions", "content-length", "transfer-encoding",
  ]

  /// Why the request cannot be sent as it is; nil when it can.
  var problem: String? {
    guard target.hasPrefix("/"), target.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return "the path \(target) cannot be asked for"
    }
    for header in headers {
      guard !header.name.isEmpty, header.name.utf8.allSatisfy(Self.isTokenByte) else {
        return "\(header.name) cannot be the name of a header field"
      }
      guard !Self.ownFields.contains(header.name.lowercased()) else {
        return "the header field \(header.name) is set by the WebSocket itself"
      }
      guard header.value.reveal().utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
        return "the value of the header field \(header.name) has control characters in it"
      }
    }
    guard !subprotocols.isEmpty,
      subprotocols.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isTokenByte) })
    else { return "a subprotocol's name cannot be asked for" }
    return nil
  }

  /// The bytes of the request; `key` is 16 random bytes in Base64.
  func encoded(key: String) -> [UInt8] {
    let name = host.prefix { $0 != "%" }
    let authority =
      (name.contains(":") ? "[\(name)]" : "\(name)") + (port == (isSecure ? 443 : 80) ? "" : ":\(port)")
    var text = "GET \(target) HTTP/1.1\r\nHost: \(authority)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    text += "Sec-WebSocket-Key: \(key)\r\nSec-WebSocket-Version: 13\r\n"
    text += "Sec-WebSocket-Protocol: \(subprotocols.joined(separator: ", "))\r\n"
    for header in headers { text += "\(header.name): \(header.value.reveal())\r\n" }
    return Array((text + "\r\n").utf8)
  }

  /// A server's agreement to the request that these bytes are, for servers in tests.
  package static func answer(to request: [UInt8], subprotocol: String) -> [UInt8] {
    let lines = String(decoding: request, as: UTF8.self).split(separator: "\r\n")
    let key = lines.first { $0.hasPrefix("Sec-WebSocket-Key: ") }?.dropFirst(19) ?? ""
    return Array(
      ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Protocol: \(subprotocol)\r\n"
        + "Sec-WebSocket-Accept: \(WebSocketHandshake.accept(String(key)))\r\n\r\n").utf8)
  }

  /// RFC 9110, 5.6.2.
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
