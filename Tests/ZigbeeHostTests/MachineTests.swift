import SansIO
import Testing
import ZCL
import Zigbee

@testable import ZigbeeHost

/// The small machines by themselves.
@Suite struct MachineTests {
  @Test("The limiter halves once an epoch and grows by one after twenty successes")
  func limiter() {
    var limiter = ConcurrencyLimiter(initial: 16)
    let epochs = (0..<6).map { _ in limiter.handed() }
    #expect(limiter.inFlight == 6)
    for epoch in epochs { limiter.ended(isCongested: true, isDelivered: false, epoch: epoch) }
    #expect(limiter.limit == 8 && limiter.inFlight == 0 && limiter.halvings == 1)
    for _ in 0..<39 {
      let epoch = limiter.handed()
      limiter.ended(isCongested: false, isDelivered: true, epoch: epoch)
    }
    #expect(limiter.limit == 9)
    for _ in 0..<10 {
      let epoch = limiter.handed()
      limiter.ended(isCongested: true, isDelivered: false, epoch: epoch)
    }
    #expect(limiter.limit == 1)
    #expect(limiter.hasRoom(for: .background))
  }

  @Test("Some places are for control and replies only")
  func reserve() {
    var limiter = ConcurrencyLimiter(initial: 4)
    for _ in 0..<3 { _ = limiter.handed() }
    #expect(!limiter.hasRoom(for: .interview))
    #expect(limiter.hasRoom(for: .control))
    _ = limiter.handed()
    #expect(!limiter.hasRoom(for: .control))
  }

  @Test(
    "The beginning fits the firmware",
    arguments: [
      ("Z-Stack 3.x.0, build 20240710", 16), ("Z-Stack 3.0.x", 4), ("Z-Stack Home 1.2", 2), ("?", 8),
    ])
  func firmware(text: String, expected: Int) {
    #expect(ConcurrencyLimiter.initial(for: text) == expected)
  }

  @Test("A queue is ordered by urgency, then by arrival, and respects back-off")
  func queue() {
    var queue = DeviceQueue(limit: 4, reserve: 1)
    let wait = MonotonicInstant(nanoseconds: 100)
    func entry(_ id: UInt64, _ priority: ZCLRequest.Priority, _ notBefore: MonotonicInstant? = nil)
      -> DeviceQueue.Entry
    {
      DeviceQueue.Entry(
        exchange: ExchangeID(rawValue: id), priority: priority, notBefore: notBefore)
    }
    let taken = [
      entry(1, .poll), entry(2, .control, wait), entry(3, .poll), entry(4, .poll), entry(5, .control),
      entry(6, .control),
    ].map { queue.insert($0) }
    #expect(taken == [true, true, true, false, true, false])
    #expect(queue.entries.map(\.exchange.rawValue) == [2, 5, 1, 3])
    #expect(queue.next(at: .zero, where: { _ in true })?.exchange.rawValue == 5)
    #expect(queue.next(at: wait, where: { _ in true })?.exchange.rawValue == 2)
    queue.remove(ExchangeID(rawValue: 2))
    #expect(queue.count == 3)
  }

  @Test("A sequence number is not given out again while it is in use, all 256 at most")
  func sequences() {
    var table = TransactionTable(firstSequence: 250)
    let device = IEEEAddress(rawValue: 1)
    func key(_ sequence: UInt8) -> TransactionTable.Key {
      .zcl(device, EndpointID(1), .onOff, sequence: sequence)
    }
    var seen: Set<UInt8> = []
    for id in 0..<256 {
      guard
        let (_, sequence) = table.open(
          ExchangeID(rawValue: UInt64(id)), expectation: nil, key: key)
      else {
        Issue.record("no number for \(id)")
        return
      }
      seen.insert(sequence)
    }
    #expect(seen.count == 256)
    let none = table.open(ExchangeID(rawValue: 999), expectation: nil, key: key)
    #expect(none == nil)
    table.close(key(7))
    let reopened = table.open(ExchangeID(rawValue: 999), expectation: nil, key: key)
    #expect(reopened?.sequence == 7)
    // Another cluster has numbers of its own.
    let other = table.open(
      ExchangeID(rawValue: 1000), expectation: nil,
      key: { .zcl(device, EndpointID(1), .levelControl, sequence: $0) })
    #expect(other != nil)
  }

  @Test("ZDO answers are matched by address, cluster and sequence; late ones are counted as late")
  func deviceObjects() {
    var table = TransactionTable(firstSequence: 0)
    let address = NetworkAddress(rawValue: 0x1234)
    let opened = table.open(
      ExchangeID(rawValue: 1), expectation: nil,
      key: { .deviceObject(address, .bindResponse, sequence: $0) })
    guard let (key, sequence) = opened else {
      Issue.record("not opened")
      return
    }
    func match(_ source: UInt16, _ cluster: ClusterID) -> ExchangeID? {
      table.matchDeviceObject(
        from: NetworkAddress(rawValue: source), cluster: cluster, sequence: sequence)
    }
    #expect(match(1, .bindResponse) == nil)
    #expect(match(0x1234, .unbindResponse) == nil)
    #expect(match(0x1234, .bindResponse) == ExchangeID(rawValue: 1))
    table.close(key)
    #expect(match(0x1234, .bindResponse) == nil)
    #expect(table.lateAnswers == 1 && table.unknownAnswers == 2)
  }

  @Test("The broadcast budget lets eight through and then one as each grows old")
  func budget() {
    var budget = BroadcastBudget(limit: 8, window: .seconds(9))
    var now = MonotonicInstant.zero
    func slot() -> MonotonicInstant { budget.nextSlot(at: now) }
    for _ in 0..<8 {
      #expect(slot() == now)
      budget.spend(at: now)
      now = now + .milliseconds(100)
    }
    #expect(slot() == .zero + .seconds(9))
    now = .zero + .seconds(9)
    #expect(slot() == now)
    budget.spend(at: now)
    #expect(slot() == .zero + .seconds(9) + .milliseconds(100))
  }

  @Test("The duplicate window forgets, and holds a bounded number of frames")
  func duplicates() {
    var window = DuplicateWindow()
    func isDuplicate(_ sequence: UInt8, at seconds: Int64) -> Bool {
      window.isDuplicate(
        ZCLFrame(kind: .cluster, direction: .clientToServer, sequence: sequence, command: CommandID(2)),
        endpoint: EndpointID(1), cluster: .onOff, at: .zero + .seconds(seconds), window: .seconds(10))
    }
    #expect(!isDuplicate(1, at: 0))
    #expect(isDuplicate(1, at: 9))
    #expect(!isDuplicate(1, at: 10))
    for sequence: UInt8 in 2...17 { #expect(!isDuplicate(sequence, at: 11)) }
    #expect(!isDuplicate(1, at: 12))
  }

  @Test("The reporting plan holds every cluster of its table, with types that agree with its changes")
  func plan() {
    #expect(ReportingPlan.standard.count == 18)
    for cluster in ReportingPlan.standard {
      for target in cluster.targets {
        #expect((target.reportableChange != nil) == target.type.isAnalog, "\(cluster.id)")
        #expect(target.minimumInterval <= target.maximumInterval)
      }
    }
    let lock = ReportingPlan.standard.first { $0.id == .doorLock }
    #expect(lock?.targets.map(\.attribute) == [AttributeID(0), AttributeID(3)])
    #expect(lock?.reads.contains(AttributeID(0x33)) == true)
    let metering = ReportingPlan.standard.first { $0.id == .metering }
    #expect(metering?.targets.first?.reportableChange == .unsigned(257))
    #expect(metering?.targets.last?.type == .int24)
  }

  @Test("A remote is bound by its client clusters, a lamp is not")
  func remotes() {
    let remote = ZigbeeEndpoint(
      id: EndpointID(1), profile: .homeAutomation, deviceID: DeviceID(rawValue: 0x0820),
      inputClusters: [.basic], outputClusters: [.onOff, .levelControl, .otaUpgrade])
    #expect(ReportingPlan.remoteClusters(of: remote) == [.onOff, .levelControl])
    let lamp = ZigbeeEndpoint(
      id: EndpointID(1), profile: .homeAutomation, deviceID: DeviceID(rawValue: 0x0100),
      inputClusters: [.onOff], outputClusters: [.onOff])
    #expect(ReportingPlan.remoteClusters(of: lamp).isEmpty)
  }
}
