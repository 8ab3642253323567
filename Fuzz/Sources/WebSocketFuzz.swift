import SansIO
import Transport

/// A server that opens a WebSocket and then says anything.
enum WebSocketFuzz: FuzzTarget {
  static let name = "web-socket"

  private struct Story: Equatable {
    var payload: [UInt8] = []
    var ends: [WebSocketEnd] = []
    var transmitted = 0
  }

  /// The first byte says whether the opening is right, or is the input's too.
  static func run(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    let whole = story(rest, opens: first & 1 == 0, step: rest.count)
    require(whole.ends.count <= 1, "it ended \(whole.ends.count) times")
    require(whole.payload.count <= rest.count, "more payload than bytes")
    for step in [1, 3, 1 + Int(first >> 1)] {
      let cut = story(rest, opens: first & 1 == 0, step: step)
      require(cut.payload == whole.payload, "other payload when cut at every \(step)")
      require(cut.ends == whole.ends, "another end when cut at every \(step)")
    }
  }

  private static func story(_ bytes: [UInt8], opens: Bool, step: Int) -> Story {
    let request = WebSocketRequest(
      host: "b", port: 80, isSecure: false, target: "/mqtt", subprotocols: ["mqtt"])
    var client = WebSocketClient(request: request, random: SeededGenerator(seed: 1))
    client.start()
    if opens, case .transmit(let asked)? = client.nextOutput() {
      client.received(WebSocketRequest.answer(to: asked, subprotocol: "mqtt"))
    }
    var story = Story()
    var rest = bytes[...]
    repeat {
      client.received(Array(rest.prefix(max(step, 1))))
      rest = rest.dropFirst(max(step, 1))
      while let output = client.nextOutput() {
        switch output {
        case .transmit(let bytes):
          require(bytes.count <= 131 || story.transmitted == 0, "a control frame of \(bytes.count) bytes")
          story.transmitted += 1
        case .opened: break
        case .received(let bytes):
          require(!bytes.isEmpty, "nothing was received")
          require(story.ends.isEmpty, "bytes behind the end")
          story.payload += bytes
        case .closed(let end): story.ends.append(end)
        }
      }
    } while !rest.isEmpty
    return story
  }
}
