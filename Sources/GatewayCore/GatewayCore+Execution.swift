import RadioInterface
import SansIO
import ZCL
import Zigbee
import ZigbeeHost

extension GatewayCore {
  /// What can be answered without the radio, and the changes that belong to it; nil for all else.
  mutating func immediateResult(
    _ call: GatewayCall, _ device: DeviceRecord?, at now: Instants
  ) -> (CallResult, [CoreChange])? {
    switch call.function {
    case .getDeviceList: return (.ok(.devices(registry.sorted.map(\.summary))), [])
    case .basicInfo: return device.map { (.ok(.basicInfo(BasicInfo($0.device))), []) }
    case .getSignal:
      guard let signal = device?.device.signal else {
        return (CallResult(.deviceFault, reason: "nothing was heard from the device yet"), [])
      }
      return (.ok(.signal(signal)), [])
    case .renameDevice(let name): return device.map { rename($0, to: name, at: now) }
    case .listUsers: return (.ok(.users(authorization.users)), [])
    case .allowUser(let user): return allow(user, by: call.origin.caller, at: now)
    case .removeUser(let user): return removeUser(user)
    default: return nil
    }
  }

  private mutating func rename(
    _ device: DeviceRecord, to name: String, at now: Instants
  ) -> (CallResult, [CoreChange]) {
    do throws(Registry.NameFault) {
      guard let renamed = try registry.rename(device.ieee, to: name) else {
        return (CallResult(.deviceNotFound), [])
      }
      raise(.deviceRenamed(renamed.identity, from: device.name), at: now)
      return (.ok, [.putDevice(renamed)])
    } catch {
      return (CallResult(.badArguments, reason: error.words), [])
    }
  }

  private mutating func allow(
    _ user: String, by caller: String, at now: Instants
  ) -> (CallResult, [CoreChange]) {
    guard Authorization.isUsable(user) else {
      return (CallResult(.badArguments, reason: "a user id has 1 to 64 bytes, without blanks and / + #"), [])
    }
    guard let stored = authorization.allow(user, by: caller, at: now.wall) else {
      return (CallResult(.gatewayFault, reason: "the list of users is full"), [])
    }
    return (.ok, [.allowUser(stored)])
  }

  private mutating func removeUser(_ user: String) -> (CallResult, [CoreChange]) {
    guard !authorization.configured.contains(user) else {
      return (
        CallResult(.badArguments, reason: "this user stands in the configuration: take it out there"), []
      )
    }
    guard authorization.remove(user) else {
      return (CallResult(.badArguments, reason: "no such user"), [])
    }
    return (.ok, [.removeUser(user)])
  }

  /// The call is recorded: it takes effect now, if it still may.
  mutating func execute(_ id: CallID, at now: Instants) {
    guard let active = calls.active[id] else { return }
    switch active.call.function {
    case .setJoinAllow(let seconds):
      guard radio.isRunning else { return finish(id, .radioAway, at: now) }
      let request = nextRequestID()
      calls.active[id]?.stage = .requesting(request, rest: [])
      calls.requests[request] = id
      emit(.host(.permitJoin(request, seconds: seconds)))
    case .delDevice:
      guard let ieee = active.device, registry[ieee] != nil else {
        return finish(id, CallResult(.deviceNotFound), at: now)
      }
      guard radio.isRunning else { return finish(id, .radioAway, at: now) }
      calls.active[id]?.stage = .waitingForLeave
      deadlines[.leave(id)] = now.monotonic + configuration.limits.removalTime
      emit(.host(.remove(nextRequestID(), ieee, force: false)))
    default: executeRequests(id, active, at: now)
    }
  }

  private mutating func executeRequests(_ id: CallID, _ active: ActiveCall, at now: Instants) {
    guard let ieee = active.device, let device = registry[ieee] else {
      return finish(id, CallResult(.deviceNotFound), at: now)
    }
    var waiting = active.replyBy - now.monotonic
    if active.call.function.unlocks {
      // Checked when the call came, and again now that its record has taken its time.
      guard now.wallIsTrusted else {
        return finish(id, CallResult(.forbidden, reason: "the clock is not trusted"), at: now)
      }
      let age = now.wall.millisecondsSince(active.issuedAt)
      let left = configuration.security.freshness.milliseconds - age
      guard left > 0 else {
        return finish(id, CallResult(.tooLate, reason: "the timestamp is too old"), at: now)
      }
      waiting = min(waiting, .milliseconds(left))
    }
    do throws(Refusal) {
      let requests = try requests(for: active.call.function, device: device, waiting: waiting)
      send(requests[...], for: id, at: now)
    } catch {
      finish(id, error.result, at: now)
    }
  }

  /// Sends the first of the requests; the rest follows one after the other.
  private mutating func send(_ requests: ArraySlice<ZCLRequest>, for id: CallID, at now: Instants) {
    guard let active = calls.active[id] else { return }
    guard var request = requests.first else { return finish(id, .ok, at: now) }
    request.deadlineMilliseconds = min(
      request.deadlineMilliseconds ?? .max, max((active.replyBy - now.monotonic).milliseconds, 0))
    let requestID = nextRequestID()
    // A PIN that is on its way is not needed here any more.
    calls.active[id]?.call.function = active.call.function.withoutPINContent
    calls.active[id]?.endpoint = request.endpoint
    calls.active[id]?.stage = .requesting(requestID, rest: Array(requests.dropFirst()))
    calls.requests[requestID] = id
    emit(.host(.request(requestID, request)))
  }

  mutating func requestCompleted(_ request: HostRequestID, _ result: HostResult, at now: Instants) {
    if let id = calls.requests.removeValue(forKey: request) {
      guard let active = calls.active[id], case .requesting(_, let rest) = active.stage else { return }
      let outcome = active.call.function.outcome(of: result, active: active, values: values)
      guard outcome.code == .ok, !rest.isEmpty else { return finish(id, outcome, at: now) }
      send(rest[...], for: id, at: now)
    } else if let late = calls.late.removeValue(forKey: request) {
      let outcome = late.call.function.outcome(of: result, active: late, values: values)
      let changes = lockoutChanges(late, outcome, at: now)
      if !changes.isEmpty { persist(changes, for: .housekeeping) }
      raise(
        .lateResult(
          LateResult(
            device: late.device.flatMap { registry[$0]?.identity }, function: late.call.function.name,
            caller: late.call.origin.caller, result: outcome)), at: now)
    }
  }

  /// The device does not answer any more: it is forgotten without its help, since a person wants it gone.
  mutating func leaveTimePassed(_ id: CallID, at now: Instants) {
    guard let active = calls.active[id], active.stage == .waitingForLeave, let ieee = active.device else {
      return
    }
    emit(.host(.remove(nextRequestID(), ieee, force: true)))
    deviceLeft(ieee, at: now)
    finish(id, .ok, at: now)
  }

  /// Wrong PINs are counted, right ones forgive; what came to no end says nothing about the PIN.
  mutating func lockoutChanges(_ call: ActiveCall, _ result: CallResult, at now: Instants) -> [CoreChange] {
    guard call.call.function.hasPIN, let ieee = call.device else { return [] }
    let subjects = lockoutSubjects(call.call, ieee)
    switch result.code {
    case .ok: return lockouts.recordSuccess(subjects).map { .removeLockout($0) }
    case .deviceFault: return lockouts.recordFailure(subjects, at: now.wall).map { .putLockout($0) }
    default: return []
    }
  }
}

extension GatewayFunction {
  /// The same function, still known as one with a PIN, without it.
  var withoutPINContent: GatewayFunction {
    guard case .openLock(let command) = self, command.pin != nil else { return self }
    return .openLock(LockCommand(command.operation, pin: Secret([])))
  }
}

extension CallResult {
  static let radioAway = CallResult(.gatewayFault, reason: "the coordinator does not run")
}

extension BasicInfo {
  init(_ device: ZigbeeDevice) {
    self.init(ieee: device.ieee)
    model = device.modelIdentifier ?? ""
    manufacturer = device.manufacturerName ?? ""
    software = device.softwareBuild ?? ""
    hardware = device.hardwareVersion.map { String($0) } ?? ""
    application = device.applicationVersion.map { String($0) } ?? ""
    linkQuality = device.linkQuality?.rawValue
  }
}

extension ZigbeeDevice {
  /// dBm, -100 to 0: as the adapter measured it, otherwise estimated from the link quality, which adapters
  /// derive from the same measurement on a scale of 0 to 255.
  var signal: Int? {
    if let signalStrength { return min(max(Int(signalStrength), -100), 0) }
    return linkQuality.map { Int($0.rawValue) * 100 / 255 - 100 }
  }
}
