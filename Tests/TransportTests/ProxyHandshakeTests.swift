import SansIO
import Testing

@testable import Transport

@Suite struct ProxyHandshakeTests {
  private static let credentials = ProxySettings.Credentials(
    user: "anna", password: Secret(Array("geheim".utf8)))

  private func text(_ progress: ProxyProgress) -> String? {
    guard case .send(let bytes) = progress else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: HTTP

  private func http(
    _ host: String = "broker.example", _ credentials: ProxySettings.Credentials? = nil
  ) -> HTTPConnectHandshake {
    HTTPConnectHandshake(host: host, port: 8883, credentials: credentials)
  }

  @Test func `an HTTP proxy is asked for the server by name, with credentials in Base64`() {
    var plain = http()
    #expect(
      text(plain.begin())
        == "CONNECT broker.example:8883 HTTP/1.1\r\nHost: broker.example:8883\r\n\r\n")
    var secret = http("::1", Self.credentials)
    #expect(
      text(secret.begin())
        == "CONNECT [::1]:8883 HTTP/1.1\r\nHost: [::1]:8883\r\n"
        + "Proxy-Authorization: Basic YW5uYTpnZWhlaW0=\r\n\r\n")
    var colon = http("b", ProxySettings.Credentials(user: "a:b", password: Secret([1])))
    guard case .failed(.unusableSetting, _) = colon.begin() else {
      Issue.record("a colon in the user was let pass")
      return
    }
  }

  @Test func `an HTTP proxy's yes opens the way, and what follows is the server's`() {
    var whole = http()
    _ = whole.begin()
    let answer = Array("HTTP/1.1 100 Wait\r\n\r\nHTTP/1.0 200 Connection established\r\nVia: x\r\n\r\n".utf8)
    #expect(whole.received(answer + [1, 2]) == .done(rest: [1, 2]))
    var slow = http()
    _ = slow.begin()
    for byte in answer.dropLast() { #expect(slow.received([byte]) == .needsMore) }
    #expect(slow.received([10]) == .done(rest: []))
  }

  @Test(
    arguments: [
      ("HTTP/1.1 407 Proxy Authentication Required", StreamClosure.Reason.permissionDenied, "wants a user"),
      ("HTTP/1.1 403 Forbidden", .permissionDenied, "does not allow"),
      ("HTTP/1.1 502 Bad Gateway", .proxy, "cannot reach the server (502 Bad Gateway)"),
      ("HTTP/1.1 400 Bad Request", .proxy, "refuses the connection (400 Bad Request)"),
      ("SSH-2.0-OpenSSH", .proxy, "does not answer as an HTTP proxy"),
    ] as [(String, StreamClosure.Reason, String)])
  func `an HTTP proxy's no is told in plain words`(line: String, reason: StreamClosure.Reason, words: String)
  {
    var handshake = http()
    _ = handshake.begin()
    guard case .failed(let found, let text) = handshake.received(Array("\(line)\r\n\r\n".utf8)) else {
      Issue.record("was not refused")
      return
    }
    #expect(found == reason && text.contains(words), "\(text)")
  }

  // MARK: SOCKS5

  private func socks(
    _ host: String = "broker", _ credentials: ProxySettings.Credentials? = nil
  ) -> SOCKS5Handshake {
    SOCKS5Handshake(host: host, port: 1883, credentials: credentials)
  }

  @Test func `a SOCKS proxy gets the server's name and looks it up itself`() {
    var handshake = socks()
    #expect(handshake.begin() == .send([5, 1, 0]))
    #expect(handshake.received([5]) == .needsMore)
    #expect(handshake.received([0]) == .send([5, 1, 0, 3, 6] + Array("broker".utf8) + [0x07, 0x5B]))
    for byte: UInt8 in [5, 0, 0, 1, 10, 0, 0, 1, 0] { #expect(handshake.received([byte]) == .needsMore) }
    #expect(handshake.received([80, 0x20, 0x02]) == .done(rest: [0x20, 0x02]))
  }

  @Test(arguments: [
    ("192.0.2.1", [1, 192, 0, 2, 1] as [UInt8]),
    ("2001:db8::1", [4, 0x20, 1, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
  ])
  func `an address goes to a SOCKS proxy as an address`(host: String, written: [UInt8]) {
    var handshake = socks(host)
    _ = handshake.begin()
    #expect(handshake.received([5, 0]) == .send([5, 1, 0] + written + [0x07, 0x5B]))
  }

  @Test func `a SOCKS proxy that wants a password gets it`() {
    var handshake = socks("b", Self.credentials)
    #expect(handshake.begin() == .send([5, 2, 0, 2]))
    #expect(handshake.received([5, 2]) == .send([1, 4] + Array("anna".utf8) + [6] + Array("geheim".utf8)))
    #expect(handshake.received([1]) == .needsMore)
    #expect(handshake.received([0]) == .send([5, 1, 0, 3, 1, 98, 0x07, 0x5B]))
    #expect(handshake.received([5, 0, 0, 3, 2, 65, 66, 0, 0]) == .done(rest: []))
  }

  @Test func `a SOCKS proxy may leave the password aside, and answer with an IPv6 address`() {
    var handshake = socks("b", Self.credentials)
    _ = handshake.begin()
    #expect(handshake.received([5, 0]) == .send([5, 1, 0, 3, 1, 98, 0x07, 0x5B]))
    let answer: [UInt8] = [5, 0, 0, 4] + [UInt8](repeating: 1, count: 18)
    #expect(handshake.received(Array(answer.dropLast())) == .needsMore)
    #expect(handshake.received([1, 42]) == .done(rest: [42]))
  }

  @Test(
    arguments: [
      ([[4, 0]], false, .proxy, "does not answer as a SOCKS5 proxy"),
      ([[5, 0xFF]], false, .permissionDenied, "wants a user and a password"),
      ([[5, 2]], false, .permissionDenied, "wants a user and a password"),
      ([[5, 0xFF]], true, .permissionDenied, "another kind of authentication"),
      ([[5, 2], [1, 1]], true, .permissionDenied, "does not accept the user"),
      ([[5, 0], [5, 2]], false, .permissionDenied, "does not allow"),
      ([[5, 0], [5, 4]], false, .proxy, "cannot reach the server, or does not know its name"),
      ([[5, 0], [5, 5]], false, .proxy, "does not listen"), ([[5, 0], [5, 99]], false, .proxy, "code 99"),
      ([[5, 0], [5, 0, 0, 2, 0]], false, .proxy, "unknown kind"),
      ([[5, 0], [1]], false, .proxy, "another version"),
    ] as [([[UInt8]], Bool, StreamClosure.Reason, String)])
  func `a SOCKS proxy's no is told in plain words`(
    answers: [[UInt8]], hasCredentials: Bool, reason: StreamClosure.Reason, words: String
  ) {
    var handshake = socks("b", hasCredentials ? Self.credentials : nil)
    _ = handshake.begin()
    var last = ProxyProgress.needsMore
    for answer in answers { last = handshake.received(answer) }
    guard case .failed(let found, let text) = last else {
      Issue.record("was not refused: \(last)")
      return
    }
    #expect(found == reason && text.contains(words), "\(text)")
  }

  @Test func `a SOCKS proxy is not asked for what does not fit`() {
    for (host, user, password) in [
      (String(repeating: "a", count: 256), "u", "p"), ("b", "", "p"), ("b", "u", ""),
      ("b", String(repeating: "u", count: 256), "p"),
    ] {
      var handshake = socks(host, .init(user: user, password: Secret(Array(password.utf8))))
      guard case .failed(.unusableSetting, _) = handshake.begin() else {
        Issue.record("was let pass")
        return
      }
    }
  }

  @Test func `nothing that a proxy says traps`() {
    for seed in 0..<500 {
      var generator = SeededGenerator(seed: UInt64(seed))
      var handshakes: [any ProxyHandshake] = [socks("b", Self.credentials), http("b", Self.credentials)]
      for place in handshakes.indices {
        _ = handshakes[place].begin()
        for _ in 0..<8 {
          let count = Int.random(in: 0...30, using: &generator)
          var bytes = (0..<count).map { _ in UInt8.random(in: 0...8, using: &generator) }
          if !bytes.isEmpty { bytes[0] = [5, 1, UInt8(ascii: "H")][seed % 3] }
          _ = handshakes[place].received(bytes)
        }
      }
    }
  }
}
