import SansIO
import Zigbee

/// The air: latency and order, broadcasts and groups, and the parent's queue for sleepers.
extension VirtualHouse {
  /// The network that the coordinator runs now; nil when it runs none.
  var network: NetworkIdentity? {
    coordinator.isRunning ? coordinator.identity : nil
  }

  /// Whether coordinator and device can hear each other.
  func isReachable(_ index: Int) -> Bool {
    let resident = residents[index]
    return resident.isOn && resident.device.isJoined && resident.network == network
  }

  private mutating func flight(at now: MonotonicInstant) -> MonotonicInstant {
    let jitter = UInt64(max(0, options.radio.jitter.nanoseconds))
    let extra = jitter == 0 ? 0 : Int64(generator.next() % jitter)
    return now + options.radio.latency + TimeSpan(nanoseconds: extra)
  }

  // MARK: From the coordinator

  mutating func transmit(_ frame: AirFrame, _ confirmation: Confirmation?, at now: MonotonicInstant) {
    if coordinator.faults.strike(.move) != nil { moveSomebody(at: now) }
    switch frame.destination {
    case .device(let address):
      let current = network
      let index = residents.firstIndex {
        $0.device.address == address && $0.device.isJoined && $0.network == current
      }
      guard let index else {
        confirm(confirmation, .noRoute, at: now + options.radio.noRoute)
        return
      }
      sendUnicast(frame, to: index, confirmation, at: now)
    case .broadcast(let address):
      for index in residents.indices where isReachable(index) {
        broadcast(frame, address, to: index, at: now)
      }
      confirm(confirmation, .success, at: flight(at: now))
    case .group:
      for index in residents.indices where isReachable(index) && !residents[index].device.isSleepy {
        sendToAwake(frame, index, nil, at: now)
      }
      confirm(confirmation, .success, at: flight(at: now))
    }
  }

  private mutating func broadcast(
    _ frame: AirFrame, _ address: NetworkAddress, to index: Int, at now: MonotonicInstant
  ) {
    let isSleepy = residents[index].device.isSleepy
    if address == .broadcastAll, isSleepy {
      queue(frame, for: index, nil, at: now)
    } else if !isSleepy {
      sendToAwake(frame, index, nil, at: now)
    }
  }

  private mutating func sendUnicast(
    _ frame: AirFrame, to index: Int, _ confirmation: Confirmation?, at now: MonotonicInstant
  ) {
    if residents[index].device.isSleepy {
      queue(frame, for: index, confirmation, at: now)
    } else if residents[index].isOn {
      sendToAwake(frame, index, confirmation, at: now)
    } else {
      confirm(confirmation, .macNoAcknowledgement, at: now + options.radio.noAcknowledgement)
    }
  }

  private mutating func sendToAwake(
    _ frame: AirFrame, _ index: Int, _ confirmation: Confirmation?, at now: MonotonicInstant
  ) {
    if coordinator.faults.strike(.loseAir, from: .host) != nil {
      confirm(confirmation, .macNoAcknowledgement, at: now + options.radio.noAcknowledgement)
      return
    }
    var confirmation = confirmation
    if coordinator.faults.strike(.loseAcknowledgement) != nil {
      confirm(confirmation, .macNoAcknowledgement, at: now + options.radio.noAcknowledgement)
      confirmation = nil
    }
    let arrival = max(flight(at: now), residents[index].lastDelivery)
    residents[index].lastDelivery = arrival
    schedule.add(.deliver(index, frame, confirmation), at: arrival)
  }

  private mutating func confirm(
    _ confirmation: Confirmation?, _ status: TransmissionStatus, at instant: MonotonicInstant
  ) {
    if let confirmation { schedule.add(.confirm(confirmation, status), at: instant) }
  }

  mutating func deliver(
    _ frame: AirFrame, to index: Int, _ confirmation: Confirmation?, at now: MonotonicInstant
  ) {
    guard isReachable(index) else {
      coordinator.transmissionFinished(confirmation, .macNoAcknowledgement, at: now)
      return
    }
    coordinator.transmissionFinished(confirmation, .success, at: now)
    if frame.destinationEndpoint == .deviceObject, frame.cluster == .managementPermitJoiningRequest,
      frame.payload.count >= 2, !residents[index].device.isSleepy
    {
      residents[index].permitsJoiningUntil = now + .seconds(Int64(frame.payload[1]))
      wakeSearchers(at: now)
    }
    record?.noteReceived(frame, by: residents[index].device.ieee)
    residents[index].device.received(frame, at: now)
    drainDevice(index, at: now)
  }

  // MARK: Sleepers

  private mutating func queue(
    _ frame: AirFrame, for index: Int, _ confirmation: Confirmation?, at now: MonotonicInstant
  ) {
    guard residents[index].waiting.count < options.radio.indirectLimit else {
      confirm(confirmation, TransmissionStatus(rawValue: 0xF1), at: now + .milliseconds(2))
      return
    }
    let number = nextNumber()
    residents[index].waiting.append(.init(number: number, frame: frame, confirmation: confirmation))
    schedule.add(.expire(index, number), at: now + options.radio.indirectExpiry)
    schedulePoll(index, at: now)
  }

  mutating func expire(_ index: Int, _ number: UInt64, at now: MonotonicInstant) {
    guard let position = residents[index].waiting.firstIndex(where: { $0.number == number }) else { return }
    let lost = residents[index].waiting.remove(at: position)
    coordinator.transmissionFinished(lost.confirmation, .macTransactionExpired, at: now)
  }

  /// Plans the next poll when something waits: polls that find nothing are not worth an event.
  mutating func schedulePoll(_ index: Int, at now: MonotonicInstant) {
    guard !residents[index].waiting.isEmpty, residents[index].isOn,
      let sleep = residents[index].device.core.sleep
    else { return }
    let next = sleep.nextPoll(after: now)
    if let planned = residents[index].pollAt, planned <= next, planned > now { return }
    residents[index].pollAt = next
    schedule.add(.poll(index, next), at: next)
  }

  mutating func poll(_ index: Int, _ instant: MonotonicInstant, at now: MonotonicInstant) {
    guard residents[index].pollAt == instant else { return }
    residents[index].pollAt = nil
    guard isReachable(index), !residents[index].waiting.isEmpty else { return }
    let first = residents[index].waiting.removeFirst()
    // Somebody who gets a message asks for the next one at once.
    residents[index].device.core.sleep?.stayAwake(until: now + .milliseconds(600), from: now)
    if coordinator.faults.strike(.loseAir, from: .host) != nil {
      coordinator.transmissionFinished(first.confirmation, .macNoAcknowledgement, at: now)
    } else if coordinator.faults.strike(.loseAcknowledgement) != nil {
      coordinator.transmissionFinished(first.confirmation, .macNoAcknowledgement, at: now)
      deliver(first.frame, to: index, nil, at: now)
    } else {
      deliver(first.frame, to: index, first.confirmation, at: now)
    }
    guard !residents[index].waiting.isEmpty else { return }
    let next = now + .milliseconds(20)
    residents[index].pollAt = next
    schedule.add(.poll(index, next), at: next)
  }

  // MARK: From a device

  mutating func transmit(_ frame: AirFrame, from index: Int, at now: MonotonicInstant) {
    guard isReachable(index) else { return }
    var frame = frame
    frame.source = residents[index].device.address
    record?.noteSent(frame, from: residents[index].device.ieee)
    // Who has sent listens a moment for the answer.
    residents[index].device.core.sleep?.stayAwake(until: now + .milliseconds(600), from: now)
    let isLost = coordinator.faults.strike(.loseAir, from: .coordinator) != nil
    if !isLost, frame.destination == .device(.coordinator) || !frame.destination.isUnicast {
      let arrival = max(flight(at: now), residents[index].lastArrival)
      residents[index].lastArrival = arrival
      schedule.add(.arrive(frame, index), at: arrival)
    }
    switch frame.destination {
    case .device(.coordinator): break
    case .device(let address):
      let other = residents.firstIndex { $0.device.address == address && $0.device.isJoined }
      if let other, other != index { sendUnicast(frame, to: other, nil, at: now) }
    case .broadcast(let address):
      for other in residents.indices where other != index && isReachable(other) {
        broadcast(frame, address, to: other, at: now)
      }
    case .group:
      for other in residents.indices where other != index && isReachable(other) {
        if !residents[other].device.isSleepy { sendToAwake(frame, other, nil, at: now) }
      }
    }
  }
}
