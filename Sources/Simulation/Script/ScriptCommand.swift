import SansIO
import Zigbee

/// One command of the house's script language.
package enum ScriptCommand: Hashable, Sendable {
  /// One device by name, or all.
  package enum Target: Hashable, Sendable {
    case device(String)
    case all
  }

  case add(DeviceKind, name: String, ieee: IEEEAddress?, model: String?, count: Int)
  case join(Target)
  case leave(Target)
  case drop(Target)
  case returns(Target)
  case move(Target)
  case act(String, DeviceAction)
  case report(String, attribute: String, value: Double?)
  case reset(VirtualCoordinator.ResetReason)
  case hangUp
  case replug(String?)
  case ledger(String?)
  case devices
  case storm(rate: Int, count: Int)
  case radio(latency: TimeSpan, jitter: TimeSpan)
  /// Switches a fault on, or off.
  case fault(FaultKind, FaultRule?)
  case clearFaults
  case faults
  case wait(TimeSpan)
  indirect case at(TimeSpan, ScriptLine)
  indirect case every(TimeSpan, ScriptLine)
  case quit
}

/// A command with its place, for errors that only running it shows.
package struct ScriptLine: Hashable, Sendable {
  package var line: Int
  /// Where the command's first argument is: most often the name of a device.
  package var column: Int
  package var command: ScriptCommand
}
