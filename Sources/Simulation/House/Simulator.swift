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
    house.bytesReceived(bytes, at: now)
    collectBytes()
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
    let own = player.nextDeadline(at: now)
    guard let other = house.nextDeadline else { return own }
    return own.map { min($0, other) } ?? other
  }

  package mutating func deadlinePassed(at now: MonotonicInstant) {
    house.deadlinePassed(at: now)
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
      collectBytes()
    }
    collectBytes()
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
    case .hangUp:
      collectBytes()
      isPluggedIn = false
      house.powerOff()
      outputs.append(.hangUp)
    case .replug(let path):
      isPluggedIn = true
      house.powerOn(at: now)
      outputs.append(.replug(path))
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

  private mutating func collectBytes() {
    guard isPluggedIn else { return }
    let bytes = house.takeBytes()
    if !bytes.isEmpty { outputs.append(.toHost(bytes)) }
  }
}
