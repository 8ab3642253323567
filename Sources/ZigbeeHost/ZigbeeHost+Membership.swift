import ByteCoding
import RadioInterface
import SansIO
import ZCL
import Zigbee

// Who is in the network, under which address, and who left.
extension ZigbeeHost {
  enum Arrival { case trustCenter, announced, heard }

  /// A join and its announcement, or two announcements over two routes, are one arrival within this time.
  static let arrivalTime = TimeSpan.seconds(10)
  static let farewellInterval = TimeSpan.seconds(30)

  // MARK: - Addresses

  /// Announcements and answers to address questions; true when the frame was one.
  mutating func takeAddressMessage(_ indication: APSIndication, at now: Instants) -> Bool {
    guard let message = try? ZDOMessage(cluster: indication.cluster, payload: indication.payload)
    else { return false }
    switch message.cluster {
    case .deviceAnnounce:
      // A device can announce only itself: another sender would take over the address of, say, a lock.
      guard let announce = try? message.decode(DeviceAnnounce.self),
        announce.networkAddress == indication.source
      else { return true }
      arrived(
        announce.ieee, at: announce.networkAddress, parent: nil, capability: announce.capability,
        by: .announced, now: now)
      if addresses.owner(of: announce.networkAddress) == announce.ieee {
        heard(
          announce.ieee, linkQuality: indication.linkQuality,
          signalStrength: indication.signalStrength, at: now)
      }
    case .networkAddressResponse, .ieeeAddressResponse:
      let answer =
        message.cluster == .ieeeAddressResponse
        ? (try? message.decode(IEEEAddressResponse.self))?.answer
        : (try? message.decode(NetworkAddressResponse.self))?.answer
      guard let answer, answer.status == .success,
        answer.networkAddress == indication.source || wasAsked(about: answer.ieee, at: now)
      else { return true }
      learn(answer.networkAddress, of: answer.ieee, at: now)
      if answer.networkAddress == indication.source,
        addresses.owner(of: indication.source) == answer.ieee
      {
        heard(
          answer.ieee, linkQuality: indication.linkQuality,
          signalStrength: indication.signalStrength, at: now)
      }
    default: return false
    }
    return true
  }

  /// A parent may answer for its sleeping child, but only what was asked.
  private func wasAsked(about ieee: IEEEAddress, at now: Instants) -> Bool {
    guard let asked = sessions[ieee]?.lookedUpAt else { return false }
    return asked + .minutes(1) > now.monotonic
  }

  mutating func learn(_ address: NetworkAddress, of ieee: IEEEAddress, at now: Instants) {
    guard addresses.owner(of: address) != ieee else {
      deliverKeptFrames(of: address, to: ieee, at: now)
      return
    }
    arrived(ieee, at: address, parent: nil, capability: nil, by: .heard, now: now)
  }

  mutating func arrived(
    _ ieee: IEEEAddress, at address: NetworkAddress, parent: NetworkAddress?,
    capability: MACCapability?, by arrival: Arrival, now: Instants
  ) {
    guard ieee != .unknown, ieee.rawValue != 0, ieee != network?.coordinator,
      address != .coordinator, address != .unknown, !address.isBroadcast
    else { return }
    if departed.contains(ieee) {
      guard arrival == .trustCenter, permitJoinEnds != nil else {
        sendAway(ieee, address, at: now)
        return
      }
      departed.removeAll { $0 == ieee }
      departedToldAt[ieee] = nil
    }
    if sessions[ieee] == nil {
      guard welcome(ieee, at: address, now: now) else { return }
      update(ieee, address: address, parent: parent, capability: capability)
      // Stored at once: a restart before the first step must not meet a stranger.
      if let device = sessions[ieee]?.device { emit(.deviceChanged(device)) }
      startInterview(of: ieee, at: now)
    } else {
      cameBack(
        ieee, address: address, parent: parent, capability: capability, by: arrival, at: now)
    }
    deliverKeptFrames(of: address, to: ieee, at: now)
  }

  /// Makes the record of a device that was not known.
  private mutating func welcome(_ ieee: IEEEAddress, at address: NetworkAddress, now: Instants) -> Bool {
    guard sessions.count < configuration.maximumDevices else {
      emit(
        .diagnostic(
          .warning("\(ieee) joined, but \(configuration.maximumDevices) devices are the limit.")))
      return false
    }
    if permitJoinEnds == nil {
      emit(.diagnostic(.warning("Unknown device \(ieee) is in the network although joining is closed.")))
    }
    var session = DeviceSession(
      device: ZigbeeDevice(ieee: ieee, networkAddress: address, joinedAt: now.wall),
      configuration: configuration)
    session.lastJoin = now.monotonic
    session.awakeUntil = now.monotonic + configuration.awakeTimeAfterJoin
    sessions[ieee] = session
    claim(address, for: ieee, releasing: nil)
    armAvailability(of: ieee, at: now)
    emit(.deviceJoined(ieee))
    return true
  }

  private mutating func cameBack(
    _ ieee: IEEEAddress, address: NetworkAddress, parent: NetworkAddress?,
    capability: MACCapability?, by arrival: Arrival, at now: Instants
  ) {
    guard let before = sessions[ieee] else { return }
    let isRepeated = before.lastJoin.map { $0 + Self.arrivalTime > now.monotonic } ?? false
    if before.device.networkAddress != address {
      claim(address, for: ieee, releasing: before.device.networkAddress)
    }
    if update(ieee, address: address, parent: parent, capability: capability),
      let device = sessions[ieee]?.device
    {
      emit(.deviceChanged(device))
    }
    guard arrival != .heard else { return }
    sessions[ieee]?.lastJoin = now.monotonic
    sessions[ieee]?.awakeUntil = now.monotonic + configuration.awakeTimeAfterJoin
    guard !isRepeated, before.removal == nil else { return }
    if arrival == .trustCenter, permitJoinEnds != nil {
      // Paired anew on purpose: it may have been reset, so what was set up in it is set up again.
      interview(ieee, at: now)
    } else if before.isInterviewed {
      emit(.deviceReady(ieee))
    }
  }

  private mutating func claim(
    _ address: NetworkAddress, for ieee: IEEEAddress, releasing old: NetworkAddress?
  ) {
    guard let loser = addresses.assign(address, to: ieee, releasing: old) else { return }
    sessions[loser]?.device.networkAddress = .unknown
    guard let device = sessions[loser]?.device else { return }
    emit(.deviceChanged(device))
    emit(.diagnostic(.notice("Address \(address) went from \(loser) to \(ieee).")))
  }

  /// True when the record changed.
  @discardableResult
  private mutating func update(
    _ ieee: IEEEAddress, address: NetworkAddress, parent: NetworkAddress?, capability: MACCapability?
  ) -> Bool {
    guard var device = sessions[ieee]?.device else { return false }
    let before = device
    device.networkAddress = address
    if let parent { device.parent = parent }
    if let capability, device.nodeDescriptor.isEmpty {
      device.isRouter = capability.contains(.fullFunctionDevice)
      device.isMainsPowered = capability.contains(.mainsPowered)
      device.isSleepy = !capability.contains(.receiverOnWhenIdle) && !device.isRouter
    }
    sessions[ieee]?.device = device
    return device != before
  }

  private mutating func deliverKeptFrames(
    of address: NetworkAddress, to ieee: IEEEAddress, at now: Instants
  ) {
    let frames = addresses.takeFrames(of: address)
    armUnknownSenders()
    guard sessions[ieee] != nil else { return }
    for frame in frames { deliver(frame, from: ieee, at: now) }
  }

  // MARK: - Asking for addresses

  mutating func askOwner(of address: NetworkAddress, at now: Instants) {
    guard isUp else { return }
    let message = ZDOMessage(
      sequence: transactions.freshSequence(), IEEEAddressRequest(networkAddress: address))
    // It may sleep: nobody knows.
    let request = Self.request(message, to: .device(address), toSleepyDevice: true)
    send(request, exchange: nil, id: nextRadioRequestID(), at: now)
  }

  mutating func armUnknownSenders() { timers[.unknownSenders] = addresses.nextDeadline }

  mutating func askUnknownSenders(at now: Instants) {
    for address in addresses.expire(at: now.monotonic) { askOwner(of: address, at: now) }
    armUnknownSenders()
  }

  /// Asks the network for the short addresses of devices that have something waiting and none.
  mutating func lookUpAddresses(at now: Instants) {
    for ieee in devicesWithWork.sorted() where sessions[ieee]?.device.networkAddress == .unknown {
      lookUp(ieee, interval: configuration.lookupInterval, at: now)
      let again = now.monotonic + configuration.lookupInterval
      timers[.broadcasts] = min(timers[.broadcasts] ?? again, again)
    }
  }

  private mutating func lookUp(_ ieee: IEEEAddress, interval: TimeSpan, at now: Instants) {
    if let asked = sessions[ieee]?.lookedUpAt, asked + interval > now.monotonic { return }
    sessions[ieee]?.lookedUpAt = now.monotonic
    guard broadcastQueue.count < configuration.broadcastQueueLimit else {
      counters.droppedBroadcasts &+= 1
      return
    }
    broadcastQueue.append(
      ZDOMessage(sequence: transactions.freshSequence(), NetworkAddressRequest(ieee: ieee)))
    sendBroadcasts(at: now)
  }

  /// A device that takes nothing may have another address, or be gone: both are looked into.
  mutating func doubtAddress(of ieee: IEEEAddress, at now: Instants) {
    guard isUp else { return }
    lookUp(ieee, interval: .minutes(1), at: now)
    checkSoon(ieee, at: now)
  }

  mutating func sendBroadcasts(at now: Instants) {
    while let message = broadcastQueue.first {
      let slot = broadcasts.nextSlot(at: now.monotonic)
      guard slot <= now.monotonic else {
        timers[.broadcasts] = slot
        return
      }
      broadcastQueue.removeFirst()
      broadcasts.spend(at: now.monotonic)
      send(
        Self.request(message, to: .broadcast(.broadcastRxOnWhenIdle)), exchange: nil,
        id: nextRadioRequestID(), at: now)
    }
  }

  // MARK: - Leaving

  /// Asks a device to leave. It is gone afterwards in any case: at once when forced, otherwise when it
  /// confirmed or when its time is over.
  package mutating func removeDevice(
    _ ieee: IEEEAddress, force: Bool, id: HostRequestID, at now: Instants
  ) {
    guard let session = sessions[ieee] else {
      complete(id, .failed(.unknownDevice))
      return
    }
    guard force || session.removal == nil else {
      complete(id, .failed(.deviceGone))
      return
    }
    remember(departed: ieee)
    if force {
      sendAway(ieee, session.device.networkAddress, at: now)
      drop(ieee, at: now)
      complete(id, .succeeded)
    } else {
      endExchanges(of: ieee, at: now)
      sessions[ieee]?.removal = id
      submit(
        .deviceObject(
          .managementLeaveRequest, body: ManagementLeaveRequest(ieee: ieee).encodedBytes),
        to: ieee, for: .removal, priority: .control, limit: configuration.removalTime, at: now)
    }
    pump(at: now)
  }

  mutating func removalEnded(of ieee: IEEEAddress, _ outcome: ExchangeOutcome, at now: Instants) {
    guard sessions[ieee]?.removal != nil else { return }
    if case .failed(let failure) = outcome {
      emit(
        .diagnostic(
          .warning(
            "\(ieee) did not confirm that it leaves (\(failure.words)): reset it, or it may come back.")))
    }
    drop(ieee, at: now)
  }

  mutating func left(
    _ ieee: IEEEAddress, _ address: NetworkAddress, rejoins: Bool, at now: Instants
  ) {
    let device = ieee == .unknown ? addresses.owner(of: address) : ieee
    guard let device, sessions[device] != nil, !rejoins else { return }
    drop(device, at: now)
  }

  /// Forgets a device; everything that waits for it ends.
  private mutating func drop(_ ieee: IEEEAddress, at now: Instants) {
    guard let session = sessions[ieee] else { return }
    sessions[ieee]?.removal = nil
    endExchanges(of: ieee, at: now)
    addresses.release(session.device.networkAddress, of: ieee)
    ledger.forget(ieee)
    timers[.availability(ieee)] = nil
    timers[.interview(ieee)] = nil
    pingsWaiting.removeAll { $0 == ieee }
    devicesWithWork.remove(ieee)
    sessions[ieee] = nil
    emit(.deviceLeft(ieee))
    if let removal = session.removal { complete(removal, .succeeded) }
    admitInterviews(at: now)
  }

  private mutating func endExchanges(of ieee: IEEEAddress, at now: Instants) {
    interviewing.remove(ieee)
    interviewsWaiting.removeAll { $0 == ieee }
    let open = exchanges.values.filter { $0.device == ieee }.map(\.id).sorted()
    for id in open { end(id, .failed(.deviceGone), at: now) }
  }

  private mutating func remember(departed ieee: IEEEAddress) {
    guard !departed.contains(ieee) else { return }
    if departed.count >= configuration.departedLimit {
      departedToldAt[departed.removeFirst()] = nil
    }
    departed.append(ieee)
  }

  /// Tells a device that was removed, and still talks, to leave.
  private mutating func sendAway(_ ieee: IEEEAddress, _ address: NetworkAddress, at now: Instants) {
    if let told = departedToldAt[ieee], told + Self.farewellInterval > now.monotonic { return }
    guard isUp, address != .unknown else { return }
    departedToldAt[ieee] = now.monotonic
    let message = ZDOMessage(
      sequence: transactions.freshSequence(), ManagementLeaveRequest(ieee: ieee))
    send(
      Self.request(message, to: .device(address), toSleepyDevice: true), exchange: nil,
      id: nextRadioRequestID(), at: now)
  }
}
