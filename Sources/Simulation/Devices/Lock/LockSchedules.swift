import ByteCoding
import JSON
import SansIO
import ZCL
import Zigbee

/// The schedules of a lock: two of each kind for a user, and four holidays.
struct LockSchedules: Hashable, Sendable {
  static let perUser = 2
  static let holidayCount = 4

  struct Key: Hashable, Sendable {
    var schedule: UInt8
    var user: UInt16

    var isValid: Bool { schedule < LockSchedules.perUser && user < LockUsers.count }
    var bytes: [UInt8] { [schedule] + littleEndian(user) }
  }

  /// Days (bit 0 is Sunday), start hour and minute, end hour and minute.
  private var weekDays: [Key: [UInt8]] = [:]
  /// Start and end, seconds since 2000 in local time.
  private var yearDays: [Key: [UInt8]] = [:]
  /// Start, end and operating mode.
  private var holidays: [UInt8: [UInt8]] = [:]

  /// Commands 0x0B to 0x13. nil for others.
  mutating func handle(
    _ command: UInt8, _ reader: inout ByteReader
  ) throws(DecodingFailure) -> CommandAnswer? {
    switch command {
    case 0x0B...0x0D: return try handle(command, 0x0B, length: 5, &weekDays, &reader)
    case 0x0E...0x10: return try handle(command, 0x0E, length: 8, &yearDays, &reader)
    case 0x11...0x13: return try handleHoliday(command, &reader)
    default: return nil
    }
  }

  private func handle(
    _ command: UInt8, _ first: UInt8, length: Int, _ table: inout [Key: [UInt8]],
    _ reader: inout ByteReader
  ) throws(DecodingFailure) -> CommandAnswer {
    let key = Key(schedule: try reader.readUInt8(), user: try reader.readUInt16LE())
    switch command - first {
    case 0:
      let value = try reader.readBytes(count: length)
      let isSane = key.isValid && (length == 8 || (value[1] < 24 && value[2] < 60 && value[3] < 24))
      if isSane { table[key] = value }
      return .response(command, [isSane ? 0 : 1])
    case 1:
      guard key.isValid else { return .response(command, key.bytes + [ZCLStatus.invalidField.rawValue]) }
      guard let value = table[key] else {
        return .response(command, key.bytes + [ZCLStatus.notFound.rawValue])
      }
      return .response(command, key.bytes + [0] + value)
    default:
      let isKnown = key.isValid
      table[key] = nil
      return .response(command, [isKnown ? 0 : 1])
    }
  }

  private mutating func handleHoliday(
    _ command: UInt8, _ reader: inout ByteReader
  ) throws(DecodingFailure) -> CommandAnswer {
    let id = try reader.readUInt8()
    let isValid = id < Self.holidayCount
    switch command {
    case 0x11:
      let value = try reader.readBytes(count: 9)
      if isValid { holidays[id] = value }
      return .response(command, [isValid ? 0 : 1])
    case 0x12:
      guard isValid else { return .response(command, [id, ZCLStatus.invalidField.rawValue]) }
      guard let value = holidays[id] else { return .response(command, [id, ZCLStatus.notFound.rawValue]) }
      return .response(command, [id, 0] + value)
    default:
      holidays[id] = nil
      return .response(command, [isValid ? 0 : 1])
    }
  }

  /// Whether a user of this type may come in at this local time (seconds since 2000, a Saturday).
  func admits(user: Int, type: UInt8, at seconds: UInt32) -> Bool {
    let keys = (0..<UInt8(Self.perUser)).map { Key(schedule: $0, user: UInt16(clamping: user)) }
    switch type {
    case 1:
      return keys.compactMap { yearDays[$0] }.contains { value in
        let start = Self.number(value[0..<4])
        let end = Self.number(value[4..<8])
        return start <= seconds && seconds <= end
      }
    case 2:
      let weekday = (seconds / 86_400 + 6) % 7
      let minute = seconds / 60 % 1440
      return keys.compactMap { weekDays[$0] }.contains { value in
        let start = UInt32(value[1]) * 60 + UInt32(value[2])
        let end = UInt32(value[3]) * 60 + UInt32(value[4])
        return value[0] & (1 << UInt8(weekday)) != 0 && start <= minute && minute <= end
      }
    case 4: return false
    default: return true
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  var json: JSONValue {
    func table(_ entries: [Key: [UInt8]]) -> JSONValue {
      .object(
        JSONObject(
          entries.map { ("\($0.key.user).\($0.key.schedule)", .string(Hexadecimal.string($0.value))) }
            .sorted { $0.0 < $1.0 }))
    }
    let days = holidays.map { ("\($0.key)", JSONValue.string(Hexadecimal.string($0.value))) }
    return .object(
      JSONObject([
        ("week", table(weekDays)), ("year", table(yearDays)),
        ("holiday", .object(JSONObject(days.sorted { $0.0 < $1.0 }))),
      ]))
  }

  mutating func restore(_ json: JSONValue?) {
    func table(_ value: JSONValue?, length: Int) -> [Key: [UInt8]] {
      var result: [Key: [UInt8]] = [:]
      for member in value?.objectValue?.members ?? [] {
        let parts = member.key.split(separator: ".")
        guard parts.count == 2, let user = UInt16(parts[0]), let schedule = UInt8(parts[1]),
          let bytes = member.value.stringValue.flatMap(Hexadecimal.bytes), bytes.count == length
        else { continue }
        let key = Key(schedule: schedule, user: user)
        if key.isValid { result[key] = bytes }
      }
      return result
    }
    weekDays = table(json?["week"], length: 5)
    yearDays = table(json?["year"], length: 8)
    for member in json?["holiday"]?.objectValue?.members ?? [] {
      guard let id = UInt8(member.key), id < Self.holidayCount,
        let bytes = member.value.stringValue.flatMap(Hexadecimal.bytes), bytes.count == 9
      else { continue }
      holidays[id] = bytes
    }
  }
}
