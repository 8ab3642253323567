import JSON
import Reactor
import SansIO
import Simulation
import Zigbee

/// What must hold in every run, whatever failed.
extension ScenarioHouse {
  /// From a call to the last moment at which its unlock may reach the lock: 30 s of freshness, and the time that
  /// the parent keeps a frame for a sleeper.
  package static let unlockWindow = TimeSpan.seconds(39)

  /// Judges every report by what its device has sent, from now on.
  package func judgeReports() {
    observer.judge = { [weak self] report in
      guard let self else { return nil }
      guard let ieee = address(of: report.device) else { return "a report of nobody: \(report.device)" }
      return ValueJudge(record: house.record ?? AirRecord()).fault(in: report.body, of: ieee)
    }
  }

  /// What a reply to `readAttribute` says, judged like a report.
  package func faultInReply(_ body: JSONValue, of name: String) -> String? {
    guard let ieee = house.device(named: name)?.ieee else { return "no device \(name)" }
    return ValueJudge(record: house.record ?? AirRecord()).fault(in: body, of: ieee)
  }

  /// Switches all faults off, has every device back, and waits until nothing is under way any more.
  package func calm(limit: TimeSpan = .minutes(30)) throws {
    try tell("fault all off")
    try tell("return all")
    if broker.isAway { broker.comeBack() }
    if assembly == nil { try startGateway() }
    try run("the network runs again", limit: .minutes(5)) { isRunning }
    try run("the broker has its client again", limit: .minutes(5)) { broker.hasClient }
    let end = loop.now.monotonic + limit
    while let unfinished = underWay() {
      guard loop.now.monotonic < end else { throw ScenarioFailure("stuck: \(unfinished)") }
      loop.advance(by: .seconds(5))
    }
  }

  /// What has not come to its end; nil when all has.
  private func underWay() -> String? {
    for lock in locks {
      let waiting = events(of: lock).count { $0["outcome"]?.stringValue == "waiting" }
      if waiting > 0 { return "\(waiting) events of \(lock) wait" }
      if let missing = missingEvent(of: lock) { return missing }
    }
    if broker.sessionsLost == 0, let open = observer.calls.first(where: { $0.value.replies.isEmpty }) {
      return "call \(open.key) (\(open.value.function) of \(open.value.device)) has no reply"
    }
    // A stopped interview goes on when its device is heard again, which a sleeper is at its next report.
    if !allInterviewed { return "not interviewed: \(unfinished)" }
    return broker.isQuiet ? nil : "messages wait in the broker"
  }

  package func events(of lock: String) -> [JSONValue] { ledger(lock)?["events"]?.arrayValue ?? [] }

  package func unlockFrames(of lock: String) -> Int {
    Int(ledger(lock)?["unlockFrames"]?["count"]?.integerValue ?? 0)
  }

  private func ledger(_ lock: String) -> JSONValue? { house.device(named: lock)?.ledger }

  /// The first acknowledged event that has not come out in its place; nil when all have.
  private func missingEvent(of lock: String) -> String? {
    let acknowledged = events(of: lock).filter {
      $0["kind"]?.stringValue == "operation" && $0["outcome"]?.stringValue == "acknowledged"
        && $0["status"]?.integerValue == 0
    }
    let seen = observer.lockEvents[deviceID(of: lock)] ?? []
    var position = seen.startIndex
    for event in acknowledged {
      let wanted = Observer.LockEvent(
        source: event["source"]?.integerValue ?? -1, code: event["code"]?.integerValue ?? -1,
        user: event["user"]?.integerValue ?? -1)
      // What the lock had to send again may have been overtaken on the air by what came after it.
      guard event["transmissions"]?.integerValue == 1 else {
        let count = seen.count { $0 == wanted }
        let due = acknowledged.count {
          $0["source"]?.integerValue == wanted.source && $0["code"]?.integerValue == wanted.code
            && $0["user"]?.integerValue == wanted.user
        }
        guard count < due else { continue }
        return "\(wanted) of \(lock) was acknowledged \(due) times and delivered \(count) times"
      }
      guard let found = seen[position...].firstIndex(of: wanted) else {
        return "the acknowledged event \(wanted) of \(lock) (number \(event["id"]?.integerValue ?? -1)) "
          + "has not been delivered in its place among \(seen)"
      }
      position = found + 1
    }
    return nil
  }

  /// Everything that can be judged when the house is calm.
  package func verify(network: UInt64?) throws {
    try lockEventsHold()
    try unlocksHold()
    try repliesHold()
    guard observer.faults.isEmpty else { throw ScenarioFailure(observer.faults.joined(separator: "; ")) }
    guard broker.complaints.isEmpty else {
      throw ScenarioFailure("the broker complains: \(broker.complaints.prefix(5))")
    }
    guard house.extendedPANID == network else {
      throw ScenarioFailure("another network: \(house.extendedPANID.map { String($0, radix: 16) } ?? "none")")
    }
    guard allInterviewed else { throw ScenarioFailure("not interviewed: \(unfinished)") }
  }

  private func lockEventsHold() throws {
    for lock in locks {
      if let missing = missingEvent(of: lock) { throw ScenarioFailure(missing) }
      let raised = Set(
        events(of: lock).map {
          Observer.LockEvent(
            source: $0["source"]?.integerValue ?? -1, code: $0["code"]?.integerValue ?? -1,
            user: $0["user"]?.integerValue ?? -1)
        })
      for event in observer.lockEvents[deviceID(of: lock)] ?? [] where !raised.contains(event) {
        throw ScenarioFailure("an event that \(lock) never raised: \(event)")
      }
    }
  }

  private func unlocksHold() throws {
    for lock in locks {
      let windows = observer.calls.filter { $0.value.function == "openLock" && $0.value.device == lock }
        .sorted { $0.key < $1.key }
      var used: Set<Int64> = []
      for frame in ledger(lock)?["unlockFrames"]?["frames"]?.arrayValue ?? [] {
        let at = MonotonicInstant(nanoseconds: (frame["milliseconds"]?.integerValue ?? 0) * 1_000_000)
        // Instants in the ledger are whole milliseconds, rounded down.
        let call = windows.last { $0.value.at <= at + .milliseconds(1) }
        guard let call, at - call.value.at <= Self.unlockWindow else {
          throw ScenarioFailure(
            "an unlock frame at \(at.nanoseconds / 1_000_000) ms belongs to no call of \(lock)")
        }
        guard used.insert(call.key).inserted else {
          throw ScenarioFailure("call \(call.key) sent two unlock frames to \(lock)")
        }
      }
      // A success that the lock knows nothing of would be a lie.
      for (number, call) in windows where call.replies.first?["returnCode"]?.stringValue == "200" {
        guard used.contains(number) else {
          throw ScenarioFailure("call \(number) was answered 200, and \(lock) had no unlock frame")
        }
      }
    }
  }

  private func repliesHold() throws {
    guard broker.sessionsLost == 0 else { return }
    for (number, call) in observer.calls where call.replies.count != 1 {
      throw ScenarioFailure(
        "call \(number) (\(call.function) of \(call.device)) has \(call.replies.count) replies: "
          + "\(call.replies.map { $0["returnCode"]?.stringValue ?? "?" })")
    }
  }
}
