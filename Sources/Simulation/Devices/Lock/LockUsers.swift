import JSON
import SansIO
import Zigbee

/// One slot of the lock's user table.
struct LockUser: Hashable, Sendable {
  /// 0 available, 1 occupied and enabled, 3 occupied and disabled.
  var status: UInt8 = 0
  /// 0 unrestricted, 1 year-day schedule, 2 week-day schedule, 3 master, 4 non-access.
  var type: UInt8 = 0
  var pin: Secret<[UInt8]>?
  var rfid: Secret<[UInt8]>?

  var isFree: Bool { pin == nil && rfid == nil }
}

/// The user table of a lock.
struct LockUsers: Hashable, Sendable {
  static let count = 20
  private var slots = [LockUser](repeating: LockUser(), count: count)

  subscript(index: Int) -> LockUser? {
    get { slots.indices.contains(index) ? slots[index] : nil }
    set { if slots.indices.contains(index) { slots[index] = newValue ?? LockUser() } }
  }

  /// The user whose PIN this is.
  func index(pin: [UInt8]) -> Int? { slots.firstIndex { $0.pin == Secret(pin) } }
  func index(rfid: [UInt8]) -> Int? { slots.firstIndex { $0.rfid == Secret(rfid) } }
  var occupied: Int { slots.filter { !$0.isFree }.count }

  mutating func removeAll(_ change: (inout LockUser) -> Void) {
    for index in slots.indices {
      change(&slots[index])
      if slots[index].isFree { slots[index] = LockUser() }
    }
  }

  /// The simulator's own state file, which is the lock's memory: it holds the codes.
  var json: JSONValue {
    .array(
      slots.map { user in
        .object(
          JSONObject([
            ("status", .integer(Int64(user.status))), ("type", .integer(Int64(user.type))),
            ("pin", user.pin.map { .string(Hexadecimal.string($0.reveal())) } ?? .null),
            ("rfid", user.rfid.map { .string(Hexadecimal.string($0.reveal())) } ?? .null),
          ]))
      })
  }

  mutating func restore(_ json: JSONValue?) {
    for (index, value) in (json?.arrayValue ?? []).prefix(Self.count).enumerated() {
      func code(_ key: String) -> Secret<[UInt8]>? {
        value[key]?.stringValue.flatMap(Hexadecimal.bytes).map { Secret($0) }
      }
      slots[index] = LockUser(
        status: UInt8(clamping: value["status"]?.integerValue ?? 0),
        type: UInt8(clamping: value["type"]?.integerValue ?? 0), pin: code("pin"), rfid: code("rfid"))
    }
  }
}
