import MQTT
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

  @Test func linksBreakAndClientsDieAndQoS2IsNeitherLostNorDoubled() throws {
    var crashes = 0
    var reconnects = 0
    var exchanged = 0
    for seed in UInt64(1)...200 {
      var simulation = try SessionSimulation(seed: seed, faults: .init())
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
    #expect(crashes > 500 && reconnects > 2_000 && exchanged > 20_000)
  }

  @Test func aBrokerThatForgetsItsSessionLosesNothingOfOurs() throws {
    var sessions = 0
    for seed in UInt64(1)...100 {
      var simulation = try SessionSimulation(
        seed: seed, faults: .init(crashes: false, losesSessions: true))
      try simulation.run(steps: 2_000)
      #expect(simulation.isQuiet, "seed \(seed) does not come to rest")
      for qos in [QualityOfService.atLeastOnce, .exactlyOnce] {
        let forwarded = simulation.broker.forwarded[qos] ?? []
        #expect(difference(forwarded, simulation.durable[qos]) == [], "\(qos), seed \(seed)")
      }
      #expect(doubled(simulation.handled[.exactlyOnce] ?? []) == [], "doubled, seed \(seed)")
      sessions += simulation.reconnects
    }
    #expect(sessions > 500)
  }
}
