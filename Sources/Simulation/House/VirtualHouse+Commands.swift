import JSON
import SansIO
import Zigbee

/// Carries out script commands that concern the devices and the air.
extension VirtualHouse {
  /// The members of the answer beside `ok`; nil for commands that are not the house's.
  package mutating func execute(
    _ line: ScriptLine, at now: MonotonicInstant
  ) throws(ScriptError) -> JSONObject? {
    switch line.command {
    case .add(let kind, let name, let ieee, let model, let count):
      return try add(kind, name, ieee, model, count, line)
    case .join(let target):
      let indices = try indices(target, line)
      for index in indices { startSearching(index, at: now) }
      return state(of: indices)
    case .leave(let target):
      let indices = try indices(target, line)
      for index in indices { leave(index, rejoins: false, at: now) }
      return state(of: indices)
    case .drop(let target), .returns(let target):
      let isDrop = if case .drop = line.command { true } else { false }
      let indices = try indices(target, line)
      for index in indices { setSilent(index, isDrop, at: now) }
      return state(of: indices)
    case .move(let target):
      let indices = try indices(target, line)
      for index in indices where !move(index, at: now) {
        if case .device(let name) = target { throw failure("'\(name)' is in no network", line) }
      }
      return state(of: indices)
    case .act(let name, let action): return try act(name, action, line, at: now)
    case .report(let name, let attribute, let value):
      let index = try deviceIndex(name, line)
      guard let answer = residents[index].device.report(attribute, value) else {
        throw failure("'\(name)' has no attribute '\(attribute)' that can have this value", line)
      }
      drainDevice(index, at: now)
      return answer
    case .ledger(let name): return try ledger(name, line)
    case .devices: return JSONObject([("devices", .array(residents.map(describe)))])
    case .storm(let rate, let count):
      startStorm(rate: rate, count: count, at: now)
      return JSONObject([("count", .integer(Int64(count)))])
    case .radio(let latency, let jitter):
      setRadio(latency: latency, jitter: jitter)
      return JSONObject()
    case .fault(let kind, let rule):
      faults[kind] = rule
      return JSONObject([("fault", .string(kind.rawValue))])
    case .clearFaults:
      faults.removeAll()
      return JSONObject([("struck", faults.json)])
    case .faults: return JSONObject([("struck", faults.json)])
    case .reset(let reason):
      coordinator.beginReset(reason, at: now)
      return JSONObject()
    case .hangUp, .replug, .wait, .at, .every, .quit: return nil
    }
  }

  private func failure(_ message: String, _ line: ScriptLine) -> ScriptError {
    ScriptError(line: line.line, column: line.column, message: message)
  }

  private func deviceIndex(_ name: String, _ line: ScriptLine) throws(ScriptError) -> Int {
    guard let index = index(named: name) else {
      let known = residents.prefix(20).map(\.device.name).joined(separator: ", ")
      throw failure("there is no device '\(name)'; there are \(known.isEmpty ? "none" : known)", line)
    }
    return index
  }

  private func indices(_ target: ScriptCommand.Target, _ line: ScriptLine) throws(ScriptError) -> [Int] {
    switch target {
    case .all: return Array(residents.indices)
    case .device(let name): return [try deviceIndex(name, line)]
    }
  }

  private mutating func add(
    _ kind: DeviceKind, _ name: String, _ ieee: IEEEAddress?, _ model: String?, _ count: Int,
    _ line: ScriptLine
  ) throws(ScriptError) -> JSONObject {
    let first = residents.count
    for number in 1...max(1, count) {
      let own = count > 1 ? "\(name)\(number)" : name
      let address = ieee.map { IEEEAddress(rawValue: $0.rawValue &+ UInt64(number - 1)) }
      guard add(kind, name: own, ieee: address, model: model) else {
        throw failure("'\(own)' or its address is there already, or the house is full", line)
      }
    }
    return state(of: Array(first..<residents.count))
  }

  private mutating func act(
    _ name: String, _ action: DeviceAction, _ line: ScriptLine, at now: MonotonicInstant
  ) throws(ScriptError) -> JSONObject {
    let index = try deviceIndex(name, line)
    guard let answer = residents[index].device.perform(action, at: now) else {
      throw failure("'\(name)' is a \(residents[index].device.kind.rawValue), which cannot do this", line)
    }
    drainDevice(index, at: now)
    return answer
  }

  /// One device's state, or a list of them.
  private func state(of indices: [Int]) -> JSONObject {
    if indices.count == 1, case .object(let only) = describe(residents[indices[0]]) { return only }
    return JSONObject([("devices", .array(indices.map { describe(residents[$0]) }))])
  }

  private func describe(_ resident: Resident) -> JSONValue {
    let device = resident.device
    let state: JSONValue =
      if resident.isSilent {
        "silent"
      } else if device.isJoined {
        "joined"
      } else if resident.isSearching {
        "searching"
      } else {
        "idle"
      }
    return .object(
      JSONObject([
        ("name", .string(device.name)), ("kind", .string(device.kind.rawValue)),
        ("ieee", .string(device.ieee.description)),
        ("address", device.isJoined ? .string(device.address.description) : .null), ("state", state),
        ("sleepy", .bool(device.isSleepy)),
      ]))
  }

  private func ledger(_ name: String?, _ line: ScriptLine) throws(ScriptError) -> JSONObject {
    if let name {
      let index = try deviceIndex(name, line)
      guard let ledger = residents[index].device.ledger else {
        throw failure("'\(name)' keeps no ledger; locks do", line)
      }
      return JSONObject([("name", .string(name)), ("ledger", ledger)])
    }
    let all = residents.compactMap { resident in
      resident.device.ledger.map { (resident.device.name, $0) }
    }
    return JSONObject([
      ("locks", .object(JSONObject(all))), ("requests", .integer(Int64(coordinator.requestCount))),
    ])
  }
}
