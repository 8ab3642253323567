import SansIO
import ZCL
import Zigbee
import ZigbeeHost

extension GatewayCore {
  /// A front door got a call. It ends with exactly one `reply`.
  package mutating func call(_ call: GatewayCall, at now: Instants) {
    noteClock(now)
    forgetOldCalls(at: now)
    do throws(Refusal) {
      switch try admit(call, at: now) {
      case .fresh(let identity, let device): start(call, identity, device, at: now)
      case .handled where call.isRedelivered:
        // Its record has been answered, or is on the way to be: one reply is enough.
        emit(.accepted(call.id))
      case .underWay(let id) where call.isRedelivered && calls.active[id]?.isAccepted == true:
        emit(.accepted(call.id))
      case .handled(_, let result):
        answerAtOnce(call, renewed(result, of: call.function.name), isRepeated: true)
      case .underWay(let id):
        guard let count = calls.active[id]?.repeats.count, count < configuration.limits.waitingRepeats
        else { throw Refusal(.gatewayFault, "busy") }
        calls.active[id]?.repeats.append(call)
      }
    } catch {
      refuse(call, error, at: now)
    }
  }

  private mutating func forgetOldCalls(at now: Instants) {
    // By a clock that is wrong everything might look old.
    let memory = configuration.limits.callMemory.milliseconds
    let horizon = WallTime(milliseconds: now.wallIsTrusted ? now.wall.milliseconds - memory : .min)
    // Without a trusted clock nothing unlocks, so nothing is fresh enough to be repeated.
    let freshness = configuration.security.freshness.milliseconds
    let fresh = WallTime(
      milliseconds: now.wallIsTrusted ? now.wall.milliseconds - 2 * freshness : .max)
    let limit = configuration.limits.rememberedCalls
    if calls.expire(before: horizon, limit: limit, fresh: fresh), now.wallIsTrusted {
      emit(.persist([.removeCalls(before: horizon)], nil))
    }
  }

  private mutating func refuse(_ call: GatewayCall, _ refusal: Refusal, at now: Instants) {
    if case .cloud(let caller) = call.origin, !authorization.allows(call.origin), !call.isRetained {
      tellRefusedCaller(caller.userID, call.function.name)
    }
    if refusal.isSuspicious, call.function.isAudited || refusal.code == .forbidden,
      refusalAudits.mayWrite(
        at: now.monotonic, perMinute: configuration.limits.auditedRefusalsPerMinute)
    {
      let record = AuditRecord(
        time: now.wall, who: call.origin.caller, what: call.function.description,
        device: call.target ?? "", result: refusal.result.summary)
      emit(.persist([.appendAudit(record)], nil))
    }
    answerAtOnce(call, refusal.result, isRepeated: false)
  }

  /// With the command that would let him in; not at every call, since a stranger may call often.
  private mutating func tellRefusedCaller(_ userID: String, _ function: String) {
    let count = authorization.countRefusal(of: userID)
    guard count <= 8 || count & (count - 1) == 0 else { return }
    guard Authorization.isUsable(userID) else {
      return emit(.diagnostic(.warning("\(function) by a user with an unusable name was refused")))
    }
    emit(
      .diagnostic(
        .warning(
          "\(function) by user \(userID) was refused (\(count) so far); to allow this user: "
            + "gatehouse users allow \(ShellWord.quoted(userID))")))
  }

  private mutating func answerAtOnce(_ call: GatewayCall, _ result: CallResult, isRepeated: Bool) {
    emit(.accepted(call.id))
    emit(.reply(CallReply(call, result, isRepeated: isRepeated)))
  }

  /// Lists are not kept with the calls that asked for them, since they can be long: they are made anew.
  private func renewed(_ result: CallResult, of function: String) -> CallResult {
    guard result == .ok else { return result }
    switch function {
    case GatewayFunction.getDeviceList.name: return .ok(.devices(registry.sorted.map(\.summary)))
    case GatewayFunction.listUsers.name: return .ok(.users(authorization.users))
    default: return result
    }
  }

  private mutating func start(
    _ call: GatewayCall, _ identity: CallIdentity, _ device: DeviceRecord?, at now: Instants
  ) {
    var isLocal = true
    var issuedAt = now.wall
    if case .cloud(let caller) = call.origin {
      isLocal = false
      issuedAt = caller.timestamp ?? now.wall
    }
    var record = CallRecord(
      identity: identity, bodyDigest: call.bodyDigest, recordedAt: now.wall, isLocal: isLocal,
      replyContext: call.replyContext)
    record.bodyTag = call.bodyTag
    let replyBy = now.monotonic + configuration.limits.replyTime
    calls.put(record)
    calls.active[call.id] = ActiveCall(
      call: call, record: record, device: device?.ieee, stage: .recording, replyBy: replyBy,
      issuedAt: issuedAt)
    deadlines[.reply(call.id)] = replyBy
    if let (result, changes) = immediateResult(call, device, at: now) {
      finish(call.id, result, changes: changes, at: now)
    } else {
      persist([.putCall(record.stored)], for: .callRecorded(call.id))
    }
  }

  /// The record is on the disk: the call may take effect.
  mutating func callRecorded(_ id: CallID, at now: Instants) {
    guard let active = calls.active[id] else { return }
    accept(id)
    if active.stage == .recording { execute(id, at: now) }
  }

  private mutating func accept(_ id: CallID) {
    guard let active = calls.active[id], !active.isAccepted else { return }
    calls.active[id]?.isAccepted = true
    emit(.accepted(id))
    for repeated in active.repeats { emit(.accepted(repeated.id)) }
  }

  /// The disk refused the record. Only closing a lock goes on: a full disk must not keep a door open.
  mutating func recordFailed(_ id: CallID, at now: Instants) {
    guard let active = calls.active[id], active.stage == .recording else { return }
    if case .openLock(let command) = active.call.function, command.operation == .lock {
      execute(id, at: now)
    } else {
      answerNow(id, CallResult(.gatewayFault, reason: "the state cannot be stored"))
    }
  }

  mutating func replyTimePassed(_ id: CallID, at now: Instants) {
    guard let active = calls.active[id] else { return }
    switch active.stage {
    case .recording: finish(id, CallResult(.gatewayFault, reason: "the state is stored too slowly"), at: now)
    case .finishing: break
    default: finish(id, CallResult(.timedOut), at: now)
    }
  }

  /// Ends a call; its answer goes out when its end is on the disk.
  mutating func finish(
    _ id: CallID, _ result: CallResult, changes: [CoreChange] = [], at now: Instants
  ) {
    guard var active = calls.active[id], active.stage != .finishing else { return }
    for deadline in [Deadline.reply(id), .leave(id)] { deadlines[deadline] = nil }
    if case .requesting(let request, _) = active.stage {
      calls.requests[request] = nil
      calls.keepLate(active, for: request)
    }
    var changes = changes + lockoutChanges(active, result, at: now)
    active.record.result = result
    active.stage = .finishing
    calls.active[id] = active
    active.record.result = result.withoutLists
    calls.put(active.record)
    if active.call.function.isAudited {
      changes.append(.appendAudit(audit(active, result.summary, at: now)))
    }
    persist([.putCall(active.record.stored)] + changes, for: .callFinished(id))
  }

  private func audit(_ active: ActiveCall, _ result: String, at now: Instants) -> AuditRecord {
    let device = active.device.map { registry[$0]?.deviceID ?? $0.description } ?? ""
    return AuditRecord(
      time: now.wall, who: active.call.origin.caller, what: active.call.function.description, device: device,
      result: result)
  }

  /// The end is on the disk.
  mutating func answer(_ id: CallID, at now: Instants) {
    accept(id)
    guard let result = calls.active[id]?.record.result else { return }
    answerNow(id, result)
  }

  /// The end could not be recorded. Its beginning was, or nothing depends on it; only what was to be recorded
  /// together with its end must not be called done.
  mutating func answerUnrecorded(_ id: CallID, at now: Instants) {
    guard let active = calls.active[id], let result = active.record.result else { return }
    let isLost = active.call.function.isAdministration && result.code == .ok
    answerNow(id, isLost ? CallResult(.gatewayFault, reason: "the state cannot be stored") : result)
  }

  private mutating func answerNow(_ id: CallID, _ result: CallResult) {
    guard let active = calls.active.removeValue(forKey: id) else { return }
    for deadline in [Deadline.reply(id), .leave(id)] { deadlines[deadline] = nil }
    var record = active.record
    record.result = result.withoutLists
    calls.put(record)
    emit(.reply(CallReply(active.call, result, isRepeated: false)))
    for repeated in active.repeats { emit(.reply(CallReply(repeated, result, isRepeated: true))) }
    if !record.isLocal, active.isAccepted { calls.awaitStored(record.identity, by: id) }
  }

  /// The front door has made the reply its own: it need not be given again after a restart.
  package mutating func replyStored(_ call: CallID, at now: Instants) {
    guard let record = calls.noteStored(call) else { return }
    emit(.persist([.putCall(record.stored)], nil))
  }

  /// What a durable front door writes in one transaction with the reply, so that no crash in between makes it
  /// two replies; nil when there is nothing to note.
  package func changeWithReply(_ call: CallID) -> CoreChange? {
    calls.answered(call).map { .putCall($0.stored) }
  }

  /// What an earlier run left open: an end that nobody knows is unknown and stays so; a young answer that may
  /// not have gone out goes out again.
  mutating func settleRestoredCalls(_ records: [CallRecord], at now: Instants) {
    var number = UInt64.max
    for record in records where record.result == nil || (!record.isAnswered && !record.isLocal) {
      let id = CallID(rawValue: number)
      number -= 1
      let call = GatewayCall(restoring: record, as: id)
      if let result = record.result {
        let age = now.wall.millisecondsSince(record.recordedAt)
        guard (0...Self.repliesWorthRepeating.milliseconds).contains(age) else { continue }
        let renewed = renewed(result, of: record.identity.function)
        emit(.reply(CallReply(call, renewed, isRepeated: true)))
        calls.awaitStored(record.identity, by: id)
        continue
      }
      calls.active[id] = ActiveCall(
        call: call, record: record, stage: .recording, isAccepted: true, replyBy: now.monotonic,
        issuedAt: record.recordedAt)
      finish(
        id, .unknown,
        changes: [
          .appendAudit(
            AuditRecord(
              time: now.wall, who: record.identity.caller, what: record.identity.function,
              device: record.identity.device, result: CallResult.unknown.summary))
        ], at: now)
    }
  }
}

extension GatewayCall {
  fileprivate init(restoring record: CallRecord, as id: CallID) {
    let identity = record.identity
    let origin: CallOrigin =
      record.isLocal
      ? .local(user: String(identity.caller.dropFirst("local:".count)))
      : .cloud(
        CloudCaller(
          userID: identity.caller, messageID: identity.messageID,
          timestamp: Int64(identity.timestamp).map { WallTime(milliseconds: $0) }))
    self.init(
      id: id, origin: origin, target: identity.device, function: .unsupported(name: identity.function),
      bodyDigest: record.bodyDigest, replyContext: record.replyContext)
  }
}

extension CallReply {
  init(_ call: GatewayCall, _ result: CallResult, isRepeated: Bool) {
    self.init(
      id: call.id, origin: call.origin, context: call.replyContext, result: result, isRepeated: isRepeated)
  }
}

extension CallResult {
  var withoutLists: CallResult {
    switch value {
    case .devices, .users: CallResult(code, reason: reason)
    default: self
    }
  }

  /// For the audit.
  var summary: String { reason.map { "\(code.rawValue): \($0)" } ?? code.rawValue }
}

extension GatewayFunction {
  /// Takes effect together with its record.
  var isAdministration: Bool {
    switch self {
    case .renameDevice, .allowUser, .removeUser: true
    default: false
    }
  }
}
