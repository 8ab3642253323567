import MQTT
import SansIO
import TestSupport
import Testing

/// What a session keeps, exactly, and what gives way when that is full.
@Suite struct SessionQueueTests {
  private func offline(_ adjust: (inout SessionLimits) -> Void) -> SessionHarness {
    SessionHarness(SessionHarness.configuration { adjust(&$0.limits) })
  }

  private func keep(_ harness: inout SessionHarness, _ text: String, tag: UInt64, on topic: String = "t")
    throws
  {
    let message = Message(topic: try TopicName(topic), payload: Array(text.utf8))
    try harness.drive {
      $0.publish(message, tag: PublishTag(rawValue: tag), keepWhileOffline: true, at: $1)
    }
  }

  @Test func `1,024 messages are the default and the next one is refused`() throws {
    var harness = offline { _ in }
    for number in UInt64(1)...1_024 { try harness.publish("x", qos: .atLeastOnce, tag: number) }
    #expect(harness.drops.isEmpty)
    #expect(harness.session.undelivered.messages == 1_024)
    try harness.publish("x", qos: .exactlyOnce, tag: 1_025)
    #expect(harness.drops == [1_025: .durableQueueFull])
    try keep(&harness, "x", tag: 1_026)
    #expect(harness.drops[1_026] == .transientQueueFull)
    // What is in flight counts until it is delivered.
    try harness.connect()
    try harness.publish("x", qos: .atLeastOnce, tag: 1_027)
    #expect(harness.drops[1_027] == .durableQueueFull)
    try harness.receive(.publishAcknowledgement(try response(1)))
    try harness.publish("x", qos: .atLeastOnce, tag: 1_028)
    #expect(harness.drops[1_028] == nil)
  }

  @Test func `bytes are those of topics and payloads, to the last`() throws {
    var harness = offline { $0.queueBytes = 30 }
    #expect(SessionLimits().queueBytes == 64 * 1_024 * 1_024)
    try harness.publish("123456789", qos: .atLeastOnce, tag: 1)
    try harness.publish("123456789", qos: .atLeastOnce, tag: 2)
    try harness.publish("1234567890", qos: .atLeastOnce, tag: 3)
    #expect(harness.drops == [3: .durableQueueFull])
    try harness.publish("123456789", qos: .atLeastOnce, tag: 4)
    #expect(harness.session.undelivered == (3, 30))
    #expect(harness.drops == [3: .durableQueueFull])
  }

  @Test func `refuse keeps everything that was taken`() throws {
    var harness = offline { $0.queueMessages = 2 }
    try keep(&harness, "0", tag: 1)
    for number in UInt64(2)...4 { try harness.publish("\(number)", qos: .atLeastOnce, tag: number) }
    #expect(harness.drops == [3: .durableQueueFull, 4: .durableQueueFull])
  }

  @Test func `the oldest of QoS 0 gives way, but nothing that was promised`() throws {
    var harness = offline {
      $0.queueMessages = 3
      $0.overflow = .dropOldestTransient
    }
    try keep(&harness, "0", tag: 1)
    try keep(&harness, "0", tag: 2)
    for number in UInt64(3)...6 { try harness.publish("\(number)", qos: .atLeastOnce, tag: number) }
    #expect(
      harness.drops == [1: .transientQueueFull, 2: .transientQueueFull, 6: .durableQueueFull])
    #expect(harness.stored.outgoing.map(\.tag.rawValue) == [3, 4, 5])
  }

  @Test func `the oldest of QoS 0 goes first, then the oldest that waits, never what is in flight`() throws {
    var harness = SessionHarness(
      SessionHarness.configuration {
        $0.limits.queueMessages = 4
        $0.limits.inFlightWindow = 1
        $0.limits.overflow = .dropOldest
      })
    try harness.connect()
    try harness.publish("flying", qos: .exactlyOnce, tag: 1)
    try harness.drive { $0.linkCongested(true, at: $1) }
    try harness.publish("0", qos: .atMostOnce, tag: 2)
    for number in UInt64(3)...7 { try harness.publish("\(number)", qos: .atLeastOnce, tag: number) }
    #expect(harness.drops == [2: .transientQueueFull, 3: .displaced, 4: .displaced])
    #expect(harness.stored.outgoing.map(\.tag.rawValue) == [1, 5, 6, 7])
    #expect(harness.session.undelivered.messages == 4)
    var full = offline {
      $0.queueBytes = 4
      $0.overflow = .dropOldest
    }
    try full.publish("1", qos: .atLeastOnce, tag: 1)
    try full.publish("12345", qos: .atLeastOnce, tag: 2)
    #expect(full.drops == [2: .durableQueueFull], "what never fits makes nobody go")
  }

  @Test func `of one topic only the newest waits, and the order of the rest stays`() throws {
    var harness = offline { $0.overflow = .conflate }
    for (number, topic) in ["a", "b", "a", "c", "b", "a"].enumerated() {
      try harness.publish("\(number)", qos: .atLeastOnce, tag: UInt64(number + 1), on: topic)
    }
    #expect(harness.drops == [1: .superseded, 2: .superseded, 3: .superseded])
    #expect(harness.stored.outgoing.map(\.tag.rawValue) == [4, 5, 6])
    try keep(&harness, "now QoS 0", tag: 7, on: "c")
    #expect(harness.drops[4] == .superseded)
    try harness.connect()
    #expect(harness.publishedTexts == ["now QoS 0", "4", "5"])
    // What has left cannot be called back.
    try harness.publish("new", qos: .atLeastOnce, tag: 8, on: "a")
    #expect(harness.drops[6] == nil)
  }

  @Test func `a million conflated publishes keep two messages and no more memory`() throws {
    var harness = offline { $0.overflow = .conflate }
    harness.persistsAtOnce = false
    var session = harness.session
    let topics = [try TopicName("a"), try TopicName("b")]
    for number in 0..<100_000 {
      let message = Message(topic: topics[number & 1], payload: [1], qos: .atLeastOnce)
      session.publish(message, at: .zero)
      while session.nextOutput() != nil {}
    }
    #expect(session.undelivered == (2, 4))
    #expect(session.snapshot.outgoing.map(\.sequence) == [99_999, 100_000])
  }

  @Test func `what waits longer than QoS 0 may is dropped by the clock`() throws {
    var harness = offline { $0.transientAge = .seconds(10) }
    try keep(&harness, "1", tag: 1)
    try harness.advance(.seconds(5))
    try keep(&harness, "2", tag: 2)
    try harness.advance(.milliseconds(4_999))
    #expect(harness.drops.isEmpty)
    try harness.advance(.milliseconds(1))
    #expect(harness.drops == [1: .expired])
    try harness.connect()
    #expect(harness.publishedTexts == ["2"])
  }

  @Test func `a flood of QoS 0 in one turn fills the output and then the queue, and leaves in order`() throws
  {
    var harness = SessionHarness(
      SessionHarness.configuration {
        $0.limits.outputBytes = 1_000
        $0.limits.queueMessages = 400
        $0.limits.transientQueueMessages = 400
      })
    try harness.connect()
    let topic = try TopicName("t")
    try harness.drive { session, now in
      for number in 0..<1_000 {
        session.publish(
          Message(topic: topic, payload: Array("\(number)".utf8)), tag: .init(rawValue: 1), at: now)
      }
    }
    let texts = harness.publishedTexts
    #expect(texts.count > 400 && texts.count < 1_000)
    #expect(texts == (0..<texts.count).map { "\($0)" })
    let dropped = harness.outputs.count { $0 == .dropped(.init(rawValue: 1), .transientQueueFull) }
    #expect(dropped == 1_000 - texts.count)
  }

  @Test func `a message that has no form on the wire is refused at once`() throws {
    var harness = SessionHarness.v5()
    try harness.connect()
    try harness.publish("x", qos: .exactlyOnce, tag: 1) {
      $0.properties.contentType = String(repeating: "x", count: 70_000)
    }
    #expect(harness.drops == [1: .invalid(.fieldTooLong)])
    try harness.publish("x", qos: .exactlyOnce, tag: 2) { $0.topic = .aliased }
    #expect(harness.drops[2] == .invalid(.inconsistentFields))
    #expect(harness.session.state == .connected)
  }
}
