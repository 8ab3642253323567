import JSON
import SansIO
import Zigbee

/// What makes a house.
package struct HouseOptions: Hashable, Sendable {
  package var coordinator: CoordinatorOptions
  /// Set: a Silicon Labs coordinator in place of the Z-Stack one.
  package var ezsp: EZSPCoordinatorOptions?
  package var radio: RadioTimings
  package var seed: UInt64
  package var clock: VirtualClock

  package init(
    coordinator: CoordinatorOptions = CoordinatorOptions(), ezsp: EZSPCoordinatorOptions? = nil,
    radio: RadioTimings = RadioTimings(), seed: UInt64 = 1,
    clock: VirtualClock = VirtualClock(wallAtZero: WallTime(milliseconds: 1_767_225_600_000))
  ) {
    self.coordinator = coordinator
    self.ezsp = ezsp
    self.radio = radio
    self.seed = seed
    self.clock = clock
  }
}

/// A coordinator, devices, and the air between them, under time that is given. The same seed, bytes, commands
/// and instants give the same bytes.
package struct VirtualHouse: Sendable {
  enum Event: Sendable {
    case deliver(Int, AirFrame, Confirmation?)
    case arrive(AirFrame, Int)
    case confirm(Confirmation, TransmissionStatus)
    case poll(Int, MonotonicInstant)
    case expire(Int, UInt64)
    case search(Int)
    case announce(Int)
    case leave(Int, rejoins: Bool)
    case storm(Storm)
  }

  struct Storm: Sendable {
    var remaining: Int
    /// Reports a second; 0 is as many as the line takes.
    var rate: Int
    var index: Int
  }

  /// Devices in one house.
  package static let deviceLimit = 500

  package private(set) var options: HouseOptions
  package var coordinator: any CoordinatorModel
  var residents: [Resident] = []
  var schedule = EventSchedule<Event>()
  var generator: SeededGenerator
  /// Set: remembers what went over the air.
  package var record: AirRecord?
  private var hostBytes: [[UInt8]] = []
  private var nextFrameNumber: UInt64 = 0

  package init(options: HouseOptions = HouseOptions()) {
    self.options = options
    generator = SeededGenerator(seed: options.seed)
    let seed = generator.next()
    if let ezsp = options.ezsp {
      coordinator = VirtualEZSPCoordinator(options: ezsp, seed: seed)
    } else {
      coordinator = VirtualCoordinator(options: options.coordinator, seed: seed)
    }
  }

  /// The coordinator of a house that has a Z-Stack one; otherwise one that is not used.
  package var zStack: VirtualCoordinator {
    get { coordinator as? VirtualCoordinator ?? VirtualCoordinator() }
    set { coordinator = newValue }
  }

  package var devices: [VirtualDevice] { residents.map(\.device) }

  package func device(named name: String) -> VirtualDevice? {
    residents.first { $0.device.name == name }?.device
  }

  func index(named name: String) -> Int? { residents.firstIndex { $0.device.name == name } }

  package mutating func setRadio(latency: TimeSpan, jitter: TimeSpan) {
    options.radio.latency = latency
    options.radio.jitter = jitter
  }

  // MARK: The serial line

  package mutating func powerOn(at now: MonotonicInstant) { coordinator.powerOn(at: now) }
  package mutating func powerOff() {
    coordinator.powerOff()
    hostBytes.removeAll()
  }

  package mutating func bytesReceived(_ bytes: [UInt8], at now: MonotonicInstant) {
    coordinator.bytesReceived(bytes, at: now)
    drainCoordinator(at: now)
  }

  /// Everything that goes to the host now.
  package mutating func takeBytes() -> [UInt8] { Array(takeFrames().joined()) }

  /// The same, frame by frame.
  package mutating func takeFrames() -> [[UInt8]] {
    defer { hostBytes.removeAll(keepingCapacity: true) }
    return hostBytes
  }

  /// The network in NV, running or not; nil on a blank stick.
  package var extendedPANID: UInt64? { coordinator.identity?.extendedPANID }

  package var faults: FaultPlan {
    get { coordinator.faults }
    set { coordinator.faults = newValue }
  }

  // MARK: Time

  package var nextDeadline: MonotonicInstant? {
    var result = coordinator.nextDeadline
    func consider(_ other: MonotonicInstant?) {
      guard let other else { return }
      result = result.map { min($0, other) } ?? other
    }
    consider(schedule.next)
    for resident in residents { consider(resident.device.nextDeadline) }
    return result
  }

  package mutating func deadlinePassed(at now: MonotonicInstant) {
    coordinator.deadlinePassed(at: now)
    drainCoordinator(at: now)
    while let event = schedule.takeDue(at: now) { happen(event, at: now) }
    for index in residents.indices {
      guard let due = residents[index].device.nextDeadline, due <= now else { continue }
      residents[index].device.deadlinePassed(at: now)
      drainDevice(index, at: now)
    }
  }

  private mutating func happen(_ event: Event, at now: MonotonicInstant) {
    switch event {
    case .deliver(let index, let frame, let confirmation):
      deliver(frame, to: index, confirmation, at: now)
    case .arrive(let frame, let index):
      guard isReachable(index) else { return }
      coordinator.received(frame, quality: residents[index].linkQuality, at: now)
    case .confirm(let confirmation, let status):
      coordinator.transmissionFinished(confirmation, status, at: now)
    case .poll(let index, let instant): poll(index, instant, at: now)
    case .expire(let index, let number): expire(index, number, at: now)
    case .search(let index): search(index, at: now)
    case .announce(let index):
      guard residents[index].device.isJoined else { return }
      residents[index].device.core.announce()
      drainDevice(index, at: now)
    case .leave(let index, let rejoins): leave(index, rejoins: rejoins, at: now)
    case .storm(let storm): continueStorm(storm, at: now)
    }
    drainCoordinator(at: now)
  }

  // MARK: Draining

  mutating func drainCoordinator(at now: MonotonicInstant) {
    while let output = coordinator.nextOutput() {
      switch output {
      case .toHost(let bytes): hostBytes.append(bytes)
      case .transmit(let frame, let confirmation): transmit(frame, confirmation, at: now)
      case .permitsJoining(let isOpen): if isOpen { wakeSearchers(at: now) }
      }
    }
  }

  mutating func drainDevice(_ index: Int, at now: MonotonicInstant) {
    for output in residents[index].device.takeOutputs() {
      switch output {
      case .frame(let frame): transmit(frame, from: index, at: now)
      case .frameToAddress(var frame, let ieee):
        if ieee == coordinator.ieeeAddress {
          frame.destination = .device(.coordinator)
        } else if let other = residents.first(where: { $0.device.ieee == ieee && $0.device.isJoined }) {
          frame.destination = .device(other.device.address)
        } else {
          continue
        }
        transmit(frame, from: index, at: now)
      case .leave(let rejoins):
        schedule.add(.leave(index, rejoins: rejoins), at: now + .milliseconds(100))
      }
    }
    schedulePoll(index, at: now)
    drainCoordinator(at: now)
  }

  mutating func nextNumber() -> UInt64 {
    nextFrameNumber += 1
    return nextFrameNumber
  }
}
