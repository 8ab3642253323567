import SansIO
import ZCL
import Zigbee
import ZigbeeHost

extension GatewayCore {
  enum Admission {
    case fresh(CallIdentity, DeviceRecord?)
    /// Handled before, with this result.
    case handled(CallRecord, CallResult)
    /// Under way already.
    case underWay(CallID)
  }

  /// All checks that a call must pass before anything is recorded, in the order in which they may be told:
  /// a stranger learns nothing but that he is one.
  mutating func admit(_ call: GatewayCall, at now: Instants) throws(Refusal) -> Admission {
    guard !call.isRetained else {
      throw Refusal(.badArguments, "a retained message is no command", isSuspicious: true)
    }
    guard authorization.allows(call.origin) else {
      throw Refusal(.forbidden, "this user may not call", isSuspicious: true)
    }
    try checkFunction(call)
    let device: DeviceRecord?
    do throws(Refusal) {
      device = try target(of: call)
    } catch {
      // Its device may be gone by this very call.
      if let record = handledForGoneDevice(call), let result = record.result {
        return .handled(record, result)
      }
      throw error
    }
    let identity = identity(of: call, device: device, at: now)
    if let earlier = try earlier(call, identity, at: now) { return earlier }
    if let device {
      if let objection = LockPolicy.objection(to: call.function, on: device) {
        throw Refusal(.forbidden, objection, isSuspicious: true)
      }
      _ = try requests(for: call.function, device: device, waiting: configuration.limits.replyTime)
    }
    try checkTime(call, device, at: now)
    if case .openLock(let command) = call.function, let device {
      try checkLock(command, call, device, at: now)
    }
    try checkCapacity(call)
    return .fresh(identity, device)
  }

  private func checkFunction(_ call: GatewayCall) throws(Refusal) {
    switch call.function {
    case .unsupported: throw Refusal(.unsupported)
    case .invalid(_, let reason): throw Refusal(.badArguments, reason)
    case .renameDevice, .listUsers, .allowUser, .removeUser:
      guard case .local = call.origin else { throw Refusal(.unsupported) }
    default: break
    }
  }

  /// The one device a call is for; nil for the gateway itself. There are no groups and no wild cards.
  private func target(of call: GatewayCall) throws(Refusal) -> DeviceRecord? {
    switch call.function {
    case .setJoinAllow, .getDeviceList, .listUsers, .allowUser, .removeUser: return nil
    default: break
    }
    guard let name = call.target, !name.isEmpty, name != configuration.gatewayID else {
      switch call.function {
      case .openLock, .delDevice, .renameDevice: throw Refusal(.deviceNotFound)
      default: throw Refusal(.unsupported, "the gateway itself does not have it")
      }
    }
    guard let record = registry.resolve(name) else { throw Refusal(.deviceNotFound) }
    return record
  }

  private func identity(of call: GatewayCall, device: DeviceRecord?, at now: Instants) -> CallIdentity {
    var messageID = ""
    var timestamp = ""
    if case .cloud(let caller) = call.origin {
      messageID = caller.messageID ?? ""
      timestamp = caller.timestamp.map { String($0.milliseconds) } ?? ""
    }
    // A call that says neither is like no other one.
    if messageID.isEmpty, timestamp.isEmpty { messageID = "#\(call.id.rawValue)/\(now.wall.milliseconds)" }
    return CallIdentity(
      caller: call.origin.caller, function: call.function.name,
      device: device?.ieee.description ?? "", messageID: messageID, timestamp: timestamp)
  }

  /// What became of the same call before. The same key with another body is an error of the caller, or a
  /// forgery.
  private func earlier(
    _ call: GatewayCall, _ identity: CallIdentity, at now: Instants
  ) throws(Refusal) -> Admission? {
    guard let record = calls.records[identity] else { return nil }
    if identity.timestamp.isEmpty, record.result != nil {
      let age = now.wall.millisecondsSince(record.recordedAt)
      guard age <= configuration.limits.undatedCallMemory.milliseconds, age >= 0 else { return nil }
    }
    guard record.hasBody(of: call) else {
      throw Refusal(.badArguments, "the same message number and time with other content", isSuspicious: true)
    }
    if let result = record.result { return .handled(record, result) }
    return calls.active(with: identity).map { .underWay($0) } ?? .handled(record, .unknown)
  }

  private func handledForGoneDevice(_ call: GatewayCall) -> CallRecord? {
    guard case .cloud(let caller) = call.origin, let timestamp = caller.timestamp else { return nil }
    return calls.records.values.first { record in
      record.identity.timestamp == String(timestamp.milliseconds)
        && record.identity.messageID == caller.messageID ?? ""
        && record.identity.caller == caller.userID && record.identity.function == call.function.name
        && record.hasBody(of: call)
    }
  }

  private func checkTime(
    _ call: GatewayCall, _ device: DeviceRecord?, at now: Instants
  ) throws(Refusal) {
    let unlocks = call.function.unlocks
    guard !unlocks || now.wallIsTrusted else {
      throw Refusal(.forbidden, "the clock is not trusted", isSuspicious: true)
    }
    guard case .cloud(let caller) = call.origin else { return }
    let freshness = configuration.security.freshness.milliseconds
    if unlocks || call.function.opensNetwork {
      guard let timestamp = caller.timestamp else {
        throw Refusal(.badArguments, "without a timestamp it may be old", isSuspicious: true)
      }
      guard let age = age(of: timestamp, at: now.wall), age <= freshness, age >= -freshness else {
        throw Refusal(.tooLate, "the timestamp is too far from now", isSuspicious: true)
      }
      return
    }
    guard let timestamp = caller.timestamp else { return }
    let age = age(of: timestamp, at: now.wall) ?? .max
    switch call.function {
    case .delDevice:
      // Servers keep this call for days: the device may have been joined anew since.
      if let device, timestamp.millisecondsSince(device.device.joinedAt) < -freshness {
        throw Refusal(.tooLate, "the device has joined since")
      }
    case .openLock, .writeAttribute, .sendCommand, .setControlLight:
      if now.wallIsTrusted, age > configuration.limits.controlAge.milliseconds {
        throw Refusal(.tooLate, "the timestamp is too old")
      }
    default: break
    }
  }

  /// Nil beyond what can be counted.
  private func age(of timestamp: WallTime, at now: WallTime) -> Int64? {
    let (age, overflow) = now.milliseconds.subtractingReportingOverflow(timestamp.milliseconds)
    return overflow ? nil : age
  }

  private func checkLock(
    _ command: LockCommand, _ call: GatewayCall, _ device: DeviceRecord, at now: Instants
  ) throws(Refusal) {
    guard let pin = command.pin else {
      if command.operation == .unlock { throw Refusal(.badArguments, "an unlock needs a PIN") }
      return
    }
    guard (1...LockCommand.longestPIN).contains(pin.reveal().count) else {
      throw Refusal(.badArguments, "a PIN has 1 to \(LockCommand.longestPIN) characters")
    }
    // A lock command with a PIN would tell as well whether the PIN is right.
    let subjects = lockoutSubjects(call, device.ieee)
    if let wait = lockouts.remaining(subjects, at: now.wall) {
      throw Refusal(.forbidden, "locked out for another \(wait.seconds + 1) s", isSuspicious: true)
    }
    // Tries whose end is open count as wrong: otherwise many at once would be free.
    let open = calls.active.values.count { other in
      other.call.function.hasPIN
        && (other.device == device.ieee || other.call.origin.caller == call.origin.caller)
    }
    guard lockouts.failures(subjects) + open < configuration.security.lockout.attempts else {
      throw Refusal(.gatewayFault, "busy")
    }
  }

  func lockoutSubjects(_ call: GatewayCall, _ ieee: IEEEAddress) -> [LockoutSubject] {
    [.lock(ieee), .caller(call.origin.caller)]
  }

  private func checkCapacity(_ call: GatewayCall) throws(Refusal) {
    let limits = configuration.limits
    guard calls.records.count < limits.rememberedCalls * CoreLimits.surgeFactor,
      calls.active.count < limits.activeCalls,
      calls.activeCount(of: call.origin.caller) < limits.activeCallsPerCaller
    else { throw Refusal(.gatewayFault, "busy") }
  }
}

extension GatewayFunction {
  var unlocks: Bool {
    if case .openLock(let command) = self { command.operation == .unlock } else { false }
  }

  var hasPIN: Bool {
    if case .openLock(let command) = self { command.pin != nil } else { false }
  }

  /// Closing it is always in order.
  var opensNetwork: Bool {
    if case .setJoinAllow(let seconds) = self { seconds > 0 } else { false }
  }

  /// Changes something: goes into the audit.
  var isAudited: Bool {
    switch self {
    case .setJoinAllow, .delDevice, .openLock, .writeAttribute, .sendCommand, .setControlLight,
      .renameDevice, .allowUser, .removeUser:
      true
    default: false
    }
  }

  /// For the audit: the name and what tells one call from another, never a PIN.
  var description: String {
    switch self {
    case .openLock(let command): "\(name) \(command.operation.rawValue)"
    case .setJoinAllow(let seconds): "\(name) \(seconds) s"
    case .writeAttribute(let target, let attribute, _): "\(name) \(target.cluster)/\(attribute)"
    case .sendCommand(let target, let command, _, _): "\(name) \(target.cluster)/\(command)"
    case .renameDevice(let newName): "\(name) \(newName)"
    case .allowUser(let user), .removeUser(let user): "\(name) \(user)"
    default: name
    }
  }
}
