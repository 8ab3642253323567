import Reactor
import SansIO

/// A stream to a server through a proxy, over a stream to that proxy.
package final class ProxyStream: LayeredStream {
  private let proxy: ProxySettings
  private var handshake: any ProxyHandshake
  /// What the server said in one piece with the proxy's last word.
  private var waiting: [UInt8] = []

  /// `lower` leads to the proxy, and `host` and `port` are the server's.
  package init(
    over lower: any ByteStream, loop: any Loop, proxy: ProxySettings, host: String, port: UInt16,
    budget: TimeSpan = StreamLimits.openingBudget, sendLimit: Int = StreamLimits.sendBuffer
  ) {
    self.proxy = proxy
    handshake = proxy.handshake(with: host, port)
    let server = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    super.init(over: lower, loop: loop, place: server, budget: budget, sendLimit: sendLimit)
  }

  override var delayText: String { "the \(proxy.place) did not make the connection in time" }

  override func meaning(of closure: StreamClosure) -> StreamClosure {
    guard life.phase == .opening, isLowerOpen, closure.reason == .endOfStream else { return closure }
    return StreamClosure(.proxy, "\(place): the \(proxy.place) ended the connection without a word")
  }

  override func lowerOpened() { follow(handshake.begin()) }

  override func take(_ bytes: [UInt8]) {
    guard life.phase == .opening else {
      waiting += bytes
      return
    }
    follow(handshake.received(bytes))
  }

  override func deliver() {
    guard mayDeliver, !waiting.isEmpty else { return }
    let bytes = waiting
    waiting = []
    life.onBytes?(bytes)
  }

  private func follow(_ progress: ProxyProgress) {
    switch progress {
    case .needsMore: return
    case .send(let bytes): send(bytes)
    case .done(let rest):
      waiting = rest
      opened()
    case .failed(let reason, let text): end(StreamClosure(reason, "\(place): \(proxy.place): \(text)"))
    }
  }
}
