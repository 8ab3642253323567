import SansIO
import Zigbee

/// Devices come, go and change their address.
extension VirtualHouse {
  /// Adds a device that is in no network; false when the name or address is taken or the house is full.
  @discardableResult
  package mutating func add(
    _ kind: DeviceKind, name: String, ieee: IEEEAddress? = nil, model: String? = nil
  ) -> Bool {
    let number = UInt64(residents.count + 1)
    let address = ieee ?? IEEEAddress(rawValue: 0x0012_4B00_3000_0000 | number)
    guard residents.count < Self.deviceLimit, index(named: name) == nil,
      !residents.contains(where: { $0.device.ieee == address }), address != coordinator.ieeeAddress
    else { return false }
    let seed = options.seed &* 0x9E37_79B9 &+ number
    let device = DeviceCatalogue.make(
      kind, name: name, ieee: address, model: model, clock: options.clock, seed: seed)
    residents.append(Resident(device: device, linkQuality: UInt8.random(in: 90...250, using: &generator)))
    return true
  }

  /// The device looks for a network until it finds an open one.
  mutating func startSearching(_ index: Int, at now: MonotonicInstant) {
    if residents[index].device.isJoined {
      // The user resets it: the network that it was in is forgotten.
      residents[index].device.core.forgetNetwork()
      residents[index].network = nil
    }
    residents[index].isSearching = true
    residents[index].isSilent = false
    search(index, at: now)
  }

  mutating func search(_ index: Int, at now: MonotonicInstant) {
    guard residents[index].isSearching, residents[index].isOn else { return }
    let viaRouter = residents.contains { resident in
      resident.isOn && resident.network == network && (resident.permitsJoiningUntil.map { now < $0 } ?? false)
    }
    guard let network, coordinator.admits(residents[index].device.ieee, at: now) || viaRouter else { return }
    residents[index].isSearching = false
    residents[index].network = network
    enter(index, at: freeAddress(), now)
  }

  /// The network has opened: who looks for one finds it, one after the other.
  mutating func wakeSearchers(at now: MonotonicInstant) {
    for index in residents.indices where residents[index].isSearching {
      schedule.add(.search(index), at: now + .milliseconds(40) * Int64(index + 1))
    }
  }

  private mutating func enter(_ index: Int, at address: NetworkAddress, _ now: MonotonicInstant) {
    dropWaiting(index, at: now)
    residents[index].device.joined(at: address, now)
    coordinator.deviceJoined(
      residents[index].device.ieee, at: address, sleeps: residents[index].device.isSleepy,
      quality: residents[index].linkQuality, now)
    schedule.add(.announce(index), at: now + options.radio.announceDelay)
    drainDevice(index, at: now)
  }

  private mutating func freeAddress() -> NetworkAddress {
    while true {
      let address = NetworkAddress(rawValue: UInt16.random(in: 1...0xFFF7, using: &generator))
      if !residents.contains(where: { $0.device.address == address }) { return address }
    }
  }

  /// A secured rejoin with another short address; false when the device is in no network.
  mutating func move(_ index: Int, at now: MonotonicInstant) -> Bool {
    guard isReachable(index) else { return false }
    enter(index, at: freeAddress(), now)
    return true
  }

  /// Some device that is in the network takes another short address.
  mutating func moveSomebody(at now: MonotonicInstant) {
    let reachable = residents.indices.filter { isReachable($0) }
    guard !reachable.isEmpty else { return }
    _ = move(reachable[coordinator.faults.draw(below: reachable.count)], at: now)
  }

  mutating func leave(_ index: Int, rejoins: Bool, at now: MonotonicInstant) {
    guard residents[index].device.isJoined else { return }
    if isReachable(index) {
      coordinator.deviceLeft(
        residents[index].device.ieee, address: residents[index].device.address, rejoins: rejoins, at: now)
    }
    dropWaiting(index, at: now)
    if rejoins {
      enter(index, at: residents[index].device.address, now)
    } else {
      residents[index].device.core.forgetNetwork()
      residents[index].network = nil
    }
    drainCoordinator(at: now)
  }

  private mutating func dropWaiting(_ index: Int, at now: MonotonicInstant) {
    let waiting = residents[index].waiting
    residents[index].waiting.removeAll()
    residents[index].pollAt = nil
    for entry in waiting {
      coordinator.transmissionFinished(entry.confirmation, .macTransactionExpired, at: now)
    }
  }

  /// Out of power or reach, and back.
  mutating func setSilent(_ index: Int, _ isSilent: Bool, at now: MonotonicInstant) {
    residents[index].isSilent = isSilent
    if !isSilent { schedulePoll(index, at: now) }
  }

  // MARK: Storm

  mutating func startStorm(rate: Int, count: Int, at now: MonotonicInstant) {
    schedule.add(.storm(Storm(remaining: count, rate: rate, index: 0)), at: now)
  }

  /// Reports that reach the coordinator at once, round robin over the joined devices.
  mutating func continueStorm(_ storm: Storm, at now: MonotonicInstant) {
    // Looked up once: reading the network out of NV for each device would be what a storm measures.
    let current = network
    let joined = residents.indices.filter { index in
      residents[index].isOn && residents[index].device.isJoined && residents[index].network == current
    }
    guard !joined.isEmpty else { return }
    var storm = storm
    let batch = storm.rate == 0 ? 32 : max(1, storm.rate / 1000)
    for _ in 0..<min(batch, storm.remaining) {
      let index = joined[storm.index % joined.count]
      residents[index].device.reportForStorm(storm.index)
      for case .frame(let frame) in residents[index].device.takeOutputs() {
        record?.noteSent(frame, from: residents[index].device.ieee)
        coordinator.received(frame, quality: residents[index].linkQuality, at: now)
      }
      storm.index += 1
      storm.remaining -= 1
    }
    guard storm.remaining > 0 else { return }
    let pause =
      storm.rate == 0
      ? TimeSpan.milliseconds(1) : TimeSpan(nanoseconds: 1_000_000_000 / Int64(storm.rate) * Int64(batch))
    schedule.add(.storm(storm), at: now + pause)
  }
}
