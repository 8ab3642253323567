import MQTT
import Reactor
import SansIO
import Transport

/// How the streams to a broker are made, beside where it is.
package struct MQTTStreamSettings: Hashable, Sendable {
  package var tcp = TCPSettings()
  /// For `mqtts://` and `wss://`.
  package var tls = TLSSettings()
  package var proxy: ProxySettings?
  /// For `ws://` and `wss://`: more header fields of the request.
  package var headers: [WebSocketRequest.Header] = []
  /// For `ws://` and `wss://`, in order of preference: MQTT-6.0.0-3 wants "mqtt" to be among them, and brokers
  /// know MQTT 3.1 as "mqttv3.1".
  package var subprotocols = ["mqtt"]

  package init() {}

  package init(tls: TLSSettings) { self.tls = tls }
}

/// Makes the streams to one broker, a new one for every connection: each looks the name up and reads its
/// certificates again. TLS sessions are resumed from one to the next.
///
/// The layers, from the outside: WebSocket, TLS, proxy, TCP or a Unix socket.
package struct MQTTStreamMaker {
  private let loop: EventLoop
  private let worker: any Worker
  private let endpoint: MQTTEndpoint
  private let settings: MQTTStreamSettings
  private let resumption = TLSResumption()

  /// - Parameters:
  ///   - worker: looks names up and reads certificates.
  package init(
    loop: EventLoop, worker: any Worker, endpoint: MQTTEndpoint, settings: MQTTStreamSettings
  ) {
    self.loop = loop
    self.worker = worker
    self.endpoint = endpoint
    self.settings = settings
  }

  package init(
    loop: EventLoop, worker: any Worker, endpoint: MQTTEndpoint, tls: TLSSettings = TLSSettings()
  ) {
    self.init(loop: loop, worker: worker, endpoint: endpoint, settings: MQTTStreamSettings(tls: tls))
  }

  package func make() -> Result<any ByteStream, StreamClosure> { .success(stream()) }

  private func stream() -> any ByteStream {
    let limit = StreamLimits.sendBuffer
    switch endpoint.location {
    case .unix(let path): return UnixStream(loop: loop, path: path, server: "the broker")
    case .tcp(let host, let port): return tcp(host, port, limit)
    case .tls(let host, let port): return tls(host, port, limit)
    case .webSocket(let host, let port, let target):
      let lower = tcp(host, port, StreamLimits.sendBuffer(beneath: limit))
      return webSocket(over: lower, host, port, target, isSecure: false)
    case .secureWebSocket(let host, let port, let target):
      let lower = tls(host, port, StreamLimits.sendBuffer(beneath: limit))
      return webSocket(over: lower, host, port, target, isSecure: true)
    }
  }

  private func tcp(_ host: String, _ port: UInt16, _ limit: Int) -> any ByteStream {
    guard let proxy = settings.proxy else {
      return TCPStream(
        loop: loop, worker: worker, host: host, port: port, settings: settings.tcp, sendLimit: limit)
    }
    let lower = TCPStream(
      loop: loop, worker: worker, host: proxy.host, port: proxy.port, settings: settings.tcp,
      sendLimit: StreamLimits.sendBuffer(beneath: limit))
    return ProxyStream(
      over: lower, loop: loop, proxy: proxy, host: host, port: port, budget: settings.tcp.budget,
      sendLimit: limit)
  }

  private func tls(_ host: String, _ port: UInt16, _ limit: Int) -> any ByteStream {
    TLSStream(
      over: tcp(host, port, StreamLimits.sendBuffer(beneath: limit)), loop: loop, worker: worker, host: host,
      settings: settings.tls, place: Self.place(host, port), resumption: resumption,
      budget: settings.tcp.budget, sendLimit: limit)
  }

  private func webSocket(
    over lower: any ByteStream, _ host: String, _ port: UInt16, _ target: String, isSecure: Bool
  ) -> any ByteStream {
    let request = WebSocketRequest(
      host: host, port: port, isSecure: isSecure, target: target, subprotocols: settings.subprotocols,
      headers: settings.headers)
    return WebSocketStream(
      over: lower, loop: loop, request: request, place: Self.place(host, port), budget: settings.tcp.budget)
  }

  private static func place(_ host: String, _ port: UInt16) -> String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
