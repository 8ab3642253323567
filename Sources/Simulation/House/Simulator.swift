import JSON
import SansIO

/// The whole simulator as a machine: the house, and the scripts that drive it.
///
/// Plugged in, bytes flow between host and coordinator; `hang-up` pulls the cable, which takes the power from
/// the coordinator, and `replug` puts it back.
package struct Simulator: Sendable {
  package enum Output: Hashable, Sendable {
    case toHost([UInt8])
    /// One JSON line for whoever commands.
    case answer(String)
    case hangUp
    /// Plug in again, at another path if one is given.
    case replug(String?)
    case quit
  }

  package var house: VirtualHouse
  private var player: ScriptPlayer
  private var outputs: [Output] = []
  package private(set) var isPluggedIn = true
  private var fromHost = FaultyDirection(from: .host)
  private var fromCoordinator = FaultyDirection(from: .coordinator)
  /// When a coordinator that was pulled out by a fault is plugged in again, and where.
  private var comesBack: (at: MonotonicInstant, path: String?)?

  package init(options: HouseOptions = HouseOptions(), startingAt start: MonotonicInstant = .zero) {
    house = VirtualHouse(options: options)
    player = ScriptPlayer(startingAt: start)
  }

  /// Puts a restored house in.
  package init(house: VirtualHouse, startingAt start: MonotonicInstant) {
    self.house = house
    player = ScriptPlayer(startingAt: start)
  }

  package mutating func start(at now: MonotonicInstant) {
    house.powerOn(at: now)
    runScripts(at: now)
  }

  package mutating func bytesReceived(_ bytes: [UInt8], at now: MonotonicInstant) {
    guard isPluggedIn else { return }
    if let rule = house.faults.strike(.hangUp) {
      pullOut(at: now)
      comesBack = (now + rule.time, rule.path)
      return
    }
    fromHost.write(bytes, &house.faults, at: now)
    carry(at: now)
  }

  private mutating func carry(at now: MonotonicInstant) {
    let bytes = fromHost.takeDue(at: now)
    if !bytes.isEmpty { house.bytesReceived(bytes, at: now) }
    collectBytes(at: now)
  }

  package mutating func scriptReceived(
    _ bytes: some Sequence<UInt8>, from source: ScriptSource, at now: MonotonicInstant
  ) {
    player.append(bytes, to: source)
    runScripts(at: now)
  }

  package mutating func scriptEnded(_ source: ScriptSource, at now: MonotonicInstant) {
    player.end(source)
    runScripts(at: now)
  }

  package func nextDeadline(at now: MonotonicInstant) -> MonotonicInstant? {
    [
      player.nextDeadline(at: now), house.nextDeadline, fromHost.nextDeadline, fromCoordinator.nextDeadline,
      comesBack?.at,
    ].compactMap(\.self).min()
  }

  package mutating func deadlinePassed(at now: MonotonicInstant) {
    if let back = comesBack, back.at <= now { plugIn(at: back.path, now) }
    house.deadlinePassed(at: now)
    carry(at: now)
    runScripts(at: now)
  }

  package mutating func nextOutput() -> Output? { outputs.isEmpty ? nil : outputs.removeFirst() }

  // MARK: Scripts

  private mutating func runScripts(at now: MonotonicInstant) {
    while let step = player.nextStep(at: now) {
      switch step {
      case .run(let line): run(line, at: now)
      case .failed(let error): answer(error)
      }
      collectBytes(at: now)
    }
    collectBytes(at: now)
  }

  private mutating func run(_ line: ScriptLine, at now: MonotonicInstant) {
    do throws(ScriptError) {
      answer(try house.execute(line, at: now) ?? executeOwn(line, at: now))
    } catch {
      answer(error)
    }
  }

  private mutating func executeOwn(_ line: ScriptLine, at now: MonotonicInstant) -> JSONObject {
    switch line.command {
    case .hangUp: pullOut(at: now)
    case .replug(let path): plugIn(at: path, now)
    case .quit: outputs.append(.quit)
    default: break
    }
    return JSONObject()
  }

  private mutating func answer(_ members: JSONObject) {
    var object = JSONObject([("ok", .bool(true))])
    for member in members { object[member.key] = member.value }
    outputs.append(.answer(JSONValue.object(object).description))
  }

  private mutating func answer(_ error: ScriptError) {
    let object = JSONObject([
      ("ok", .bool(false)), ("line", .integer(Int64(error.line))), ("column", .integer(Int64(error.column))),
      ("error", .string(error.message)),
    ])
    outputs.append(.answer(JSONValue.object(object).description))
  }

  // MARK: The line

  private mutating func pullOut(at now: MonotonicInstant) {
    collectBytes(at: now)
    isPluggedIn = false
    house.powerOff()
    fromHost.removeAll()
    fromCoordinator.removeAll()
    outputs.append(.hangUp)
  }

  private mutating func plugIn(at path: String?, _ now: MonotonicInstant) {
    comesBack = nil
    isPluggedIn = true
    house.powerOn(at: now)
    outputs.append(.replug(path))
  }

  private mutating func collectBytes(at now: MonotonicInstant) {
    guard isPluggedIn else { return }
    if house.faults.isEmpty, fromCoordinator.isEmpty {
      let bytes = house.takeBytes()
      if !bytes.isEmpty { outputs.append(.toHost(bytes)) }
      return
    }
    for frame in house.takeFrames() { fromCoordinator.write(frame, &house.faults, at: now) }
    let bytes = fromCoordinator.takeDue(at: now)
    if !bytes.isEmpty { outputs.append(.toHost(bytes)) }
  }
}
