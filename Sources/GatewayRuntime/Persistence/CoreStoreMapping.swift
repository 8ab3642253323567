import GatewayCore
import JSON
import SansIO
import Storage
import ZCL
import Zigbee

/// The core's changes as changes of the store.
enum CoreStoreMapping {
  /// Keys of the metadata table that the core's records use.
  enum MetadataKey {
    static let lockoutPrefix = "lockout/"
    static let eventPrefix = "event/"
    static let reservedEvents = "reserved-events"

    static func lockout(_ subject: LockoutSubject) -> String { lockoutPrefix + subject.text }
    static func event(_ id: EventID) -> String { eventPrefix + String(id.rawValue) }
  }

  static func storeChanges(_ changes: [CoreChange]) -> [StoreChange] {
    var result: [StoreChange] = []
    result.reserveCapacity(changes.count)
    for change in changes { append(change, to: &result) }
    return result
  }

  private static func append(_ change: CoreChange, to result: inout [StoreChange]) {
    switch change {
    case .putDevice(let record): result += DeviceRowMapping.changes(record)
    case .removeDevice(let ieee): result.append(.deleteDevice(ieee: ieee.rawValue))
    case .deviceSeen(let ieee, let time, let quality, let strength):
      result.append(
        .deviceSeen(
          DeviceSighting(
            ieee: ieee.rawValue, lastSeen: time.milliseconds, linkQuality: quality,
            signalStrength: strength)))
    case .putValue(let key, let value): result.append(.putAttribute(attributeRow(key, value)))
    case .putCall(let record): result.append(.putHandledCall(CallRowMapping.row(record)))
    case .removeCalls(let time): result.append(.deleteHandledCalls(before: time.milliseconds))
    case .allowUser(let user):
      result.append(
        .putAllowedUser(
          AllowedUserRow(
            userID: user.userID, addedBy: user.addedBy, addedAt: user.addedAt.milliseconds)))
    case .removeUser(let user): result.append(.deleteAllowedUser(userID: user))
    case .appendAudit(let record):
      let what = record.device.isEmpty ? record.what : "\(record.what) \(record.device)"
      result.append(
        .appendAudit(
          AuditEntry(at: record.time.milliseconds, who: record.who, what: what, result: record.result)))
    case .putLockout, .removeLockout, .putEvent, .removeEvent, .reserveEvents:
      if let change = metadataChange(change) { result.append(change) }
    }
  }

  /// The records that are metadata, by their keys.
  private static func metadataChange(_ change: CoreChange) -> StoreChange? {
    switch change {
    case .putLockout(let lockout):
      .putMetadata(key: MetadataKey.lockout(lockout.subject), value: json(lockout).encoded())
    case .removeLockout(let subject): .deleteMetadata(key: MetadataKey.lockout(subject))
    case .putEvent(let event):
      CoreEventCoding.json(event).map {
        .putMetadata(key: MetadataKey.event(event.id), value: $0.encoded())
      }
    case .removeEvent(let id): .deleteMetadata(key: MetadataKey.event(id))
    case .reserveEvents(let id):
      .putMetadata(key: MetadataKey.reservedEvents, value: Array(String(id.rawValue).utf8))
    default: nil
    }
  }

  private static func attributeRow(_ key: AttributeKey, _ value: StoredValue) -> AttributeRow {
    AttributeRow(
      ieee: key.device.rawValue, endpoint: key.endpoint.rawValue, cluster: key.cluster.rawValue,
      manufacturer: key.manufacturer?.rawValue ?? 0, attribute: key.attribute.rawValue,
      type: value.value.type.rawValue, value: TypedValueBytes.bytes(value.value),
      updatedAt: value.updatedAt.milliseconds)
  }

  // MARK: Back

  static func coreState(_ stored: StoredState) -> CoreState {
    var state = CoreState()
    state.devices = DeviceRowMapping.records(stored)
    for row in stored.attributes {
      guard let value = TypedValueBytes.value(type: DataType(rawValue: row.type), row.value) else { continue }
      let key = AttributeKey(
        device: IEEEAddress(rawValue: row.ieee), endpoint: EndpointID(row.endpoint),
        cluster: ClusterID(rawValue: row.cluster),
        manufacturer: row.manufacturer == 0 ? nil : ManufacturerCode(rawValue: row.manufacturer),
        attribute: AttributeID(row.attribute))
      state.values[key] = StoredValue(value: value, updatedAt: WallTime(milliseconds: row.updatedAt))
    }
    state.calls = stored.handledCalls.map(CallRowMapping.record)
    state.users = stored.allowedUsers.map {
      StoredUser(userID: $0.userID, addedBy: $0.addedBy, addedAt: WallTime(milliseconds: $0.addedAt))
    }
    for (key, bytes) in stored.metadata.sorted(by: { $0.key < $1.key }) {
      restore(key, bytes, into: &state)
    }
    state.pendingEvents.sort { $0.id < $1.id }
    return state
  }

  private static func restore(_ key: String, _ bytes: [UInt8], into state: inout CoreState) {
    if key == MetadataKey.reservedEvents {
      if let number = Int64(String(decoding: bytes, as: UTF8.self)) {
        state.reservedEvents = EventID(rawValue: number)
      }
      return
    }
    guard key.hasPrefix(MetadataKey.lockoutPrefix) || key.hasPrefix(MetadataKey.eventPrefix),
      let json = try? JSONValue(parsing: bytes, limits: JSONLimits())
    else { return }
    if key.hasPrefix(MetadataKey.eventPrefix) {
      if let event = CoreEventCoding.event(json) { state.pendingEvents.append(event) }
    } else if let subject = LockoutSubject(String(key.dropFirst(MetadataKey.lockoutPrefix.count))) {
      state.lockouts.append(lockout(subject, json))
    }
  }

  private static func json(_ lockout: Lockout) -> JSONValue {
    [
      "failures": .array(lockout.failures.map { .integer($0.milliseconds) }),
      "count": .integer(Int64(lockout.count)),
      "until": lockout.until.map { .integer($0.milliseconds) } ?? .null,
    ]
  }

  private static func lockout(_ subject: LockoutSubject, _ json: JSONValue) -> Lockout {
    Lockout(
      subject: subject,
      failures: (json["failures"]?.arrayValue ?? []).compactMap {
        $0.integerValue.map { WallTime(milliseconds: $0) }
      },
      count: json["count"]?.integerValue.flatMap { Int(exactly: $0) } ?? 0,
      until: json["until"]?.integerValue.map { WallTime(milliseconds: $0) })
  }
}
