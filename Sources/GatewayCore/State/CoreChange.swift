import SansIO
import Zigbee
import ZigbeeHost

/// One change of what the core keeps. "Put" inserts or replaces. The large and rare ones are indirect.
package enum CoreChange: Hashable, Sendable {
  indirect case putDevice(DeviceRecord)
  /// With all its values.
  case removeDevice(IEEEAddress)
  case deviceSeen(IEEEAddress, at: WallTime, linkQuality: UInt8?, signalStrength: Int8?)
  case putValue(AttributeKey, StoredValue)
  indirect case putCall(CallRecord)
  /// Everything older.
  case removeCalls(before: WallTime)
  indirect case putLockout(Lockout)
  case removeLockout(LockoutSubject)
  case allowUser(StoredUser)
  case removeUser(String)
  /// A critical event on its way to the front doors.
  indirect case putEvent(CoreEvent)
  /// Every durable front door has it.
  case removeEvent(EventID)
  /// No event has or will have a number from here on before this is stored again, higher.
  case reserveEvents(before: EventID)
  indirect case appendAudit(AuditRecord)
}

/// What the core knew when it stopped.
package struct CoreState: Hashable, Sendable {
  package var devices: [DeviceRecord] = []
  package var values: [AttributeKey: StoredValue] = [:]
  package var calls: [CallRecord] = []
  package var lockouts: [Lockout] = []
  package var users: [StoredUser] = []
  package var pendingEvents: [CoreEvent] = []
  package var reservedEvents = EventID(rawValue: 1)

  package init() {}

  /// Makes the change, as a store does: for tests and simulations.
  package mutating func apply(_ change: CoreChange) {
    switch change {
    case .putDevice(let record):
      devices.removeAll { $0.ieee == record.ieee }
      devices.append(record)
    case .removeDevice(let ieee):
      devices.removeAll { $0.ieee == ieee }
      values = values.filter { $0.key.device != ieee }
    case .deviceSeen(let ieee, let time, let quality, let strength):
      guard let index = devices.firstIndex(where: { $0.ieee == ieee }) else { return }
      devices[index].device.noteSeen(at: time, linkQuality: quality, signalStrength: strength)
    case .putValue(let key, let value): values[key] = value
    case .putCall(let record):
      calls.removeAll { $0.identity == record.identity }
      calls.append(record)
    case .removeCalls(let time): calls.removeAll { $0.recordedAt < time }
    case .putLockout(let lockout):
      lockouts.removeAll { $0.subject == lockout.subject }
      lockouts.append(lockout)
    case .removeLockout(let subject): lockouts.removeAll { $0.subject == subject }
    case .allowUser(let user):
      users.removeAll { $0.userID == user.userID }
      users.append(user)
    case .removeUser(let id): users.removeAll { $0.userID == id }
    case .putEvent(let event):
      pendingEvents.removeAll { $0.id == event.id }
      pendingEvents.append(event)
    case .removeEvent(let id): pendingEvents.removeAll { $0.id == id }
    case .reserveEvents(let id): reservedEvents = id
    case .appendAudit: break
    }
  }
}

extension ZigbeeDevice {
  mutating func noteSeen(at time: WallTime, linkQuality: UInt8?, signalStrength: Int8?) {
    lastSeen = time
    if let linkQuality { self.linkQuality = .init(rawValue: linkQuality) }
    if let signalStrength { self.signalStrength = signalStrength }
  }
}
