import MQTTClient
import Testing

@Suite struct MQTTEndpointTests {
  @Test(arguments: [
    ("mqtt://broker", MQTTEndpoint.Location.tcp(host: "broker", port: 1883), "mqtt://broker:1883"),
    ("mqtt://broker:2000/", .tcp(host: "broker", port: 2000), "mqtt://broker:2000"),
    ("mqtts://b.example", .tls(host: "b.example", port: 8883), "mqtts://b.example:8883"),
    ("mqtts://[::1]:99", .tls(host: "::1", port: 99), "mqtts://[::1]:99"),
    ("mqtt://10.0.0.1", .tcp(host: "10.0.0.1", port: 1883), "mqtt://10.0.0.1:1883"),
    ("unix:/run/broker.sock", .unix(path: "/run/broker.sock"), "unix:/run/broker.sock"),
    ("unix:///run/broker.sock", .unix(path: "/run/broker.sock"), "unix:/run/broker.sock"),
  ])
  func aURLNamesAPlace(_ text: String, _ location: MQTTEndpoint.Location, _ written: String) throws {
    let endpoint = try MQTTEndpoint(url: text)
    #expect(endpoint.location == location)
    #expect(endpoint.description == written)
    #expect(try MQTTEndpoint(url: written) == endpoint)
  }

  @Test(arguments: [
    ("http://x", MQTTEndpointFailure.scheme), ("broker:1883", .scheme), ("", .scheme),
    ("mqtt://", .host), ("mqtt://:1883", .host), ("mqtt://a b", .host), ("mqtt://a/topic", .host),
    ("mqtt://[::1", .host), ("mqtt://a:0", .port), ("mqtt://a:65536", .port), ("mqtt://a:+1", .port),
    ("mqtt://a:", .port), ("mqtt://[::1]x", .port), ("mqtt://u:p@a", .credentials), ("unix:", .path),
    ("unix:run", .path), ("unix:/" + String(repeating: "x", count: 107), .path),
  ])
  func anythingElseIsRefusedWithAReason(_ text: String, _ reason: MQTTEndpointFailure) {
    #expect(throws: reason) { try MQTTEndpoint(url: text) }
  }
}
