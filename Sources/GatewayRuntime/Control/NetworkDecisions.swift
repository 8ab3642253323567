import JSON
import RadioInterface
import Reactor
import SansIO
import Storage
import Zigbee
import ZigbeeHost

/// What a person may decide about the network: show, adopt, form, back up, restore.
///
/// Before a network is written over, what the coordinator has is saved; if that fails, nothing is written.
package final class NetworkDecisions {
  private let gateway: Gateway
  private let name: String
  private let adapter: String
  private let port: String
  private let source: String
  /// What the configuration states; the plan for forming.
  package var statedPlan: NetworkPlan

  package init(
    gateway: Gateway, name: String, adapter: String, port: String, source: String,
    statedPlan: NetworkPlan
  ) {
    self.gateway = gateway
    self.name = name
    self.adapter = adapter
    self.port = port
    self.source = source
    self.statedPlan = statedPlan
  }

  func run(
    _ command: String, _ request: JSONValue, user: String, answer: @escaping ControlCommands.Answer
  ) {
    if let wanted = request["network"]?.stringValue, wanted != name {
      return answer(.failure(ControlFailure("there is no network \"\(wanted)\"; there is \"\(name)\"")))
    }
    switch command {
    case "network": answer(.success(show()))
    case "network-adopt":
      audit("network adopt", user: user)
      decide(.adopt) { [self] result in
        if case .success = result { gateway.storeDecision(against: statedPlan, for: name) }
        answer(result)
      }
    case "network-form":
      audit("network form --erase", user: user)
      saveThen(answer) { [self] in
        decide(.form(statedPlan, erasing: true)) { [gateway] result in
          // The devices of the old network do not know the new one.
          if case .success = result { gateway.forgetEverything() }
          answer(result)
        }
      }
    case "network-backup": backUp(isSaved: request["saved"]?.boolValue ?? false, answer: answer)
    case "network-restore":
      let backup: NetworkBackup
      do {
        backup = try OpenCoordinatorBackup.backup(request["backup"] ?? .null)
      } catch {
        return answer(.failure(ControlFailure("this is no coordinator backup: \(error.description)")))
      }
      audit("network restore", user: user)
      saveThen(answer) { [self] in
        decide(.restore(backup)) { [self] result in
          if case .success = result { gateway.storeDecision(against: statedPlan, for: name) }
          answer(result)
        }
      }
    default: answer(.failure(ControlFailure("unknown command \"\(command)\"")))
    }
  }

  // MARK: Show

  private func show() -> JSONValue {
    let state = gateway.radioState
    var object = JSONObject([
      ("name", .string(name)), ("state", .string(RadioStateText.name(state))),
      ("reason", RadioStateText.reason(state).map(JSONValue.string) ?? .null),
      ("advice", RadioStateText.advice(state).map(JSONValue.string) ?? .null),
      ("port", .string(port)), ("adapter", .string(gateway.adapterIdentity?.firmware ?? adapter)),
      ("permitJoin", gateway.permitJoinSeconds == 0 ? .null : "open"),
    ])
    if case .networkMismatch(let found, let stated) = state {
      object["found"] = found.map(json) ?? .null
      object["stated"] = json(stated)
    }
    if let network = gateway.network, state.isRunning {
      for (key, value) in json(network).objectValue ?? JSONObject() { object[key] = value }
    }
    return .object(object)
  }

  /// Without the key.
  private func json(_ network: NetworkParameters) -> JSONValue {
    [
      "channel": .integer(Int64(network.channel.rawValue)), "panId": .string(network.panID.description),
      "extendedPanId": .string(network.extendedPANID.description),
      "coordinator": .string(network.coordinator.description),
    ]
  }

  private func json(_ plan: NetworkPlan) -> JSONValue {
    [
      "channel": plan.channel.map { .integer(Int64($0.rawValue)) } ?? .null,
      "panId": plan.panID.map { .string($0.description) } ?? .null,
      "extendedPanId": plan.extendedPANID.map { .string($0.description) } ?? .null,
    ]
  }

  // MARK: Decide

  private func decide(_ command: NetworkCommand, answer: @escaping ControlCommands.Answer) {
    gateway.networkCommand(command) { result in
      switch result {
      case .succeeded: answer(.success(.null))
      case .failed(let failure): answer(.failure(ControlFailure(failure)))
      default: answer(.failure(ControlFailure("unexpected end: \(result)")))
      }
    }
  }

  /// Saves what the coordinator has, where it has something, and goes on only if that worked.
  private func saveThen(_ answer: @escaping ControlCommands.Answer, next: @escaping () -> Void) {
    if case .networkMismatch(found: nil, _) = gateway.radioState { return next() }
    readBackup { [self] result in
      switch result {
      case .failure(let failure):
        answer(
          .failure(
            ControlFailure(
              "nothing was changed, since the present network could not be saved: \(failure.message)")))
      case .success(let backup):
        save(backup) { saved in
          if let failure = saved {
            answer(
              .failure(ControlFailure("nothing was changed: the backup could not be stored: \(failure)")))
          } else {
            next()
          }
        }
      }
    }
  }

  private func readBackup(_ completion: @escaping (Result<NetworkBackup, ControlFailure>) -> Void) {
    gateway.networkCommand(.readBackup) { result in
      switch result {
      case .networkBackup(let backup): completion(.success(backup))
      case .failed(let failure): completion(.failure(ControlFailure(failure)))
      default: completion(.failure(ControlFailure("unexpected end: \(result)")))
      }
    }
  }

  private func json(_ backup: NetworkBackup) -> JSONValue {
    OpenCoordinatorBackup.json(
      backup, source: source, createdAt: TimeText.utc(gateway.loop.now.wall))
  }

  private func save(_ backup: NetworkBackup, completion: @escaping (StoreFailure?) -> Void) {
    let row = NetworkBackupRow(
      takenAt: gateway.loop.now.wall.milliseconds, content: Secret(json(backup).encoded()))
    gateway.store.apply([.putNetworkBackup(row)]) { result in
      switch result {
      case .success: completion(nil)
      case .failure(let failure): completion(failure)
      }
    }
  }

  private func backUp(isSaved: Bool, answer: @escaping ControlCommands.Answer) {
    guard !isSaved else { return readSaved(answer) }
    readBackup { [self] result in
      switch result {
      case .failure(let failure): answer(.failure(failure))
      case .success(let backup): answer(.success(json(backup)))
      }
    }
  }

  private func readSaved(_ answer: @escaping ControlCommands.Answer) {
    gateway.store.read({ (reader) throws(StoreFailure) in try reader.latestNetworkBackup()?.content }) {
      result in
      switch result {
      case .failure(let failure): answer(.failure(ControlFailure("\(failure)")))
      case .success(nil): answer(.failure(ControlFailure("no backup was saved yet")))
      case .success(let content?):
        let value = try? JSONValue(parsing: content.reveal(), limits: JSONLimits(size: 4 << 20))
        answer(value.map(Result.success) ?? .failure(ControlFailure("the saved backup is damaged")))
      }
    }
  }

  private func audit(_ what: String, user: String) {
    let entry = AuditEntry(
      at: gateway.loop.now.wall.milliseconds, who: "local:\(user)", what: what, result: "asked")
    gateway.store.apply([.appendAudit(entry)])
  }
}

/// Times for files and people.
enum TimeText {
  /// `2026-11-30T04:05:06Z`, by the civil-from-days rule of the proleptic Gregorian calendar.
  static func utc(_ time: WallTime) -> String {
    let seconds = time.milliseconds.quotientFloor(1000)
    let days = seconds.quotientFloor(86_400)
    let second = seconds - days * 86_400
    let shifted = days + 719_468
    let era = shifted.quotientFloor(146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let pad = { (value: Int64, width: Int) in
      let text = String(value)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    return "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T"
      + "\(pad(second / 3600, 2)):\(pad(second / 60 % 60, 2)):\(pad(second % 60, 2))Z"
  }
}

extension Int64 {
  fileprivate func quotientFloor(_ divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
