import ByteCoding
import RadioInterface
import SansIO
import ZCL
import Zigbee
import ZigbeeHost

extension GatewayCore {
  package mutating func hostEvent(_ event: HostEvent, at now: Instants) {
    noteClock(now)
    switch event {
    case .radioStateChanged(let state):
      guard state != radio else { return }
      radio = state
      raise(.gatewayState(self.state), at: now)
    case .networkUp: break
    case .permitJoinChanged(let seconds):
      raise(.permitJoin(seconds: seconds), at: now)
    case .deviceJoined(let ieee):
      emit(.diagnostic(.notice("device \(ieee) has joined")))
    case .deviceChanged(let device): deviceChanged(device, at: now)
    case .interviewProgressed(let ieee, let state):
      guard let record = registry[ieee] else { return }
      raise(.interview(record.identity, state), at: now)
    case .deviceReady(let ieee): deviceReady(ieee, at: now)
    case .deviceLeft(let ieee): deviceLeft(ieee, at: now)
    case .deviceSeen(let ieee, let quality, let strength):
      guard
        registry.noteSeen(ieee, at: now.wall, linkQuality: quality.rawValue, signalStrength: strength)
      else { return }
      emit(
        .persist(
          [.deviceSeen(ieee, at: now.wall, linkQuality: quality.rawValue, signalStrength: strength)], nil))
    case .availabilityChanged(let ieee, let isAvailable):
      availabilityChanged(ieee, isAvailable, at: now)
    case .attributes(let update): attributes(update, at: now)
    case .command(let command): deviceCommand(command, at: now)
    case .requestCompleted(let id, let result): requestCompleted(id, result, at: now)
    case .diagnostic(let diagnostic): emit(.diagnostic(CoreDiagnostic(diagnostic)))
    }
  }

  private mutating func deviceChanged(_ device: ZigbeeDevice, at now: Instants) {
    let (record, isNew) = registry.put(device)
    if isNew {
      persist([.putDevice(record)], for: .housekeeping)
    } else {
      emit(.persist([.putDevice(record)], nil))
    }
  }

  private mutating func deviceReady(_ ieee: IEEEAddress, at now: Instants) {
    let isFirst = registry[ieee]?.isReady == false
    guard let record = registry.decideDeviceID(ieee) else { return }
    raise(.deviceOnline(record.identity, joined: isFirst), changes: [.putDevice(record)], at: now)
  }

  /// Takes the device out, by its own word or by order.
  mutating func deviceLeft(_ ieee: IEEEAddress, at now: Instants) {
    guard let record = registry.remove(ieee) else { return }
    values.remove(ieee)
    raise(.deviceDeleted(record.identity), changes: [.removeDevice(ieee)], at: now)
    for (id, call) in calls.active where call.device == ieee && call.stage == .waitingForLeave {
      finish(id, .ok, at: now)
    }
  }

  private mutating func availabilityChanged(_ ieee: IEEEAddress, _ isAvailable: Bool, at now: Instants) {
    guard registry.setAvailable(ieee, isAvailable), let record = registry[ieee] else { return }
    guard record.isReady else { return emit(.persist([.putDevice(record)], nil)) }
    raise(
      isAvailable ? .deviceOnline(record.identity, joined: false) : .deviceOffline(record.identity),
      changes: [.putDevice(record)], at: now)
  }

  private mutating func attributes(_ update: AttributeUpdate, at now: Instants) {
    guard let identity = registry.identity(of: update.device) else {
      // Nobody to tell it for; without an answer the device would only repeat it.
      if let token = update.token { emit(.host(.acknowledge(token))) }
      return
    }
    var changes: [CoreChange] = []
    var readings: [AttributeReading] = []
    for item in update.records {
      let key = AttributeKey(
        device: update.device, endpoint: update.endpoint, cluster: update.cluster,
        manufacturer: update.manufacturer, attribute: item.attribute)
      let before = values[key]?.value
      let value = StoredValue(value: item.value, updatedAt: now.wall)
      if values.put(value, for: key) { changes.append(.putValue(key, value)) }
      // What was asked for is news only when it changed.
      if update.origin == .report || before.map({ $0 != item.value }) ?? false {
        readings.append(AttributeReading(key, item.value, among: values.values(of: update.device)))
      }
    }
    for reading in readings where update.cluster != .basic {
      raise(.attributeReport(identity, reading), at: now)
    }
    if let token = update.token {
      persist(changes, for: .acknowledgement(token))
    } else if !changes.isEmpty {
      emit(.persist(changes, nil))
    }
  }
}

extension CoreDiagnostic {
  init(_ diagnostic: RadioDiagnostic) {
    switch diagnostic {
    case .warning(let text): self = .warning(text)
    case .notice(let text): self = .notice(text)
    case .debug(let text): self = .debug(text)
    }
  }
}
