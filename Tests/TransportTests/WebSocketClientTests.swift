import SansIO
import TestSupport
import Testing

@testable import Transport

@Suite struct WebSocketClientTests {
  private typealias Client = WebSocketClient<SeededGenerator>

  private func drain(_ client: inout Client) -> [Client.Output] {
    var outputs: [Client.Output] = []
    while let output = client.nextOutput() { outputs.append(output) }
    return outputs
  }

  /// A client whose WebSocket is open.
  private func open(seed: UInt64 = 1) -> Client {
    let request = WebSocketRequest(
      host: "b", port: 80, isSecure: false, target: "/mqtt", subprotocols: ["mqtt"])
    var client = Client(request: request, random: SeededGenerator(seed: seed))
    client.start()
    guard case .transmit(let bytes)? = client.nextOutput() else { return client }
    client.received(WebSocketRequest.answer(to: bytes, subprotocol: "mqtt"))
    #expect(drain(&client) == [.opened(subprotocol: "mqtt")])
    return client
  }

  private func received(_ outputs: [Client.Output]) -> [UInt8] {
    outputs.flatMap { if case .received(let bytes) = $0 { bytes } else { [] as [UInt8] } }
  }

  /// The frames that left.
  private func frames(_ outputs: [Client.Output]) -> [WebSocketPeer.Frame] {
    var bytes = outputs.flatMap { if case .transmit(let bytes) = $0 { bytes } else { [] as [UInt8] } }
    var frames: [WebSocketPeer.Frame] = []
    while let frame = WebSocketPeer.takeFrame(&bytes) { frames.append(frame) }
    #expect(bytes == [])
    return frames
  }

  @Test(
    .covers("v5:MQTT-6.0.0-1", "v3.1.1:MQTT-6.0.0-1"),
    arguments: [0, 1, 125, 126, 65_535, 65_536, 300_000])
  func `what is sent is one masked binary message with its length in the shortest form`(count: Int) throws {
    var client = open()
    let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let message = client.message(payload)
    var bytes = try #require(message)
    #expect(bytes.count == count + (count < 126 ? 6 : count < 65_536 ? 8 : 14))
    let taken = WebSocketPeer.takeFrame(&bytes)
    let frame = try #require(taken)
    #expect(frame.first == 0x82)
    #expect(frame.payload == payload)
    #expect(bytes == [])
  }

  @Test func `every frame has a masking key of its own`() {
    var client = open()
    var keys: Set<[UInt8]> = []
    for _ in 0..<100 {
      var bytes = client.message([1, 2, 3]) ?? []
      if let frame = WebSocketPeer.takeFrame(&bytes) { keys.insert(frame.key) }
    }
    #expect(keys.count == 100)
  }

  @Test(.covers("v5:MQTT-6.0.0-2", "v3.1.1:MQTT-6.0.0-2"))
  func `payload comes through whatever the frames, and however they are cut`() {
    let long = (0..<70_000).map { UInt8(truncatingIfNeeded: $0) }
    let stream =
      WebSocketPeer.frame(0x82, [1, 2, 3]) + WebSocketPeer.frame(0x02, [4])
      + WebSocketPeer.frame(0x89, Array("ping".utf8)) + WebSocketPeer.frame(0x00, [])
      + WebSocketPeer.frame(0x8A, []) + WebSocketPeer.frame(0x80, [5, 6]) + WebSocketPeer.frame(0x82, [])
      + WebSocketPeer.frame(0x82, [UInt8](repeating: 9, count: 200)) + WebSocketPeer.frame(0x82, long)
    let expected = [1, 2, 3, 4, 5, 6] + [UInt8](repeating: 9, count: 200) + long
    var generator = SeededGenerator(seed: 7)
    for round in 0..<12 {
      var client = open()
      var outputs: [Client.Output] = []
      var rest = stream[...]
      while !rest.isEmpty {
        let count = round == 0 ? rest.count : round == 1 ? 1 : Int.random(in: 1...600, using: &generator)
        client.received(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
        outputs += drain(&client)
      }
      #expect(received(outputs) == expected)
      #expect(frames(outputs).map { [$0.first] + $0.payload } == [[0x8A] + Array("ping".utf8)])
    }
  }

  @Test func `many pings at once are answered once, with the last one's payload`() {
    var client = open()
    client.received((0..<50).flatMap { WebSocketPeer.frame(0x89, [UInt8($0)]) })
    #expect(frames(drain(&client)).map(\.payload) == [[49]])
    client.received(WebSocketPeer.frame(0x89, [UInt8](repeating: 1, count: 125)))
    #expect(frames(drain(&client)).map(\.payload.count) == [125])
  }

  @Test func `the server's goodbye is answered and ends it`() {
    var client = open()
    client.received(WebSocketPeer.frame(0x88, [0x03, 0xE9] + Array("restart".utf8)) + [0x82, 1, 7])
    let outputs = drain(&client)
    #expect(frames(outputs).map { [$0.first] + $0.payload } == [[0x88, 0x03, 0xE9]])
    #expect(outputs.last == .closed(.byServer(.goingAway, reason: "restart")))
    #expect(received(outputs) == [])
    client.received(WebSocketPeer.frame(0x82, [1]))
    #expect(drain(&client) == [])
    #expect(client.message([1]) == nil)
  }

  @Test func `a goodbye without a code is answered without one`() {
    var client = open()
    client.received([0x88, 0])
    let outputs = drain(&client)
    #expect(frames(outputs).map(\.payload) == [[]])
    #expect(outputs.last == .closed(.byServer(nil, reason: "")))
  }

  @Test func `after our goodbye the server's is waited for and not answered`() {
    var client = open()
    client.close()
    #expect(frames(drain(&client)).map { [$0.first] + $0.payload } == [[0x88, 0x03, 0xE8]])
    #expect(client.message([1]) == nil)
    client.received(WebSocketPeer.frame(0x82, [1, 2]) + WebSocketPeer.frame(0x89, []))
    #expect(drain(&client) == [])
    client.received(WebSocketPeer.frame(0x88, [0x03, 0xE8]))
    #expect(drain(&client) == [.closed(.byServer(.normal, reason: ""))])
  }

  @Test(
    .covers("v5:MQTT-6.0.0-1", "v3.1.1:MQTT-6.0.0-1"),
    arguments: [
      ("a text message", WebSocketPeer.frame(0x81, Array("x".utf8)), 1003),
      ("a reserved bit", WebSocketPeer.frame(0xC2, [1]), 1002),
      ("another reserved bit", WebSocketPeer.frame(0x92, [1]), 1002),
      ("an unknown kind", WebSocketPeer.frame(0x83, [1]), 1002),
      ("an unknown control frame", WebSocketPeer.frame(0x8B, []), 1002),
      ("a masked frame", [0x82, 0x81, 1, 2, 3, 4, 5], 1002),
      ("a ping in pieces", WebSocketPeer.frame(0x09, []), 1002),
      ("a long ping", WebSocketPeer.frame(0x89, [UInt8](repeating: 0, count: 126)), 1002),
      ("a continuation of nothing", WebSocketPeer.frame(0x80, [1]), 1002),
      ("a message in a message", WebSocketPeer.frame(0x02, [1]) + WebSocketPeer.frame(0x82, [2]), 1002),
      ("a padded length", [0x82, 126, 0, 125], 1002),
      ("a length padded more", [0x82, 127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 1002),
      ("a length of 2^63", [0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 0], 1002),
      ("a length beyond all messages", [0x82, 127, 0x7F, 0, 0, 0, 0, 0, 0, 0], 1009),
      ("half a close code", WebSocketPeer.frame(0x88, [3]), 1002),
      ("a close code that stays at home", WebSocketPeer.frame(0x88, [0x03, 0xEE]), 1002),
      ("a close code of nobody", WebSocketPeer.frame(0x88, [0x03, 0xE7]), 1002),
      ("a reason that is not UTF-8", WebSocketPeer.frame(0x88, [0x03, 0xE8, 0xC3]), 1007),
    ] as [(String, [UInt8], Int)])
  func `what breaks the rules ends it with the right code`(what: String, bytes: [UInt8], code: Int) {
    for isWhole in [true, false] {
      var client = open()
      if isWhole { client.received(bytes) } else { for byte in bytes { client.received([byte]) } }
      let outputs = drain(&client)
      let told = frames(outputs).last
      #expect(told?.first == 0x88, "\(what)")
      #expect(told?.payload == [UInt8(code >> 8), UInt8(code & 0xFF)], "\(what)")
      guard case .closed(.violation(let found, let text))? = outputs.last else {
        Issue.record("\(what) was let pass")
        return
      }
      #expect(Int(found.rawValue) == code && !text.isEmpty)
    }
  }

  @Test func `a claimed length costs nothing before its bytes are there`() {
    var client = open()
    client.received([0x82, 127, 0, 0, 0, 0, 0x10, 0, 0, 0] + [1, 2, 3])
    #expect(received(drain(&client)) == [1, 2, 3])
    client.received([4])
    #expect(received(drain(&client)) == [4])
  }

  @Test func `an answer that is refused ends it without a frame`() {
    let request = WebSocketRequest(
      host: "b", port: 80, isSecure: false, target: "/mqtt", subprotocols: ["mqtt"])
    var client = Client(request: request, random: SeededGenerator(seed: 3))
    client.start()
    _ = drain(&client)
    client.received(Array("HTTP/1.1 500 Oops\r\n\r\n".utf8))
    #expect(
      drain(&client) == [
        .closed(.failed(.webSocket, "the server answers 500 Oops to the WebSocket request"))
      ])
    client.received([0x82, 1, 1])
    #expect(drain(&client) == [])
  }

  @Test func `nothing from outside traps`() {
    for seed in 0..<400 {
      var generator = SeededGenerator(seed: UInt64(seed))
      var client = open(seed: UInt64(seed))
      for _ in 0..<20 {
        let count = Int.random(in: 1...40, using: &generator)
        var bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        // Mostly plausible beginnings, so that it comes further.
        if Bool.random(using: &generator) { bytes[0] = [0x82, 0x02, 0x80, 0x89, 0x00][seed % 5] }
        if count > 1 { bytes[1] &= 0x7F }
        client.received(bytes)
      }
      let ends = drain(&client).filter { if case .closed = $0 { true } else { false } }
      #expect(ends.count <= 1)
    }
  }
}
