import SansIO
import TestSupport
import Testing

@testable import Transport

@Suite struct WebSocketHandshakeTests {
  /// The example of RFC 6455, 1.3: the Base64 of "the sample nonce".
  private static let nonce = Array("the sample nonce".utf8)

  private static func request(headers: [WebSocketRequest.Header] = []) -> WebSocketRequest {
    WebSocketRequest(
      host: "server.example.com", port: 8083, isSecure: false, target: "/chat?a=b",
      subprotocols: ["mqtt", "mqttv3.1"], headers: headers)
  }

  private static func answer(
    status: String = "HTTP/1.1 101 Switching Protocols", upgrade: String? = "websocket",
    connection: String? = "Upgrade", accept: String? = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
    subprotocol: String? = "mqtt", more: String = ""
  ) -> [UInt8] {
    let fields = [
      ("Upgrade", upgrade), ("Connection", connection), ("Sec-WebSocket-Accept", accept),
      ("Sec-WebSocket-Protocol", subprotocol),
    ]
    let lines = fields.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }.joined()
    return Array("\(status)\r\n\(lines)\(more)\r\n".utf8)
  }

  private func progress(_ bytes: [UInt8]) -> WebSocketHandshake.Progress {
    var handshake = WebSocketHandshake(request: Self.request(), nonce: Self.nonce)
    return handshake.received(bytes)
  }

  @Test(.covers("v5:MQTT-6.0.0-3", "v3.1.1:MQTT-6.0.0-3"))
  func `the request asks for the subprotocol mqtt, with the key and the headers`() {
    let header = WebSocketRequest.Header(name: "Authorization", value: Secret("Bearer x"))
    let handshake = WebSocketHandshake(request: Self.request(headers: [header]), nonce: Self.nonce)
    #expect(
      String(decoding: handshake.bytes, as: UTF8.self)
        == """
        GET /chat?a=b HTTP/1.1\r
        Host: server.example.com:8083\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Protocol: mqtt, mqttv3.1\r
        Authorization: Bearer x\r
        \r

        """)
  }

  @Test(arguments: [
    ("a", 80, false, "a"), ("a", 443, false, "a:443"), ("a", 443, true, "a"), ("::1", 80, false, "[::1]"),
    ("fe80::1%eth0", 81, true, "[fe80::1]:81"),
  ])
  func `the host is named with a port that is not the usual one`(
    host: String, port: Int, secure: Bool, named: String
  ) {
    let request = WebSocketRequest(
      host: host, port: UInt16(port), isSecure: secure, target: "/", subprotocols: ["mqtt"])
    #expect(String(decoding: request.encoded(key: "k"), as: UTF8.self).contains("\r\nHost: \(named)\r\n"))
  }

  @Test func `a right answer opens it, whole, byte by byte and with what follows`() {
    let bytes = Self.answer(upgrade: "WebSocket", connection: "keep-alive, upgrade") + [0x82, 0]
    #expect(progress(bytes) == .done(subprotocol: "mqtt", rest: [0x82, 0]))
    var handshake = WebSocketHandshake(request: Self.request(), nonce: Self.nonce)
    for byte in bytes.dropLast(3) { #expect(handshake.received([byte]) == .needsMore) }
    #expect(handshake.received(Array(bytes.suffix(3))) == .done(subprotocol: "mqtt", rest: [0x82, 0]))
  }

  @Test(
    arguments: [
      (answer(accept: "s3pPLMBiTxaQ9kYGzzhZRbK+xOO="), "not the answer to our key"),
      (answer(accept: nil), "not the answer to our key"),
      (answer(more: "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"), "not the answer to our key"),
      (answer(upgrade: "h2c"), "something else than a WebSocket"),
      (answer(connection: nil), "something else than a WebSocket"),
      (answer(subprotocol: nil), "does not agree to the subprotocol mqtt or mqttv3.1"),
      (answer(subprotocol: "amqp"), "a subprotocol that was not offered"),
      (answer(more: "Sec-WebSocket-Extensions: permessage-deflate\r\n"), "extension that nobody asked for"),
      (answer(status: "HTTP/1.1 404 Not Found"), "404 Not Found to the WebSocket request; check the path"),
      (answer(status: "HTTP/1.1 403 Forbidden"), "check the user, the token"),
      (answer(status: "HTTP/1.1 301 Moved", more: "Location: wss://other/\r\n"), "elsewhere (wss://other/)"),
      (answer(status: "HTTP/1.1 200 OK"), "answers 200 OK"), (Array("SSH-2.0-x\r\n".utf8), "it is not HTTP"),
      (Array("HTTP/1.1 10 x\r\n\r\n".utf8), "it is not HTTP"),
      (Array("HTTP/1.1 101 x\r\nbad line\r\n\r\n".utf8), "a header field is malformed"),
      (Array("HTTP/1.1 101 x\r\nA: \u{FF}".utf8) + [0xFF, 13, 10, 13, 10], "not text"),
      (Array("HTTP/1.1 101 \(String(repeating: "x", count: 20_000))".utf8), "its head is too long"),
      (
        Array("HTTP/1.1 101 x\r\n\(String(repeating: "A: b\r\n", count: 200))\r\n".utf8),
        "too many header fields"
      ),
    ] as [([UInt8], String)])
  func `any other answer is refused in plain words`(bytes: [UInt8], words: String) {
    guard case .failed(let reason, let text) = progress(bytes) else {
      Issue.record("was not refused")
      return
    }
    #expect(text.contains(words), "\(text)")
    #expect(reason == (text.contains("403") ? .permissionDenied : .webSocket))
  }

  @Test func `a request that cannot be sent is known before`() {
    func problem(_ change: (inout WebSocketRequest) -> Void) -> String? {
      var request = Self.request()
      change(&request)
      return request.problem
    }
    func header(_ name: String, _ value: String) -> WebSocketRequest.Header {
      WebSocketRequest.Header(name: name, value: Secret(value))
    }
    #expect(problem { _ in } == nil)
    #expect(problem { $0.target = "/a b" }?.contains("/a b") == true)
    #expect(problem { $0.target = "x" } != nil)
    #expect(problem { $0.subprotocols = [] } != nil)
    #expect(problem { $0.headers = [header("Host", "x")] }?.contains("Host is set by") == true)
    #expect(problem { $0.headers = [header("A b", "x")] } != nil)
    let injected = problem { $0.headers = [header("X", "secret\r\nY: z")] }
    #expect(injected?.contains("control characters") == true)
    #expect(injected?.contains("secret") == false, "a header's value may be a secret")
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func `Base64 is written as in RFC 4648`(text: String, encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == encoded)
  }
}
