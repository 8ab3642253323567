import MQTT
import TestSupport
import Testing

@Suite struct SessionSimulationTests {
  private func doubled(_ payloads: [[UInt8]]) -> [[UInt8]] {
    var seen: Set<[UInt8]> = []
    return payloads.filter { !seen.insert($0).inserted }
  }

  /// Payloads in the order in which each came first.
  private func firsts(_ payloads: [[UInt8]]) -> [[UInt8]] {
    var seen: Set<[UInt8]> = []
    return payloads.filter { seen.insert($0).inserted }
  }

  /// What is only in one of the two: lost, or never sent.
  private func difference(_ arrived: [[UInt8]], _ sent: Set<[UInt8]>?) -> Set<[UInt8]> {
    Set(arrived).symmetricDifference(sent ?? [])
  }

  private func isInOrder(_ payloads: [[UInt8]]) -> Bool {
    zip(payloads, payloads.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }
  }

  @Test(
    .covers(
      "v3.1.1:MQTT-4.3.2-1", "v3.1.1:MQTT-4.3.3-1", "v3.1.1:MQTT-4.3.3-2", "v3.1.1:MQTT-2.3.1-2",
      "v3.1.1:MQTT-2.3.1-3", "v5:MQTT-4.3.3-1", "v5:MQTT-4.3.3-3", "v5:MQTT-4.3.3-6", "v5:MQTT-4.3.3-10",
      "v5:MQTT-4.3.3-12", "v5:MQTT-2.2.1-3"),
    arguments: [ProtocolVersion.v3_1_1, .v5])
  func linksBreakAndClientsDieAndQoS2IsNeitherLostNorDoubled(_ version: ProtocolVersion) throws {
    var crashes = 0
    var reconnects = 0
    var exchanged = 0
    for seed in UInt64(1)...100 {
      var simulation = try SessionSimulation(seed: seed, faults: .init(), version: version)
      try simulation.run(steps: 2_000)
      #expect(simulation.isQuiet, "seed \(seed) does not come to rest")
      #expect(simulation.broker.complaints == [], "seed \(seed)")
      let forwarded = simulation.broker.forwarded[.exactlyOnce] ?? []
      #expect(doubled(forwarded) == [], "doubled to the broker, seed \(seed)")
      #expect(difference(forwarded, simulation.durable[.exactlyOnce]) == [], "to the broker, seed \(seed)")
      let isInOrderOut = isInOrder(forwarded)
      #expect(isInOrderOut, "out of order to the broker, seed \(seed)")
      let once = simulation.broker.forwarded[.atLeastOnce] ?? []
      #expect(difference(once, simulation.durable[.atLeastOnce]) == [], "QoS 1 out, seed \(seed)")
      let isOnceInOrder = isInOrder(firsts(once))
      #expect(isOnceInOrder, "QoS 1 out of order, seed \(seed)")
      let handled = simulation.handled[.exactlyOnce] ?? []
      #expect(doubled(handled) == [], "doubled to the client, seed \(seed)")
      #expect(difference(handled, simulation.sentByBroker[.exactlyOnce]) == [], "in, seed \(seed)")
      let received = simulation.handled[.atLeastOnce] ?? []
      #expect(difference(received, simulation.sentByBroker[.atLeastOnce]) == [], "QoS 1 in, seed \(seed)")
      crashes += simulation.crashes
      reconnects += simulation.reconnects
      exchanged += forwarded.count + handled.count
    }
    #expect(crashes > 250 && reconnects > 1_000 && exchanged > 10_000)
  }

  @Test(arguments: [ProtocolVersion.v3_1_1, .v5])
  func aBrokerThatForgetsItsSessionLosesNothingOfOurs(_ version: ProtocolVersion) throws {
    var sessions = 0
    for seed in UInt64(1)...60 {
      var simulation = try SessionSimulation(
        seed: seed, faults: .init(crashes: false, losesSessions: true), version: version)
      try simulation.run(steps: 2_000)
      #expect(simulation.isQuiet, "seed \(seed) does not come to rest")
      for qos in [QualityOfService.atLeastOnce, .exactlyOnce] {
        let forwarded = simulation.broker.forwarded[qos] ?? []
        #expect(difference(forwarded, simulation.durable[qos]) == [], "\(qos), seed \(seed)")
      }
      #expect(doubled(simulation.handled[.exactlyOnce] ?? []) == [], "doubled, seed \(seed)")
      sessions += simulation.reconnects
    }
    #expect(sessions > 300)
  }

  /// Every order of a few events around two exchanges, from three points of them on, to the end of each: nothing
  /// random.
  @Test(arguments: [ProtocolVersion.v3_1_1, .v5], 0...2)
  func everyInterleavingOfAFewEventsEndsWell(_ version: ProtocolVersion, _ begun: Int) throws {
    let events: [SessionSimulation.Event] = [
      .toBroker(.max), .toClient(.max), .persist, .accept, .loseLink(0), .loseLink(.max), .crash(0),
    ]
    var start = try SessionSimulation(seed: 1, faults: .init(), version: version)
    for event in [SessionSimulation.Event.toBroker(.max), .toClient(.max)] { try start.perform(event) }
    for qos in [QualityOfService.exactlyOnce, .atLeastOnce] { try start.perform(.publish(qos)) }
    for _ in 0..<3 { try start.perform(.persist) }
    try start.perform(.brokerSends(.exactlyOnce))
    for event in events.prefix(begun) { try start.perform(event) }
    var walks = 0
    func walk(_ simulation: SessionSimulation, _ depth: Int, _ path: [SessionSimulation.Event]) throws {
      guard depth > 0 else {
        var end = simulation
        try end.heal()
        walks += 1
        if !isSound(end) { Issue.record("after \(path)") }
        return
      }
      for event in events {
        var next = simulation
        try next.perform(event)
        try next.perform(.connect)
        try walk(next, depth - 1, path + [event])
      }
    }
    try walk(start, 4, [])
    #expect(walks == 2_401)
  }

  private func isSound(_ simulation: SessionSimulation) -> Bool {
    simulation.isQuiet && simulation.broker.complaints.isEmpty
      && simulation.broker.forwarded[.exactlyOnce]?.count == 1
      && !(simulation.broker.forwarded[.atLeastOnce] ?? []).isEmpty
      && simulation.handled[.exactlyOnce]?.count == 1
  }
}
