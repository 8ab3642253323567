import ByteCoding
import JSON
import SansIO
import ZCL
import Zigbee

/// The commands of the Door Lock and Alarms clusters.
extension VirtualLock {
  mutating func handle(_ command: ClusterCommand, _ core: inout DeviceCore, at now: MonotonicInstant)
    -> CommandAnswer
  {
    guard command.direction == .clientToServer else { return .status(.unsupportedClusterCommand) }
    do throws(DecodingFailure) {
      return try command.payload.withReader { (reader) throws(DecodingFailure) in
        switch command.cluster {
        case .doorLock: try self.handleDoorLock(command, &reader, &core, at: now)
        case .alarms: self.handleAlarms(command, &core)
        default: CommandAnswer.status(.unsupportedClusterCommand)
        }
      }
    } catch {
      return .status(.malformedCommand)
    }
  }

  private func handleAlarms(_ command: ClusterCommand, _ core: inout DeviceCore) -> CommandAnswer {
    switch command.command {
    case 0x00, 0x01, 0x03:
      core.set(.alarms, 0, 0)
      return .status(.success)
    case 0x02: return .response(0x01, [ZCLStatus.notFound.rawValue])
    default: return .status(.unsupportedClusterCommand)
    }
  }

  private mutating func handleDoorLock(
    _ command: ClusterCommand, _ reader: inout ByteReader, _ core: inout DeviceCore, at now: MonotonicInstant
  ) throws(DecodingFailure) -> CommandAnswer {
    switch command.command {
    case 0x00...0x03: return try operate(command, &reader, &core, at: now)
    case 0x04: return try logRecord(&reader)
    case 0x05...0x08: return try pinCommand(command.command, &reader, &core, at: now)
    case 0x09, 0x0A, 0x14, 0x15: return try userCommand(command.command, &reader)
    case 0x16...0x19: return try rfidCommand(command.command, &reader, &core, at: now)
    default: return try schedules.handle(command.command, &reader) ?? .status(.unsupportedClusterCommand)
    }
  }

  // MARK: Lock and unlock

  private mutating func operate(
    _ command: ClusterCommand, _ reader: inout ByteReader, _ core: inout DeviceCore, at now: MonotonicInstant
  ) throws(DecodingFailure) -> CommandAnswer {
    let timeout = command.command == 0x03 ? UInt32(try reader.readUInt16LE()) : 0
    let pin = reader.isEmpty ? [] : try reader.readBytes(count: Int(try reader.readUInt8()))
    let locks = command.command == 0x00 || (command.command == 0x02 && !isLocked(core))
    let verdict = judge(pin, isRequired: core.integer(.doorLock, 0x0033) != 0, core, at: now)
    if command.command != 0x00 {
      unlockFrames.append(
        .init(
          time: now, command: command.command, sequence: command.sequence, succeeded: verdict.isAdmitted))
    }
    switch verdict {
    case .admitted(let user):
      wrongCodes = 0
      move(
        locks: locks, .radio, code: locks ? 1 : 2, user: user, relockAfter: timeout, &core, at: now)
    case .wrongCode: refuse(.radio, code: locks ? 3 : 5, countsAsWrong: true, &core, at: now)
    case .wrongTime: refuse(.radio, code: locks ? 4 : 6, countsAsWrong: false, &core, at: now)
    case .lockedOut: break
    }
    return .response(command.command, [verdict.isAdmitted ? 0 : 1])
  }

  enum Verdict: Hashable, Sendable {
    case admitted(UInt16)
    case wrongCode
    case wrongTime
    case lockedOut

    var isAdmitted: Bool {
      if case .admitted = self { true } else { false }
    }
  }

  /// A code that is given must be right even where none is required.
  func judge(
    _ pin: [UInt8], isRequired: Bool, _ core: DeviceCore, at now: MonotonicInstant
  ) -> Verdict {
    if let until = lockedOutUntil, now < until { return .lockedOut }
    if pin.isEmpty { return isRequired ? .wrongCode : .admitted(Self.noUser) }
    guard let index = users.index(pin: pin), let user = users[index], user.status == 1 else {
      return .wrongCode
    }
    let isInTime = schedules.admits(user: index, type: user.type, at: clock.zigbeeSeconds(at: now))
    return isInTime ? .admitted(UInt16(clamping: index)) : .wrongTime
  }

  mutating func refuse(
    _ source: Source, code: UInt8, countsAsWrong: Bool, _ core: inout DeviceCore, at now: MonotonicInstant
  ) {
    raiseOperation(source, code: code, user: Self.noUser, &core, at: now)
    guard countsAsWrong else { return }
    wrongCodes += 1
    guard wrongCodes >= max(1, Int(core.integer(.doorLock, 0x0030))) else { return }
    wrongCodes = 0
    lockedOutUntil = now + .seconds(core.integer(.doorLock, 0x0031))
    raiseAlarm(4, &core, at: now)
  }

  // MARK: Users

  private mutating func pinCommand(
    _ command: UInt8, _ reader: inout ByteReader, _ core: inout DeviceCore, at now: MonotonicInstant
  ) throws(DecodingFailure) -> CommandAnswer {
    if command == 0x08 {
      users.removeAll { $0.pin = nil }
      raiseProgramming(code: 3, user: Self.noUser, &core, at: now)
      return .response(0x08, [0])
    }
    let id = try reader.readUInt16LE()
    guard let old = users[Int(id)] else {
      return command == 0x06 ? .status(.invalidField) : .response(command, [command == 0x05 ? 2 : 1])
    }
    switch command {
    case 0x05:
      let status = try reader.readUInt8()
      let type = try reader.readUInt8()
      let pin = try reader.readBytes(count: Int(try reader.readUInt8()))
      let lengths = core.integer(.doorLock, 0x0018)...core.integer(.doorLock, 0x0017)
      guard lengths.contains(Int64(pin.count)), status == 1 || status == 3 || status == 0 else {
        return .response(0x05, [1])
      }
      if let other = users.index(pin: pin), other != Int(id) { return .response(0x05, [3]) }
      users[Int(id)] = LockUser(
        status: status == 0 ? 1 : status, type: type == 0xFF ? 0 : type, pin: Secret(pin), rfid: old.rfid)
      raiseProgramming(code: old.pin == nil ? 2 : 4, user: id, &core, at: now)
      return .response(0x05, [0])
    case 0x06:
      let shown = core.integer(.doorLock, 0x0032) != 0 ? old.pin?.reveal() ?? [] : []
      return .response(
        0x06, littleEndian(id) + [old.status, old.isFree ? 0xFF : old.type, UInt8(shown.count)] + shown)
    default:
      var user = old
      user.pin = nil
      users[Int(id)] = user.isFree ? LockUser() : user
      if old.pin != nil { raiseProgramming(code: 3, user: id, &core, at: now) }
      return .response(0x07, [0])
    }
  }

  private mutating func rfidCommand(
    _ command: UInt8, _ reader: inout ByteReader, _ core: inout DeviceCore, at now: MonotonicInstant
  ) throws(DecodingFailure) -> CommandAnswer {
    if command == 0x19 {
      users.removeAll { $0.rfid = nil }
      raiseProgramming(code: 6, user: Self.noUser, &core, at: now)
      return .response(0x19, [0])
    }
    let id = try reader.readUInt16LE()
    guard var user = users[Int(id)] else {
      return command == 0x17 ? .status(.invalidField) : .response(command, [command == 0x16 ? 2 : 1])
    }
    switch command {
    case 0x16:
      let status = try reader.readUInt8()
      let type = try reader.readUInt8()
      let code = try reader.readBytes(count: Int(try reader.readUInt8()))
      let lengths = core.integer(.doorLock, 0x001A)...core.integer(.doorLock, 0x0019)
      guard lengths.contains(Int64(code.count)) else { return .response(0x16, [1]) }
      if let other = users.index(rfid: code), other != Int(id) { return .response(0x16, [3]) }
      user.status = status == 0 ? 1 : status
      user.type = type == 0xFF ? 0 : type
      user.rfid = Secret(code)
      users[Int(id)] = user
      raiseProgramming(code: 5, user: id, &core, at: now)
      return .response(0x16, [0])
    case 0x17:
      let shown = core.integer(.doorLock, 0x0032) != 0 ? user.rfid?.reveal() ?? [] : []
      return .response(
        0x17, littleEndian(id) + [user.status, user.isFree ? 0xFF : user.type, UInt8(shown.count)] + shown)
    default:
      user.rfid = nil
      users[Int(id)] = user.isFree ? LockUser() : user
      raiseProgramming(code: 6, user: id, &core, at: now)
      return .response(0x18, [0])
    }
  }

  private mutating func userCommand(
    _ command: UInt8, _ reader: inout ByteReader
  ) throws(DecodingFailure) -> CommandAnswer {
    let id = try reader.readUInt16LE()
    guard var user = users[Int(id)] else {
      return command == 0x0A || command == 0x15 ? .status(.invalidField) : .response(command, [1])
    }
    switch command {
    case 0x09:
      let status = try reader.readUInt8()
      guard !user.isFree, status == 1 || status == 3 else { return .response(0x09, [1]) }
      user.status = status
      users[Int(id)] = user
      return .response(0x09, [0])
    case 0x0A: return .response(0x0A, littleEndian(id) + [user.status])
    case 0x14:
      let type = try reader.readUInt8()
      guard !user.isFree, type <= 4 else { return .response(0x14, [1]) }
      user.type = type
      users[Int(id)] = user
      return .response(0x14, [0])
    default: return .response(0x15, littleEndian(id) + [user.isFree ? 0xFF : user.type])
    }
  }

  /// Index 0 is the newest record.
  private func logRecord(_ reader: inout ByteReader) throws(DecodingFailure) -> CommandAnswer {
    let index = Int(try reader.readUInt16LE())
    guard !log.isEmpty, index == 0 || (logStart + 1...logStart + log.count).contains(index) else {
      return .status(.notFound)
    }
    let position = index == 0 ? log.count - 1 : index - logStart - 1
    let record = log[position]
    return .response(
      0x04,
      littleEndian(UInt16(truncatingIfNeeded: logStart + position + 1)) + littleEndian(record.time)
        + [record.type, record.source, record.code] + littleEndian(record.user) + [0])
  }

  // MARK: People

  mutating func perform(_ action: DeviceAction, _ core: inout DeviceCore, at now: MonotonicInstant)
    -> JSONObject?
  {
    switch action {
    case .unlockWithPIN(let pin): useKeypad(Array(pin.utf8), locks: false, &core, at: now)
    case .lockWithPIN(let pin): useKeypad(Array(pin.utf8), locks: true, &core, at: now)
    case .wrongCode: useKeypad(Array("0".utf8), locks: false, &core, at: now)
    case .programPIN(let user, let pin): return program(user, Array(pin.utf8), &core, at: now)
    case .unlockManually: move(locks: false, .manual, code: 0x0E, user: Self.noUser, &core, at: now)
    case .lockManually: move(locks: true, .manual, code: 0x0D, user: Self.noUser, &core, at: now)
    case .lockWithOneTouch, .press:
      guard core.integer(.doorLock, 0x0029) != 0 else { return nil }
      move(locks: true, .manual, code: 0x07, user: Self.noUser, &core, at: now)
    case .open, .close:
      let isOpen = action == .open
      core.set(.doorLock, 0x0003, isOpen ? 0 : 1)
      let counter: UInt16 = isOpen ? 0x0004 : 0x0005
      core.set(.doorLock, counter, core.integer(.doorLock, counter) &+ 1)
      // Opened while the bolt is out: somebody broke in.
      if isOpen, isLocked(core), movement == nil { raiseAlarm(6, &core, at: now) }
    case .tamper(let isOpen): if isOpen { raiseAlarm(5, &core, at: now) }
    case .lowBattery(let isLow): core.setLowBattery(isLow)
    case .alarm(let code): raiseAlarm(code, &core, at: now)
    case .set: return nil
    }
    return JSONObject([
      ("state", isLocked(core) ? "locked" : "unlocked"), ("moving", .bool(movement != nil)),
    ])
  }

  private mutating func program(
    _ user: UInt16, _ pin: [UInt8], _ core: inout DeviceCore, at now: MonotonicInstant
  ) -> JSONObject? {
    guard let old = users[Int(user)], users.index(pin: pin).map({ $0 == Int(user) }) ?? true else {
      return nil
    }
    users[Int(user)] = LockUser(status: 1, type: 0, pin: Secret(pin), rfid: old.rfid)
    raiseProgramming(.keypad, code: old.pin == nil ? 2 : 4, user: user, &core, at: now)
    return JSONObject([("user", .integer(Int64(user)))])
  }

  private mutating func useKeypad(
    _ pin: [UInt8], locks: Bool, _ core: inout DeviceCore, at now: MonotonicInstant
  ) {
    // Operating mode 2 is privacy: the keypad is dead.
    guard core.integer(.doorLock, 0x0025) != 2 else { return }
    switch judge(pin, isRequired: true, core, at: now) {
    case .admitted(let user):
      wrongCodes = 0
      move(locks: locks, .keypad, code: locks ? 1 : 2, user: user, &core, at: now)
    case .wrongCode: refuse(.keypad, code: locks ? 3 : 5, countsAsWrong: true, &core, at: now)
    case .wrongTime: refuse(.keypad, code: locks ? 4 : 6, countsAsWrong: false, &core, at: now)
    case .lockedOut: break
    }
  }
}
