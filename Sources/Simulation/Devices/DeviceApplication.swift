import JSON
import SansIO
import ZCL
import Zigbee

/// A command of a cluster that reached a device.
struct ClusterCommand: Hashable, Sendable {
  var cluster: ClusterID
  var direction: ZCLFrame.Direction
  var command: UInt8
  var sequence: UInt8
  var payload: [UInt8]
}

/// What a device does with a command.
enum CommandAnswer: Hashable, Sendable {
  /// A default response with this status, if one is due.
  case status(ZCLStatus)
  /// The command's own response.
  case response(UInt8, [UInt8])
  /// Nothing: the command came to many and does not concern us.
  case silence
}

/// The behaviour of one kind of device above the clusters that all have.
protocol DeviceApplication: Sendable {
  mutating func handle(_ command: ClusterCommand, _ core: inout DeviceCore, at now: MonotonicInstant)
    -> CommandAnswer
  mutating func attributeWritten(
    _ path: AttributePath, _ core: inout DeviceCore, at now: MonotonicInstant)
  /// A default response or another answer to a frame that the device sent.
  mutating func answerReceived(_ frame: ZCLFrame, cluster: ClusterID, _ core: inout DeviceCore)
  mutating func deadlinePassed(_ core: inout DeviceCore, at now: MonotonicInstant)
  var nextDeadline: MonotonicInstant? { get }
  /// Somebody does something with the device; nil when it is not made for that.
  mutating func perform(_ action: DeviceAction, _ core: inout DeviceCore, at now: MonotonicInstant)
    -> JSONObject?
  mutating func joined(_ core: inout DeviceCore, at now: MonotonicInstant)
  /// What tests want to know; nil when there is nothing.
  var ledger: JSONValue? { get }
  /// State outside the attributes that outlives the program.
  var json: JSONObject { get }
  mutating func restore(_ json: JSONObject)
}

extension DeviceApplication {
  mutating func attributeWritten(
    _ path: AttributePath, _ core: inout DeviceCore, at now: MonotonicInstant
  ) {}
  mutating func answerReceived(_ frame: ZCLFrame, cluster: ClusterID, _ core: inout DeviceCore) {}
  mutating func deadlinePassed(_ core: inout DeviceCore, at now: MonotonicInstant) {}
  var nextDeadline: MonotonicInstant? { nil }
  mutating func joined(_ core: inout DeviceCore, at now: MonotonicInstant) {}
  var ledger: JSONValue? { nil }
  var json: JSONObject { JSONObject() }
  mutating func restore(_ json: JSONObject) {}
}

/// What a person or the world does to a device.
package enum DeviceAction: Hashable, Sendable {
  /// A quantity by its short name (`temperature`, `power` ...).
  case set(String, Double)
  case press
  case open
  case close
  case tamper(Bool)
  case lowBattery(Bool)
  /// A person at the keypad.
  case unlockWithPIN(String)
  /// The owner at the keypad: a PIN for one of the lock's users.
  case programPIN(user: UInt16, String)
  case lockWithPIN(String)
  case unlockManually
  case lockManually
  case lockWithOneTouch
  case wrongCode
  case alarm(UInt8)
}
