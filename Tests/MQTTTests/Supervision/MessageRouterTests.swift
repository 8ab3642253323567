import MQTT
import Testing

@Suite struct MessageRouterTests {
  private let calls: TopicFilter
  private let pushes: TopicFilter

  init() throws {
    calls = try TopicFilter("gw/call")
    pushes = try TopicFilter("gw/push")
  }

  /// The payload is the tag, then `:` and a number.
  private func router() -> MessageRouter {
    MessageRouter(
      lanes: [
        MessageLane(filter: calls, kept: MessageLane.keptMessages),
        MessageLane(filter: pushes, kept: MessageLane.keptPushes),
      ],
      extractTag: { message in
        let text = String(decoding: message.payload, as: UTF8.self)
        return text.contains(":") ? String(text.prefix { $0 != ":" }) : nil
      })
  }

  private func message(_ topic: String, _ text: String) throws -> Message {
    Message(topic: try TopicName(topic), payload: Array(text.utf8))
  }

  private func add(
    _ router: inout MessageRouter, _ route: MessageRoute
  ) throws -> (id: MessageRouter.RouteID, replay: [Message]) {
    let added = router.add(route)
    return try #require(added)
  }

  private func texts(_ messages: [Message]) -> [String] {
    messages.map { String(decoding: $0.payload, as: UTF8.self) }
  }

  @Test func `topics and tags decide who gets a message`() throws {
    var router = router()
    let locks = try add(&router, MessageRoute(filter: calls, tags: ["openLock", "lockStatus"])).id
    let all = try add(&router, MessageRoute(filter: pushes)).id
    let lamps = try add(&router, MessageRoute(tags: ["setLight"])).id
    #expect(router.route(try message("gw/call", "openLock:1")) == [locks])
    #expect(router.route(try message("gw/call", "setLight:1")) == [lamps])
    #expect(router.route(try message("gw/push", "setLight:1")) == [all, lamps])
    #expect(router.route(try message("gw/push", "no tag at all")) == [all])
    #expect(router.unknownTags == 0)
    #expect(router.route(try message("gw/call", "openlock:1")) == [])
    #expect(router.route(try message("other", "x:1")) == [])
    #expect(router.unknownTags == 2)
    router.remove(lamps)
    #expect(router.route(try message("gw/call", "setLight:2")) == [])
  }

  @Test func `a late handler gets the newest ten messages and five pushes once`() throws {
    var router = router()
    for number in 1...12 {
      #expect(router.route(try message("gw/call", "openLock:\(number)")) == [])
      #expect(router.route(try message("gw/push", "notice:\(number)")) == [])
      #expect(router.route(try message("elsewhere", "lost:\(number)")) == [])
    }
    let lock = try add(&router, MessageRoute(tags: ["openLock"]))
    #expect(texts(lock.replay) == (3...12).map { "openLock:\($0)" })
    #expect(try add(&router, MessageRoute(tags: ["openLock"])).replay == [], "exactly once")
    let rest = try add(&router, MessageRoute())
    #expect(texts(rest.replay) == (8...12).map { "notice:\($0)" })
    #expect(router.unknownTags == 36)
  }

  @Test func `what was handled is not kept for others`() throws {
    var router = router()
    _ = router.add(MessageRoute(tags: ["openLock"]))
    _ = router.route(try message("gw/call", "openLock:1"))
    #expect(try add(&router, MessageRoute()).replay == [])
  }

  @Test func `handlers are limited`() {
    var router = MessageRouter()
    let added = (0...MessageRouter.routeLimit).map { _ in router.add(MessageRoute()) != nil }
    #expect(added == Array(repeating: true, count: 1_024) + [false])
  }

  @Test func `the key is not looked for when nobody asks for it`() throws {
    var router = MessageRouter(extractTag: { _ in
      Issue.record("asked")
      return nil
    })
    let all = try add(&router, MessageRoute()).id
    #expect(router.route(try message("t", "x")) == [all])
  }
}
