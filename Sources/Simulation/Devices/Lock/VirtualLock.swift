import ByteCoding
import JSON
import SansIO
import ZCL
import Zigbee

/// A battery door lock with keypad and motor (ZCL 7.3): users, schedules, log, events that are repeated until
/// they are acknowledged, alarms, wrong-code limit and automatic relocking.
///
/// Bolt: still -> (command, person, timer) moving -> still, then the state changes and the event is raised.
struct VirtualLock: DeviceApplication {
  /// Who turned the bolt, as in the operation event notification.
  enum Source: UInt8, Hashable, Sendable {
    case keypad = 0
    case radio = 1
    case manual = 2
    case rfid = 3
  }

  struct Movement: Hashable, Sendable {
    var end: MonotonicInstant
    var locks: Bool
    var source: Source
    var code: UInt8
    var user: UInt16
    var relockAfter: UInt32
  }

  struct LogRecord: Hashable, Sendable {
    var time: UInt32
    /// 0 operation, 1 programming, 2 alarm.
    var type: UInt8
    var source: UInt8
    var code: UInt8
    var user: UInt16
  }

  static let noUser: UInt16 = 0xFFFF
  static let logLimit = 50
  static let motorTime = TimeSpan.milliseconds(400)

  let clock: VirtualClock
  var users = LockUsers()
  var schedules = LockSchedules()
  var events = LockEvents()
  var unlockFrames = UnlockLedger()
  var log: [LogRecord] = []
  var logStart = 0
  var wrongCodes = 0
  var lockedOutUntil: MonotonicInstant?
  var movement: Movement?
  var relockAt: MonotonicInstant?
  var timeRequestAt: MonotonicInstant?
  var hasClock = false
  var checkIn = CheckInTimer()

  init(clock: VirtualClock) { self.clock = clock }

  // MARK: Time

  var nextDeadline: MonotonicInstant? {
    [movement?.end, relockAt, timeRequestAt, events.nextDeadline, checkIn.next].compactMap(\.self).min()
  }

  mutating func deadlinePassed(_ core: inout DeviceCore, at now: MonotonicInstant) {
    if let due = movement?.end, due <= now { finishMovement(&core, at: now) }
    if let due = relockAt, due <= now {
      relockAt = nil
      // 0x0A is "auto lock".
      move(locks: true, .manual, code: 0x0A, user: Self.noUser, &core, at: now)
    }
    if let due = timeRequestAt, due <= now { requestTime(&core, at: now) }
    checkIn.deadlinePassed(&core, at: now)
    events.sendDue(&core, at: now)
  }

  /// Local time in seconds since 2000; all ones as long as nobody has told the lock the time.
  func localTime(at now: MonotonicInstant) -> UInt32 {
    hasClock ? clock.zigbeeSeconds(at: now) : .max
  }

  private mutating func requestTime(_ core: inout DeviceCore, at now: MonotonicInstant) {
    timeRequestAt = now + .hours(24)
    guard core.isJoined else { return }
    let frame = ZCLFrame.global(
      GlobalCommand.readAttributes, ReadAttributes([AttributeID(0x0000), AttributeID(0x0007)]),
      sequence: core.nextSequence())
    core.send(frame, cluster: .time, to: .device(.coordinator))
    core.sleep?.stayAwake(until: now + .seconds(5), from: now)
  }

  mutating func joined(_ core: inout DeviceCore, at now: MonotonicInstant) {
    checkIn.schedule(core, at: now)
    timeRequestAt = now + .seconds(15)
  }

  mutating func attributeWritten(
    _ path: AttributePath, _ core: inout DeviceCore, at now: MonotonicInstant
  ) {
    if path.cluster == .pollControl { checkIn.schedule(core, at: now) }
  }

  mutating func answerReceived(_ frame: ZCLFrame, cluster: ClusterID, _ core: inout DeviceCore) {
    if let response = frame.defaultResponse {
      events.acknowledge(response, sequence: frame.sequence, cluster: cluster)
    } else if cluster == .time, frame.command == GlobalCommand.readAttributesResponse,
      let records = try? ReadAttributesResponse(prefixOf: frame.payload).list.records
    {
      hasClock = hasClock || records.contains { $0.status == .success }
    }
  }

  // MARK: The bolt

  func isLocked(_ core: DeviceCore) -> Bool { core.integer(.doorLock, 0) == 1 }

  mutating func move(
    locks: Bool, _ source: Source, code: UInt8, user: UInt16, relockAfter: UInt32 = 0,
    _ core: inout DeviceCore, at now: MonotonicInstant
  ) {
    if movement != nil { finishMovement(&core, at: now) }
    relockAt = nil
    movement = Movement(
      end: now + Self.motorTime, locks: locks, source: source, code: code, user: user,
      relockAfter: relockAfter)
  }

  private mutating func finishMovement(_ core: inout DeviceCore, at now: MonotonicInstant) {
    guard let done = movement else { return }
    movement = nil
    core.set(.doorLock, 0x0000, done.locks ? 1 : 2)
    if !done.locks {
      let automatic = UInt32(clamping: core.integer(.doorLock, 0x0023))
      let seconds = done.relockAfter != 0 ? done.relockAfter : automatic
      if seconds != 0 { relockAt = now + .seconds(Int64(seconds)) }
    }
    raiseOperation(done.source, code: done.code, user: done.user, &core, at: now)
  }

  // MARK: Events

  mutating func raiseOperation(
    _ source: Source, code: UInt8, user: UInt16, _ core: inout DeviceCore, at now: MonotonicInstant
  ) {
    record(type: 0, source.rawValue, code, user, core, at: now)
    guard isWanted(source, code, core) else { return }
    let pin = sentPIN(of: user, core)
    let payload =
      [source.rawValue, code] + littleEndian(user) + pin + littleEndian(localTime(at: now)) + [0]
    events.raise(
      .operation, source: source.rawValue, code: code, user: user, payload: payload, &core, at: now)
  }

  /// Codes: 1 master code changed, 2 PIN added, 3 deleted, 4 changed, 5 RFID added, 6 deleted.
  mutating func raiseProgramming(
    _ source: Source = .radio, code: UInt8, user: UInt16, _ core: inout DeviceCore, at now: MonotonicInstant
  ) {
    record(type: 1, source.rawValue, code, user, core, at: now)
    guard core.integer(.doorLock, 0x0046) & (1 << Int64(code)) != 0 else { return }
    let slot = users[Int(user)]
    let payload =
      [source.rawValue, code] + littleEndian(user) + sentPIN(of: user, core)
      + [slot?.type ?? 0xFF, slot?.status ?? 0xFF] + littleEndian(localTime(at: now)) + [0]
    events.raise(
      .programming, source: source.rawValue, code: code, user: user, payload: payload, &core, at: now)
  }

  /// Codes: 0 jammed, 1 factory reset, 3 radio power cycled, 4 wrong codes, 5 escutcheon, 6 forced open.
  mutating func raiseAlarm(_ code: UInt8, _ core: inout DeviceCore, at now: MonotonicInstant) {
    record(type: 2, 0, code, Self.noUser, core, at: now)
    guard code < 16, core.integer(.doorLock, 0x0040) & (1 << Int64(code)) != 0 else { return }
    core.set(.alarms, 0, core.integer(.alarms, 0) &+ 1)
    events.raise(
      .alarm, source: 0, code: code, user: Self.noUser,
      payload: [code] + littleEndian(ClusterID.doorLock.rawValue), &core, at: now)
  }

  /// The PIN as octet string: empty unless the owner lets it go over the air.
  private func sentPIN(of user: UInt16, _ core: DeviceCore) -> [UInt8] {
    guard core.integer(.doorLock, 0x0032) != 0, let pin = users[Int(user)]?.pin?.reveal() else { return [0] }
    return [UInt8(clamping: pin.count)] + pin
  }

  /// Whether the event masks let this event through (ZCL 7.3.2.15 and following).
  private func isWanted(_ source: Source, _ code: UInt8, _ core: DeviceCore) -> Bool {
    let attribute: UInt16 =
      switch source {
      case .keypad: 0x0041
      case .radio: 0x0042
      case .manual: 0x0043
      case .rfid: 0x0044
      }
    let manualBits: [UInt8: Int64] = [7: 3, 8: 4, 9: 5, 0x0A: 6, 0x0B: 7, 0x0C: 8, 0x0D: 9, 0x0E: 10]
    let bit = source == .manual ? manualBits[code] ?? Int64(code) : Int64(code)
    return bit > 15 || core.integer(.doorLock, attribute) & (1 << bit) != 0
  }

  private mutating func record(
    type: UInt8, _ source: UInt8, _ code: UInt8, _ user: UInt16, _ core: DeviceCore, at now: MonotonicInstant
  ) {
    guard core.integer(.doorLock, 0x0020) != 0 else { return }
    log.append(LogRecord(time: localTime(at: now), type: type, source: source, code: code, user: user))
    if log.count > Self.logLimit {
      log.removeFirst()
      logStart += 1
    }
  }

  // MARK: What tests ask and what outlives the program

  var ledger: JSONValue? {
    .object(JSONObject([("unlockFrames", unlockFrames.json), ("events", events.json)]))
  }

  var json: JSONObject {
    JSONObject([
      ("users", users.json), ("schedules", schedules.json), ("hasClock", .bool(hasClock)),
    ])
  }

  mutating func restore(_ json: JSONObject) {
    users.restore(json["users"])
    schedules.restore(json["schedules"])
    hasClock = json["hasClock"]?.boolValue ?? false
  }
}
