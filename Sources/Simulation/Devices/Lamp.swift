import ByteCoding
import JSON
import SansIO
import ZCL
import Zigbee

/// A colour lamp: On/Off, Level Control, Color Control (xy and temperature), Scenes.
struct Lamp: DeviceApplication {
  /// A value on its way, in steps of a tenth of a second.
  private struct Transition: Hashable, Sendable {
    var from: Int64
    var to: Int64
    var start: MonotonicInstant
    var end: MonotonicInstant

    func value(at now: MonotonicInstant) -> Int64 {
      let whole = (end - start).nanoseconds
      guard now < end, whole > 0 else { return to }
      let part = Double((now - start).nanoseconds) / Double(whole)
      return from + Int64((Double(to - from) * part).rounded())
    }
  }

  private struct Target: Hashable, Comparable, Sendable {
    var cluster: ClusterID
    var attribute: UInt16
    static let level = Target(cluster: .levelControl, attribute: 0)
    static let colorX = Target(cluster: .colorControl, attribute: 3)
    static let colorY = Target(cluster: .colorControl, attribute: 4)
    static let colorTemperature = Target(cluster: .colorControl, attribute: 7)

    static func < (left: Self, right: Self) -> Bool {
      (left.cluster, left.attribute) < (right.cluster, right.attribute)
    }
  }

  private static let step = TimeSpan.milliseconds(100)
  private static let colorLimits: ClosedRange<Int64> = 0...0xFEFF
  private static let mireds: ClosedRange<Int64> = 153...500

  private var transitions: [Target: Transition] = [:]
  private var nextStep: MonotonicInstant?
  private var offAt: MonotonicInstant?
  private var turnsOffAtMinimum = false
  private var scenes = SceneTable()

  var nextDeadline: MonotonicInstant? {
    guard let nextStep, let offAt else { return nextStep ?? offAt }
    return min(nextStep, offAt)
  }

  // MARK: Commands

  mutating func handle(_ command: ClusterCommand, _ core: inout DeviceCore, at now: MonotonicInstant)
    -> CommandAnswer
  {
    do throws(DecodingFailure) {
      return try command.payload.withReader { (reader) throws(DecodingFailure) in
        switch command.cluster {
        case .onOff: try self.handleOnOff(command.command, &reader, &core, at: now)
        case .levelControl: try self.handleLevel(command.command, &reader, &core, at: now)
        case .colorControl: try self.handleColor(command.command, &reader, &core, at: now)
        case .scenes: try self.handleScenes(command, &reader, &core, at: now)
        default: CommandAnswer.status(.unsupportedCluster)
        }
      }
    } catch {
      return .status(.malformedCommand)
    }
  }

  private mutating func handleOnOff(
    _ command: UInt8, _ reader: inout ByteReader, _ core: inout DeviceCore, at now: MonotonicInstant
  ) throws(DecodingFailure) -> CommandAnswer {
    let isOn = core.integer(.onOff, 0) != 0
    offAt = nil
    switch command {
    case 0x00, 0x40: core.set(.onOff, 0, 0)
    case 0x01, 0x41: core.set(.onOff, 0, 1)
    case 0x02: core.set(.onOff, 0, isOn ? 0 : 1)
    case 0x42:
      let control = try reader.readUInt8()
      let onTime = try reader.readUInt16LE()
      _ = try reader.readUInt16LE()
      if control & 0x01 != 0, !isOn { return .status(.success) }
      core.set(.onOff, 0, 1)
      if onTime != 0, onTime != 0xFFFF { offAt = now + .milliseconds(100) * Int64(onTime) }
    default: return .status(.unsupportedClusterCommand)
    }
    return .status(.success)
  }

  private mutating func handleLevel(
    _ command: UInt8, _ reader: inout ByteReader, _ core: inout DeviceCore, at now: MonotonicInstant
  ) throws(DecodingFailure) -> CommandAnswer {
    let withOnOff = command >= 0x04
    let level = core.integer(.levelControl, 0)
    switch command {
    case 0x00, 0x04:
      let target = Int64(try reader.readUInt8())
      move(.level, to: min(254, max(1, target)), tenths: try reader.readUInt16LE(), &core, at: now)
      if withOnOff { followLevel(target: target, &core) }
    case 0x01, 0x05:
      let isDown = try reader.readUInt8() == 1
      let rate = Int64(try reader.readUInt8())
      guard rate != 0 else { return .status(.success) }
      let target: Int64 = isDown ? 1 : 254
      let tenths = rate == 0xFF ? 0 : abs(target - level) * 10 / rate
      move(.level, to: target, tenths: UInt16(clamping: tenths), &core, at: now)
      if withOnOff { followLevel(target: isDown ? 0 : target, &core) }
    case 0x02, 0x06:
      let isDown = try reader.readUInt8() == 1
      let size = Int64(try reader.readUInt8())
      let target = min(254, max(1, level + (isDown ? -size : size)))
      move(.level, to: target, tenths: try reader.readUInt16LE(), &core, at: now)
      if withOnOff { followLevel(target: target, &core) }
    case 0x03, 0x07: transitions[.level] = nil
    default: return .status(.unsupportedClusterCommand)
    }
    return .status(.success)
  }

  /// "With On/Off": light goes on at the start upwards, and off when the lowest level is reached.
  private mutating func followLevel(target: Int64, _ core: inout DeviceCore) {
    if target > 1 {
      core.set(.onOff, 0, 1)
    } else if transitions[.level] == nil {
      core.set(.onOff, 0, 0)
    } else {
      turnsOffAtMinimum = true
    }
  }

  private mutating func handleColor(
    _ command: UInt8, _ reader: inout ByteReader, _ core: inout DeviceCore, at now: MonotonicInstant
  ) throws(DecodingFailure) -> CommandAnswer {
    let x = core.integer(.colorControl, 3)
    let y = core.integer(.colorControl, 4)
    let temperature = core.integer(.colorControl, 7)
    switch command {
    case 0x07:
      let target = (Int64(try reader.readUInt16LE()), Int64(try reader.readUInt16LE()))
      guard Self.colorLimits.contains(target.0), Self.colorLimits.contains(target.1) else {
        return .status(.invalidValue)
      }
      moveColor(target, tenths: try reader.readUInt16LE(), &core, at: now)
    case 0x09:
      let step = (
        Int64(Int16(bitPattern: try reader.readUInt16LE())),
        Int64(Int16(bitPattern: try reader.readUInt16LE()))
      )
      moveColor((x + step.0, y + step.1), tenths: try reader.readUInt16LE(), &core, at: now)
    case 0x0A:
      let target = Int64(try reader.readUInt16LE())
      moveTemperature(target, tenths: try reader.readUInt16LE(), &core, at: now)
    case 0x08, 0x47:
      for target in [Target.colorX, .colorY, .colorTemperature] { transitions[target] = nil }
    case 0x4B, 0x4C:
      // Mode 0 stop, 1 up, 3 down; then rate or step (in mireds).
      let mode = try reader.readUInt8()
      let amount = Int64(try reader.readUInt16LE())
      if mode == 0 {
        transitions[.colorTemperature] = nil
      } else if command == 0x4B {
        let target = mode == 1 ? Self.mireds.upperBound : Self.mireds.lowerBound
        guard amount > 0 else { return .status(.invalidField) }
        let tenths = UInt16(clamping: abs(target - temperature) * 10 / amount)
        moveTemperature(target, tenths: tenths, &core, at: now)
      } else {
        let tenths = try reader.readUInt16LE()
        moveTemperature(temperature + (mode == 1 ? amount : -amount), tenths: tenths, &core, at: now)
      }
    default: return .status(.unsupportedClusterCommand)
    }
    return .status(.success)
  }

  private mutating func moveColor(
    _ target: (Int64, Int64), tenths: UInt16, _ core: inout DeviceCore, at now: MonotonicInstant
  ) {
    setColorMode(1, &core)
    move(.colorX, to: target.0.clamped(to: Self.colorLimits), tenths: tenths, &core, at: now)
    move(.colorY, to: target.1.clamped(to: Self.colorLimits), tenths: tenths, &core, at: now)
  }

  private mutating func moveTemperature(
    _ target: Int64, tenths: UInt16, _ core: inout DeviceCore, at now: MonotonicInstant
  ) {
    setColorMode(2, &core)
    move(.colorTemperature, to: target.clamped(to: Self.mireds), tenths: tenths, &core, at: now)
  }

  private func setColorMode(_ mode: Int64, _ core: inout DeviceCore) {
    core.set(.colorControl, 0x0008, mode)
    core.set(.colorControl, 0x4001, mode)
  }

  // MARK: Transitions

  private mutating func move(
    _ target: Target, to value: Int64, tenths: UInt16, _ core: inout DeviceCore, at now: MonotonicInstant
  ) {
    if target == .level { turnsOffAtMinimum = false }
    guard tenths != 0, tenths != 0xFFFF else {
      transitions[target] = nil
      core.set(target.cluster, target.attribute, value)
      return
    }
    transitions[target] = Transition(
      from: core.integer(target.cluster, target.attribute), to: value, start: now,
      end: now + Self.step * Int64(tenths))
    if nextStep == nil { nextStep = now + Self.step }
  }

  mutating func deadlinePassed(_ core: inout DeviceCore, at now: MonotonicInstant) {
    if let due = offAt, due <= now {
      offAt = nil
      core.set(.onOff, 0, 0)
    }
    guard let due = nextStep, due <= now else { return }
    for (target, transition) in transitions.sorted(by: { $0.key < $1.key }) {
      core.set(target.cluster, target.attribute, transition.value(at: now))
      if now >= transition.end { transitions[target] = nil }
    }
    if turnsOffAtMinimum, transitions[.level] == nil {
      turnsOffAtMinimum = false
      core.set(.onOff, 0, 0)
    }
    nextStep = transitions.isEmpty ? nil : now + Self.step
  }

  // MARK: Scenes

  private mutating func handleScenes(
    _ command: ClusterCommand, _ reader: inout ByteReader, _ core: inout DeviceCore, at now: MonotonicInstant
  ) throws(DecodingFailure) -> CommandAnswer {
    let answer = try scenes.handle(command, &reader, core)
    core.set(.scenes, 0, Int64(scenes.count))
    if let recalled = scenes.takeRecalled() {
      core.set(.onOff, 0, recalled.isOn ? 1 : 0)
      move(.level, to: Int64(recalled.level), tenths: recalled.tenths, &core, at: now)
      setColorMode(Int64(recalled.colorMode), &core)
      move(.colorX, to: Int64(recalled.colorX), tenths: recalled.tenths, &core, at: now)
      move(.colorY, to: Int64(recalled.colorY), tenths: recalled.tenths, &core, at: now)
      move(
        .colorTemperature, to: Int64(recalled.colorTemperature), tenths: recalled.tenths, &core, at: now)
    }
    return answer
  }

  // MARK: People

  mutating func perform(_ action: DeviceAction, _ core: inout DeviceCore, at now: MonotonicInstant)
    -> JSONObject?
  {
    guard action == .press else { return nil }
    core.set(.onOff, 0, core.integer(.onOff, 0) == 0 ? 1 : 0)
    return JSONObject([("on", .bool(core.integer(.onOff, 0) != 0))])
  }
}

extension Int64 {
  func clamped(to range: ClosedRange<Int64>) -> Int64 {
    Swift.min(range.upperBound, Swift.max(range.lowerBound, self))
  }
}
