import JSON
import SansIO
import ZCL
import Zigbee

extension CoreEvent {
  /// The stored form of a critical event; nil for the others, which are not stored.
  package var storedContent: [UInt8]? {
    guard let content = kind.stored else { return nil }
    return StoredForm.object(
      ("id", .integer(id.rawValue)), ("time", .integer(time.milliseconds)), ("event", content)
    ).encoded()
  }

  /// Nil for what cannot be read.
  package init?(storedContent: [UInt8]) {
    guard let object = StoredForm.parse(storedContent), let id = object["id"]?.integerValue,
      let time = object["time"]?.integerValue,
      let kind = object["event"].flatMap({ CoreEventKind(stored: $0) })
    else { return nil }
    self.init(id: EventID(rawValue: id), time: WallTime(milliseconds: time), kind: kind)
  }
}

extension CoreEventKind {
  fileprivate var stored: JSONValue? {
    let members: [(String, JSONValue)]
    switch self {
    case .deviceOnline(_, let joined): members = [("kind", "online"), ("joined", .bool(joined))]
    case .deviceOffline: members = [("kind", "offline")]
    case .deviceDeleted: members = [("kind", "deleted")]
    case .gatewayReset: members = [("kind", "gatewayReset")]
    case .alarm(_, let code, let cluster):
      members = [
        ("kind", "alarm"), ("code", .integer(Int64(code))), ("cluster", .integer(Int64(cluster.rawValue))),
      ]
    case .lockOperation(_, let operation):
      members = [
        ("kind", "lockOperation"), ("source", .integer(Int64(operation.source))),
        ("code", .integer(Int64(operation.code))), ("user", .integer(Int64(operation.userID))),
        ("localTime", .integer(Int64(operation.localTime))), ("data", StoredForm.hex(operation.data)),
      ]
    case .lockProgramming(_, let change):
      members = [
        ("kind", "lockProgramming"), ("source", .integer(Int64(change.source))),
        ("code", .integer(Int64(change.code))), ("user", .integer(Int64(change.userID))),
        ("userType", .integer(Int64(change.userType))), ("userStatus", .integer(Int64(change.userStatus))),
        ("localTime", .integer(Int64(change.localTime))), ("data", StoredForm.hex(change.data)),
      ]
    case .attributeReport, .deviceCommand, .deviceRenamed, .interview, .permitJoin, .gatewayState,
      .lateResult:
      return nil
    }
    return .object(JSONObject(members + (device.map { [("device", $0.stored)] } ?? [])))
  }

  fileprivate init?(stored: JSONValue) {
    let kind = stored["kind"]?.stringValue
    if kind == "gatewayReset" {
      self = .gatewayReset
      return
    }
    guard let device = stored["device"].flatMap({ DeviceIdentity(stored: $0) }) else { return nil }
    switch kind {
    case "online": self = .deviceOnline(device, joined: stored["joined"]?.boolValue ?? false)
    case "offline": self = .deviceOffline(device)
    case "deleted": self = .deviceDeleted(device)
    case "alarm":
      guard let code = StoredForm.number(stored["code"], as: UInt8.self),
        let cluster = StoredForm.number(stored["cluster"], as: UInt16.self)
      else { return nil }
      self = .alarm(device, code: code, cluster: ClusterID(rawValue: cluster))
    case "lockOperation":
      guard let operation = LockOperation(stored: stored) else { return nil }
      self = .lockOperation(device, operation)
    case "lockProgramming":
      guard let change = LockProgramming(stored: stored) else { return nil }
      self = .lockProgramming(device, change)
    default: return nil
    }
  }
}

extension LockOperation {
  fileprivate init?(stored: JSONValue) {
    guard let source = StoredForm.number(stored["source"], as: UInt8.self),
      let code = StoredForm.number(stored["code"], as: UInt8.self),
      let user = StoredForm.number(stored["user"], as: UInt16.self),
      let localTime = StoredForm.number(stored["localTime"], as: UInt32.self)
    else { return nil }
    self.init(
      source: source, code: code, userID: user, localTime: localTime,
      data: StoredForm.bytes(stored["data"]) ?? [])
  }
}

extension LockProgramming {
  fileprivate init?(stored: JSONValue) {
    guard let source = StoredForm.number(stored["source"], as: UInt8.self),
      let code = StoredForm.number(stored["code"], as: UInt8.self),
      let user = StoredForm.number(stored["user"], as: UInt16.self),
      let localTime = StoredForm.number(stored["localTime"], as: UInt32.self)
    else { return nil }
    self.init(
      source: source, code: code, userID: user, userType: StoredForm.number(stored["userType"]) ?? 0xFF,
      userStatus: StoredForm.number(stored["userStatus"]) ?? 0xFF, localTime: localTime,
      data: StoredForm.bytes(stored["data"]) ?? [])
  }
}
