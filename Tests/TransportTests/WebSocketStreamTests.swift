import Reactor
import SansIO
import Testing

@testable import Transport

@Suite struct WebSocketStreamTests {
  private let loop = SimulatedLoop()

  private func stream(over lower: any ByteStream, target: String = "/mqtt") -> WebSocketStream {
    WebSocketStream(
      over: lower, loop: loop,
      request: WebSocketRequest(
        host: "b", port: 80, isSecure: false, target: target, subprotocols: ["mqtt"]),
      place: "b:80", budget: .seconds(5))
  }

  /// Answers the request and collects what comes behind it.
  private final class Server {
    let end: MemoryStream
    var bytes: [UInt8] = []
    private var isOpen = false

    init(_ end: MemoryStream, greeting: [UInt8] = []) {
      self.end = end
      end.onBytes = { [unowned self] more in
        bytes += more
        guard !isOpen, bytes.suffix(4) == [13, 10, 13, 10] else { return }
        isOpen = true
        end.write(WebSocketRequest.answer(to: bytes, subprotocol: "mqtt") + greeting)
        bytes = []
      }
      end.open()
    }

    func takeFrames() -> [WebSocketPeer.Frame] {
      var frames: [WebSocketPeer.Frame] = []
      while let frame = WebSocketPeer.takeFrame(&bytes) { frames.append(frame) }
      return frames
    }
  }

  /// A stream that is open, and its server.
  private func opened() -> (WebSocketStream, Server, StreamRecorder) {
    let (near, far) = MemoryStream.pair(on: loop)
    let server = Server(far)
    let stream = stream(over: near)
    let recorder = StreamRecorder(stream)
    stream.open()
    loop.settle()
    return (stream, server, recorder)
  }

  @Test func `bytes pass both ways, in one message for each write`() {
    let (near, far) = MemoryStream.pair(on: loop)
    let server = Server(far, greeting: WebSocketPeer.frame(0x82, [7]))
    let stream = stream(over: near)
    let recorder = StreamRecorder(stream)
    stream.open()
    #expect(!stream.write([1]), "nothing can be written before it is open")
    loop.settle()
    #expect(recorder.isOpen && recorder.bytes == [7])
    #expect(stream.subprotocol == "mqtt")
    #expect(stream.write([1, 2]) && stream.write([3]) && stream.write([]))
    far.write(WebSocketPeer.frame(0x02, [8]) + WebSocketPeer.frame(0x80, [9]))
    loop.settle()
    #expect(server.takeFrames().map(\.payload) == [[1, 2], [3]])
    #expect(recorder.bytes == [7, 8, 9])
    stream.close()
    loop.settle()
    #expect(server.takeFrames().map { [$0.first] + $0.payload } == [[0x88, 0x03, 0xE8]])
    #expect(recorder.closures == [])
  }

  @Test func `while reading is paused nothing is told, and the end comes after the bytes`() {
    let (stream, server, recorder) = opened()
    stream.pauseReading()
    server.end.write(
      WebSocketPeer.frame(0x82, [1, 2]) + WebSocketPeer.frame(0x88, [0x03, 0xE9] + Array("bye".utf8)))
    loop.settle()
    #expect(recorder.bytes == [] && recorder.closures == [])
    stream.resumeReading()
    loop.settle()
    #expect(recorder.bytes == [1, 2])
    #expect(
      recorder.closures == [
        StreamClosure(.endOfStream, "b:80: the server ended the WebSocket (1001, going away): bye")
      ])
    #expect(server.takeFrames().map(\.first) == [0x88])
  }

  @Test func `a server that breaks the rules is told so, and the owner too`() {
    let (stream, server, recorder) = opened()
    server.end.write(WebSocketPeer.frame(0x82, [1]) + WebSocketPeer.frame(0x81, [2]))
    loop.settle()
    #expect(recorder.bytes == [1])
    #expect(recorder.closures.map(\.reason) == [.webSocket])
    #expect(recorder.closures.first?.description.contains("text message") == true)
    #expect(server.takeFrames().map(\.payload) == [[0x03, 0xEB]])
    #expect(!stream.write([1]), "nothing can be written behind the end")
  }

  @Test func `a server that is silent runs into the budget`() {
    let (near, far) = MemoryStream.pair(on: loop)
    far.open()
    let stream = stream(over: near)
    let recorder = StreamRecorder(stream)
    stream.open()
    loop.advance(by: .milliseconds(4_999))
    #expect(recorder.closures == [])
    loop.advance(by: .milliseconds(1))
    #expect(recorder.closures.map(\.reason) == [.timedOut])
  }

  @Test func `a server that hangs up in place of an answer may not speak WebSocket`() {
    let (near, far) = MemoryStream.pair(on: loop)
    far.onBytes = { _ in far.close() }
    far.open()
    let stream = stream(over: near)
    let recorder = StreamRecorder(stream)
    stream.open()
    loop.settle()
    #expect(recorder.closures.map(\.reason) == [.webSocket])
    #expect(recorder.closures.first?.description.contains("does it speak WebSocket") == true)
  }

  @Test func `a request that cannot be sent is not sent`() {
    let (near, far) = MemoryStream.pair(on: loop)
    let server = Server(far)
    let stream = stream(over: near, target: "no path")
    let recorder = StreamRecorder(stream)
    stream.open()
    loop.settle()
    #expect(recorder.closures.map(\.reason) == [.unusableSetting])
    #expect(server.bytes == [])
  }

  // MARK: Proxies

  private func proxied(over lower: any ByteStream, _ kind: ProxySettings.Kind) -> ProxyStream {
    ProxyStream(
      over: lower, loop: loop, proxy: ProxySettings(kind: kind, host: "proxy", port: 1080), host: "broker",
      port: 1883, budget: .seconds(5))
  }

  @Test func `a WebSocket opens through a proxy`() {
    let (near, far) = MemoryStream.pair(on: loop)
    let stream = stream(over: proxied(over: near, .socks5))
    let recorder = StreamRecorder(stream)
    var said: [[UInt8]] = []
    far.onBytes = { bytes in
      said.append(bytes)
      switch said.count {
      case 1: far.write([5, 0])
      case 2: far.write([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
      case 3:
        far.write(WebSocketRequest.answer(to: bytes, subprotocol: "mqtt") + WebSocketPeer.frame(0x82, [1]))
      default: far.write(WebSocketPeer.frame(0x82, [2]))
      }
    }
    far.open()
    stream.open()
    loop.settle()
    #expect(recorder.isOpen)
    #expect(said.prefix(2) == [[5, 1, 0], [5, 1, 0, 3, 6] + Array("broker".utf8) + [0x07, 0x5B]])
    stream.write([9])
    loop.settle()
    #expect(recorder.bytes == [1, 2])
  }

  @Test func `what a server says in one piece with the proxy's yes is not lost`() {
    let (near, far) = MemoryStream.pair(on: loop)
    let stream = proxied(over: near, .http)
    let recorder = StreamRecorder(stream)
    far.onBytes = { _ in far.write(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + [1, 2, 3]) }
    far.open()
    stream.onOpen = { stream.pauseReading() }
    stream.open()
    loop.settle()
    #expect(recorder.bytes == [])
    stream.resumeReading()
    loop.settle()
    #expect(recorder.bytes == [1, 2, 3])
    #expect(!stream.write([UInt8](repeating: 0, count: StreamLimits.sendBuffer + 1)))
  }

  @Test func `a proxy's no names the proxy and the server`() {
    for (answer, reason, words) in [
      (Array("HTTP/1.1 403 No\r\n\r\n".utf8), StreamClosure.Reason.permissionDenied, "does not allow"),
      ([], .proxy, "ended the connection without a word"),
    ] {
      let (near, far) = MemoryStream.pair(on: loop)
      far.onBytes = { _ in if answer.isEmpty { far.close() } else { far.write(answer) } }
      far.open()
      let stream = proxied(over: near, .http)
      let recorder = StreamRecorder(stream)
      stream.open()
      loop.settle()
      #expect(recorder.closures.map(\.reason) == [reason])
      let text = recorder.closures.first?.description ?? ""
      #expect(
        text.hasPrefix("broker:1883: ") && text.contains("http proxy proxy:1080") && text.contains(words))
    }
  }
}
