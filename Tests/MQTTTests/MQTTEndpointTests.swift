import MQTT
import Testing

@Suite struct MQTTEndpointTests {
  @Test(
    arguments: [
      ("mqtt://broker", MQTTEndpoint.Location.tcp(host: "broker", port: 1883), "mqtt://broker:1883"),
      ("mqtt://broker:2000/", .tcp(host: "broker", port: 2000), "mqtt://broker:2000"),
      ("MQTTs://b.example", .tls(host: "b.example", port: 8883), "mqtts://b.example:8883"),
      ("mqtts://[::1]:99", .tls(host: "::1", port: 99), "mqtts://[::1]:99"),
      (
        "mqtt://[2001:db8::192.0.2.1]", .tcp(host: "2001:db8::192.0.2.1", port: 1883),
        "mqtt://[2001:db8::192.0.2.1]:1883"
      ),
      ("mqtt://[fe80::1%25eth0]:5", .tcp(host: "fe80::1%eth0", port: 5), "mqtt://[fe80::1%25eth0]:5"),
      ("mqtt://10.0.0.1", .tcp(host: "10.0.0.1", port: 1883), "mqtt://10.0.0.1:1883"),
      ("mqtt://br%6Fker", .tcp(host: "broker", port: 1883), "mqtt://broker:1883"),
      ("ws://broker", .webSocket(host: "broker", port: 80, target: "/mqtt"), "ws://broker:80/mqtt"),
      ("ws://broker/", .webSocket(host: "broker", port: 80, target: "/"), "ws://broker:80/"),
      (
        "ws://b:8080/a%20b?c=d&e=/?", .webSocket(host: "b", port: 8080, target: "/a%20b?c=d&e=/?"),
        "ws://b:8080/a%20b?c=d&e=/?"
      ),
      (
        "wss://b?token=1", .secureWebSocket(host: "b", port: 443, target: "/mqtt?token=1"),
        "wss://b:443/mqtt?token=1"
      ),
      ("unix:/run/broker.sock", .unix(path: "/run/broker.sock"), "unix:/run/broker.sock"),
      ("unix:///run/broker.sock", .unix(path: "/run/broker.sock"), "unix:/run/broker.sock"),
      ("mqtt+unix:///run/a%20%25%C3%A4", .unix(path: "/run/a %ä"), "unix:/run/a%20%25%C3%A4"),
    ] as [(String, MQTTEndpoint.Location, String)])
  func `a URL names a place`(_ text: String, _ location: MQTTEndpoint.Location, _ written: String) throws {
    let endpoint = try MQTTEndpoint(url: text)
    #expect(endpoint.location == location)
    #expect(endpoint.description == written)
    #expect(try MQTTEndpoint(url: written) == endpoint)
  }

  @Test(
    arguments: [
      ("http://x", MQTTEndpointFailure.Reason.scheme, 0), ("broker:1883", .scheme, 0), ("", .scheme, 0),
      ("mqtt://", .host, 7), ("mqtt://:1883", .host, 7), ("mqtt://a b", .character, 8),
      ("mqtt://ä", .character, 7),
      ("mqtt://a\u{0}", .character, 8), ("mqtt://a/topic", .path, 9), ("mqtt://a?q", .path, 8),
      ("mqtt://-a", .host, 7), ("mqtt://a!", .host, 8), ("mqtt://a%2", .percent, 8),
      ("mqtt://a%zz", .percent, 8),
      ("mqtt://a%00", .host, 8), ("mqtt://" + String(repeating: "a", count: 254), .host, 7),
      ("mqtt://[::1", .host, 7), ("mqtt://[1:2:3]", .host, 7), ("mqtt://[::1::2]", .host, 7),
      ("mqtt://[1:2:3:4:5:6:7:8:9]", .host, 7), ("mqtt://[12345::]", .host, 7),
      ("mqtt://[::1.2.3.256]", .host, 7),
      ("mqtt://[::1%25]", .host, 7), ("mqtt://[broker]", .host, 7),
      ("mqtt://a:0", .port, 9), ("mqtt://a:65536", .port, 9), ("mqtt://a:+1", .port, 9),
      ("mqtt://a:", .port, 9),
      ("mqtt://[::1]x", .port, 12), ("mqtt://u:p@a", .credentials, 7), ("ws://u@a/x", .credentials, 5),
      ("ws://a/x#y", .fragment, 8), ("ws://a/%4", .percent, 7), ("wss://a?%", .percent, 8),
      ("unix:", .path, 5), ("unix:run", .path, 5), ("unix://run/x", .path, 5), ("unix:/a%00", .path, 5),
      ("unix:/%FF", .path, 5), ("unix:/" + String(repeating: "x", count: 107), .path, 5),
      ("ws://a/" + String(repeating: "x", count: 2_048), .length, 2_048),
    ] as [(String, MQTTEndpointFailure.Reason, Int)])
  func `anything else is refused with a reason and a place`(
    _ text: String, _ reason: MQTTEndpointFailure.Reason, _ position: Int
  ) {
    #expect(throws: MQTTEndpointFailure(reason, at: position)) { try MQTTEndpoint(url: text) }
  }

  @Test func `an at sign in a path or a query is no user`() throws {
    #expect(
      try MQTTEndpoint(url: "ws://a/x@y?b@c").location == .webSocket(host: "a", port: 80, target: "/x@y?b@c"))
  }

  @Test func `a message counts characters from one`() {
    #expect(
      "\(MQTTEndpointFailure(.port, at: 9))"
        == "the port must be a number from 1 to 65535 (character 10 of the URL)")
  }

  @Test(arguments: [
    ("mqtt://localhost", true, false, false), ("wss://[::1]", true, true, true),
    ("unix:/x", true, false, false),
    ("mqtts://127.0.0.1", true, true, false), ("ws://127.evil.example", false, false, true),
  ])
  func `an endpoint says what it is`(url: String, near: Bool, tls: Bool, webSocket: Bool) throws {
    let endpoint = try MQTTEndpoint(url: url)
    #expect(endpoint.isOnThisMachine == near)
    #expect(endpoint.usesTLS == tls)
    #expect(endpoint.usesWebSocket == webSocket)
  }

  @Test(arguments: [
    ("socks5://p", "socks5://p:1080"), ("socks5h://p:1", "socks5://p:1"),
    ("http://[::1]/", "http://[::1]:8080"),
  ])
  func `a URL names a proxy`(text: String, written: String) throws {
    #expect(try MQTTProxy(url: text).description == written)
  }

  @Test(arguments: [
    ("https://p", MQTTEndpointFailure(.proxyScheme, at: 0)),
    ("http://u:p@p", MQTTEndpointFailure(.credentials, at: 7)),
    ("http://p/x", MQTTEndpointFailure(.path, at: 9)), ("socks5://", MQTTEndpointFailure(.host, at: 9)),
  ])
  func `any other proxy is refused`(text: String, failure: MQTTEndpointFailure) {
    #expect(throws: failure) { try MQTTProxy(url: text) }
  }
}
