import Reactor
import SansIO

/// A WebSocket over another stream, as its client: what is written in one piece is one binary message.
package final class WebSocketStream: LayeredStream {
  private var client: WebSocketClient<StrongRandom>
  private var waiting: [UInt8] = []
  private var ending: StreamClosure?
  /// The subprotocol that the server chose.
  package private(set) var subprotocol: String?

  package init(
    over lower: any ByteStream, loop: any Loop, request: WebSocketRequest, place: String,
    budget: TimeSpan = StreamLimits.openingBudget, sendLimit: Int = StreamLimits.sendBuffer
  ) {
    client = WebSocketClient(request: request, random: StrongRandom())
    super.init(over: lower, loop: loop, place: place, budget: budget, sendLimit: sendLimit)
  }

  override var delayText: String { "the server did not answer the WebSocket request in time" }

  override func meaning(of closure: StreamClosure) -> StreamClosure {
    guard life.phase == .opening, isLowerOpen, closure.reason == .endOfStream else { return closure }
    return StreamClosure(
      .webSocket,
      "\(place): the server ended the connection in place of an answer to the WebSocket request; "
        + "does it speak WebSocket on this port?")
  }

  override func lowerOpened() {
    client.start()
    drain()
  }

  override func take(_ bytes: [UInt8]) {
    client.received(bytes)
    drain()
  }

  override func deliver() {
    if mayDeliver, !waiting.isEmpty {
      let bytes = waiting
      waiting = []
      life.onBytes?(bytes)
    }
    // What came before the end is told before it.
    if let ending, waiting.isEmpty { end(ending) }
  }

  override func encoded(_ bytes: [UInt8]) -> [UInt8]? { client.message(bytes) }

  override func farewell() -> [UInt8]? {
    client.close()
    guard case .transmit(let bytes)? = client.nextOutput() else { return nil }
    return bytes
  }

  private func drain() {
    while let output = client.nextOutput() {
      switch output {
      case .transmit(let bytes): send(bytes)
      case .opened(let chosen):
        subprotocol = chosen
        opened()
      case .received(let bytes): waiting += bytes
      case .closed(let why):
        ending = closure(why)
        if life.phase == .opening, let ending { end(ending) }
      }
    }
  }

  private func closure(_ end: WebSocketEnd) -> StreamClosure {
    switch end {
    case .failed(let reason, let text): StreamClosure(reason, "\(place): \(text)")
    case .violation(let code, let text):
      StreamClosure(
        .webSocket, "\(place): the server broke the rules of WebSocket: \(text) (\(code.rawValue))")
    case .byServer(let code, let reason):
      StreamClosure(
        .endOfStream,
        "\(place): the server ended the WebSocket"
          + (code.map { " (\($0.rawValue), \($0.meaning))" } ?? "") + Self.shown(reason))
    }
  }

  private static func shown(_ reason: String) -> String {
    let text = reason.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(123)
    return text.isEmpty ? "" : ": " + String(String.UnicodeScalarView(text))
  }
}
