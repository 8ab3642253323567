import MQTT

/// The text of a URL of a broker or a proxy.
enum BrokerURLFuzz: FuzzTarget {
  static let name = "broker-url"

  static func run(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(MQTTEndpointFailure) {
      let endpoint = try MQTTEndpoint(url: text)
      require((try? MQTTEndpoint(url: endpoint.description)) == endpoint, "\(endpoint) is read as another")
      require(endpoint.port != 0 && endpoint.host?.isEmpty != true, "an empty host or port")
      _ = (endpoint.withoutQuery, endpoint.isOnThisMachine)
    } catch {
      require((0...text.utf8.count).contains(error.position), "\(error) is outside")
    }
    if let proxy = try? MQTTProxy(url: text) {
      require((try? MQTTProxy(url: proxy.description)) == proxy, "\(proxy) is read as another")
    }
  }
}
