import MQTT
import SansIO
import TestSupport
import Testing

/// What a broker of 5.0 allows holds, for its connection and no longer.
@Suite struct SessionCapabilityTests {
  private func connected(
    _ properties: (inout Properties) -> Void, _ adjust: (inout SessionConfiguration) -> Void = { _ in }
  ) throws -> SessionHarness {
    var harness = SessionHarness.v5(adjust)
    try harness.connect(properties)
    return harness
  }

  @Test(
    .covers(
      "v5:MQTT-3.3.4-7", "v5:MQTT-4.9.0-1", "v5:MQTT-4.9.0-2", "v5:MQTT-4.9.0-3", "v5:MQTT-3.3.4-8"))
  func `the window is the smaller one of ours and the broker's, and holds nothing else back`() throws {
    var harness = try connected { $0.receiveMaximum = 3 }
    for number in 1...10 { try harness.publish("\(number)", qos: .exactlyOnce) }
    #expect(harness.publishedTexts == ["1", "2", "3"])
    harness.sent = []
    try harness.publish("zero", qos: .atMostOnce)
    try harness.drive { [filter = try TopicFilter("a")] in
      $0.subscribe([Subscription(filter: filter, qos: .atMostOnce)], at: $1)
    }
    #expect(harness.sent.map(\.type) == [.publish, .subscribe])
    #expect(harness.takePackets().count == 2)
    // A place is free after PUBCOMP only.
    try harness.receive(.publishReceived(try response(2)))
    #expect(harness.takePackets() == [.publishRelease(try response(2))])
    try harness.receive(.publishComplete(try response(2)))
    #expect(harness.publishedTexts == ["4"])
    var wide = try connected { $0.receiveMaximum = 60_000 }
    for number in 1...40 { try wide.publish("\(number)", qos: .atLeastOnce) }
    #expect(wide.publishedTexts.count == 16)
  }

  @Test(.covers("v5:MQTT-3.3.1-1", "v5:MQTT-3.3.1-3", "v5:MQTT-4.4.0-1", "v5:MQTT-4.6.0-1"))
  func `resends go through a smaller window in their order, and a wider one comes back`() throws {
    var harness = try connected({ _ in }, { $0.limits.inFlightWindow = 100 })
    for number in 1...100 { try harness.publish("\(number)", qos: .atLeastOnce) }
    #expect(harness.publishedTexts.count == 100)
    try harness.lose()
    try harness.publish("new", qos: .atLeastOnce)
    try harness.connect(sessionPresent: true) { $0.receiveMaximum = 3 }
    var order: [String] = []
    for _ in 0..<101 {
      #expect(harness.sent.count <= 3)
      order += harness.publishedTexts
      for packet in harness.takePackets() {
        guard case .publish(let packet) = packet, let id = packet.packetIdentifier else { continue }
        let isNew = packet.message.payload == Array("new".utf8)
        #expect(packet.duplicate != isNew)
        try harness.receive(.publishAcknowledgement(PublishResponse(id)))
      }
    }
    #expect(order == (1...100).map { "\($0)" } + ["new"])
    try harness.lose()
    try harness.connect(sessionPresent: true)
    for number in 1...110 { try harness.publish("\(number)", qos: .atLeastOnce) }
    #expect(harness.publishedTexts.count == 100)
  }

  @Test(
    .covers(
      "v5:MQTT-3.2.2-15"))
  func `a packet of the broker's maximum size leaves and one byte more takes no identifier`() throws {
    var harness = try connected { $0.maximumPacketSize = 20 }
    // 2 fixed header, 3 topic, 2 identifier, 1 length of properties.
    try harness.publish(String(repeating: "x", count: 13), qos: .atLeastOnce, tag: 1)
    #expect(harness.drops == [1: .tooLarge])
    try harness.publish(String(repeating: "x", count: 12), qos: .atLeastOnce, tag: 2)
    guard case .publish(let packet) = harness.takePackets().first else {
      Issue.record("nothing left")
      return
    }
    #expect(packet.packetIdentifier == (try identifier(1)))
    #expect(try Packet.publish(packet).encoded(in: CodecContext(version: .v5)).count == 20)
  }

  @Test(
    .covers(
      "v5:MQTT-3.2.2-11", "v5:MQTT-3.2.2-14"))
  func `what waited for a connection meets the broker's limits when its turn comes`() throws {
    var harness = SessionHarness.v5()
    try harness.publish(String(repeating: "x", count: 30), qos: .atLeastOnce, tag: 1)
    try harness.publish("2", qos: .exactlyOnce, tag: 2)
    try harness.publish("3", qos: .atLeastOnce, tag: 3) { $0.retain = true }
    try harness.publish("4", qos: .atLeastOnce, tag: 4)
    try harness.connect {
      $0.maximumPacketSize = 20
      $0.maximumQoS = .atLeastOnce
      $0.retainAvailable = false
    }
    #expect(harness.drops == [1: .tooLarge, 2: .qosNotSupported, 3: .retainNotSupported])
    #expect(harness.publishedTexts == ["4"])
    #expect(harness.stored.outgoing.map(\.tag.rawValue) == [4])
    try harness.publish("5", qos: .exactlyOnce, tag: 5)
    try harness.publish("6", qos: .atMostOnce, tag: 6) { $0.retain = true }
    #expect(harness.drops[5] == .qosNotSupported && harness.drops[6] == .retainNotSupported)
    // Another connection, other limits.
    try harness.lose()
    try harness.connect(sessionPresent: true)
    harness.sent = []
    try harness.publish("7", qos: .exactlyOnce) { $0.retain = true }
    #expect(harness.publishedTexts == ["7"])
  }

  @Test(.covers("v5:MQTT-3.2.2-11"))
  func `in flight is dropped too when the next connection cannot carry it`() throws {
    var harness = try connected { _ in }
    try harness.publish("1", qos: .exactlyOnce, tag: 1)
    try harness.publish("2", qos: .atLeastOnce, tag: 2)
    try harness.lose()
    try harness.connect(sessionPresent: true) { $0.maximumQoS = .atLeastOnce }
    #expect(harness.drops == [1: .qosNotSupported])
    #expect(harness.publishedTexts == ["2"])
  }

  @Test(.covers("v5:MQTT-3.8.3-4"))
  func `subscriptions that the broker or the standard does not allow are refused here`() throws {
    var harness = try connected {
      $0.wildcardSubscriptionAvailable = false
      $0.sharedSubscriptionAvailable = false
      $0.subscriptionIdentifiersAvailable = false
    }
    func subscribe(_ text: String, noLocal: Bool = false, identifier: UInt32? = nil) throws {
      let filter = try TopicFilter(text)
      let options = SubscriptionOptions(qos: .atLeastOnce, noLocal: noLocal)
      try harness.drive {
        $0.subscribe([Subscription(filter: filter, options: options)], identifier: identifier, at: $1)
      }
    }
    func result(_ text: String) throws -> ReasonCode? {
      let filter = try TopicFilter(text)
      for case .subscribed(filter, .refused(let code)) in harness.outputs { return code }
      return nil
    }
    try subscribe("a/+")
    try subscribe("$share/g/b")
    try subscribe("c", identifier: 3)
    #expect(harness.takePackets().isEmpty)
    #expect(try result("a/+") == .wildcardSubscriptionsNotSupported)
    #expect(try result("$share/g/b") == .sharedSubscriptionsNotSupported)
    #expect(try result("c") == .subscriptionIdentifiersNotSupported)
    #expect(harness.session.grantedSubscriptions.isEmpty)
    try harness.lose()
    try harness.connect(sessionPresent: true)
    #expect(harness.takePackets().count == 2, "another broker may allow them: one packet for each identifier")
    try subscribe("$share/g/d", noLocal: true)
    #expect(harness.takePackets().isEmpty)
    #expect(try result("$share/g/d") == .protocolError)
  }

  @Test(.covers("v5:MQTT-3.2.2-21", "v5:MQTT-3.1.2-21"))
  func `the broker's keep-alive replaces ours, for its connection`() throws {
    var harness = try connected({ $0.serverKeepAlive = 8 }, { $0.keepAlive = 100 })
    try harness.advance(.seconds(6))
    #expect(harness.takePackets() == [.pingRequest])
    try harness.receive(.pingResponse)
    try harness.lose()
    try harness.connect(sessionPresent: true)
    try harness.advance(.seconds(74))
    #expect(harness.takePackets().isEmpty)
    try harness.advance(.seconds(1))
    #expect(harness.takePackets() == [.pingRequest])
  }

  @Test func `an assigned client identifier is kept, also over a restart`() throws {
    var harness = SessionHarness.v5 { $0.clientIdentifier = "" }
    try harness.connect { $0.assignedClientIdentifier = "made-up-1" }
    #expect(harness.session.assignedClientIdentifier == "made-up-1")
    for restarts in [false, true] {
      try harness.lose()
      if restarts { harness = harness.crashed() }
      harness.sent = []
      try harness.open()
      guard case .connect(let packet) = harness.takePackets().first else {
        Issue.record("no CONNECT")
        return
      }
      #expect(packet.clientIdentifier == "made-up-1")
      try harness.greet(.success, sessionPresent: true)
    }
  }

  @Test func `what the broker says can be read`() throws {
    let harness = try connected {
      $0.reasonString = "welcome"
      $0.userProperties = [UserProperty(name: "region", value: "eu")]
      $0.responseInformation = "answers/7"
      $0.topicAliasMaximum = 9
    }
    #expect(harness.session.server.reasonString == "welcome")
    #expect(harness.session.server.userProperties == [UserProperty(name: "region", value: "eu")])
    #expect(harness.session.server.responseInformation == "answers/7")
    #expect(harness.session.server.topicAliasMaximum == 9)
    #expect(harness.outputs.contains(.diagnostic(.reason(.connectAcknowledgement, .success, "welcome"))))
  }

  @Test(
    .covers(
      "v5:MQTT-3.14.2-3", "v5:MQTT-3.14.2-4", "v5:MQTT-3.15.2-2", "v5:MQTT-3.15.2-3", "v5:MQTT-3.2.2-15"))
  func `user properties go with requests and goodbyes, and are left out where they are too large`() throws {
    let property = UserProperty(name: "who", value: String(repeating: "x", count: 60))
    for limit in [UInt32(1_000), 50] {
      var harness = try connected({ $0.maximumPacketSize = limit }) {
        $0.subscribeUserProperties = [property]
        $0.unsubscribeUserProperties = [property]
        $0.disconnectUserProperties = [property]
      }
      let filter = try TopicFilter("a")
      try harness.drive { $0.subscribe([Subscription(filter: filter, qos: .atMostOnce)], at: $1) }
      let isSmall = limit < 100
      #expect(harness.outputs.contains(.subscribed(filter, .refused(.packetTooLarge))) == isSmall)
      guard !isSmall else {
        try harness.drive { $0.drain(at: $1) }
        #expect(harness.takePackets() == [.normalDisconnection])
        continue
      }
      try harness.drive { $0.unsubscribe([filter], at: $1) }
      try harness.receive(
        .subscribeAcknowledgement(
          SubscribeAcknowledgement(packetIdentifier: try identifier(1), results: [.granted(.atMostOnce)])),
        .unsubscribeAcknowledgement(
          UnsubscribeAcknowledgement(try identifier(2), reasonCodes: [.success])))
      try harness.drive { $0.drain(at: $1) }
      let carried = harness.takePackets().map { packet -> [UserProperty] in
        switch packet {
        case .subscribe(let packet): packet.properties.userProperties
        case .unsubscribe(let packet): packet.properties.userProperties
        case .disconnect(let packet): packet.properties.userProperties
        default: []
        }
      }
      #expect(carried == [[property], [property], [property]])
    }
  }
}
