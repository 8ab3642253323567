import ZCL
import Zigbee

/// What the generic functions may do to a lock. Whatever opens a door, or changes who may open it, goes
/// through the functions made for it, where PIN, freshness and lock-out are checked; a list of what is
/// allowed, since vendors add ways to open that no list of what is forbidden would know.
enum LockPolicy {
  /// Nil when allowed, otherwise why not.
  static func objection(to function: GatewayFunction, on device: DeviceRecord) -> String? {
    guard device.isLock || function.cluster == .doorLock else { return nil }
    switch function {
    case .sendCommand(let target, let command, let payload, _):
      return allowsCommand(target, command, payload)
        ? nil : "this command is not sent to a lock; openLock opens and locks"
    case .writeAttribute(let target, let attribute, let input):
      return allowsWrite(target, attribute, input) ? nil : "this attribute of a lock is not written"
    case .setControlLight: return "a lock is no lamp"
    default: return nil
    }
  }

  private static func allowsCommand(
    _ target: ClusterTarget, _ command: CommandID, _ payload: [UInt8]
  ) -> Bool {
    guard target.manufacturer == nil else { return false }
    switch target.cluster {
    case .identify, .pollControl, .alarms: return true
    case .doorLock:
      switch command {
      // A PIN has no place in a generic call.
      case DoorLock.Command.lockDoor: return payload.isEmpty || payload == [0]
      case DoorLock.Command.getUserStatus, DoorLock.Command.getWeekDaySchedule,
        DoorLock.Command.getYearDaySchedule, DoorLock.Command.getHolidaySchedule,
        DoorLock.Command.getUserType:
        return true
      default: return false
      }
    default: return false
    }
  }

  private static func allowsWrite(
    _ target: ClusterTarget, _ attribute: AttributeID, _ input: AttributeInput
  ) -> Bool {
    guard target.manufacturer == nil else { return false }
    switch target.cluster {
    case .identify, .pollControl: return true
    case .doorLock:
      switch attribute {
      case DoorLock.Attribute.language.id, DoorLock.Attribute.ledSettings.id,
        DoorLock.Attribute.autoRelockTime.id, DoorLock.Attribute.soundVolume.id:
        return true
      // Normal, vacation, privacy; never passage (4), which leaves the door open.
      case DoorLock.Attribute.operatingMode.id:
        return input.value.integer.map { (0...2).contains($0) } ?? false
      default: return false
      }
    default: return false
    }
  }
}

extension GatewayFunction {
  /// Of the generic functions.
  var cluster: ClusterID? {
    switch self {
    case .readAttribute(let target, _), .writeAttribute(let target, _, _), .sendCommand(let target, _, _, _):
      target.cluster
    default: nil
    }
  }
}

extension AttributeInput {
  var value: ZCLValue {
    switch self {
    case .typed(let typed): typed.value
    case .untyped(let value): value
    }
  }
}
