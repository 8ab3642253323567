import JSON
import SansIO
import Zigbee

/// What a virtual coordinator gives to the house around it.
package enum CoordinatorOutput: Hashable, Sendable {
  case toHost([UInt8])
  /// Send by radio; `transmissionFinished` reports the end when there is a confirmation.
  case transmit(AirFrame, Confirmation?)
  case permitsJoining(Bool)
}

/// A coordinator of any family, between its host's serial line and the air.
package protocol CoordinatorModel: Sendable {
  var ieeeAddress: IEEEAddress { get }
  /// Whether the radio listens: the network is up.
  var isRunning: Bool { get }
  /// The network in its memory, running or not; nil on a blank stick.
  var identity: NetworkIdentity? { get }
  var faults: FaultPlan { get set }
  /// Requests seen since the program started.
  var requestCount: Int { get }
  var nextDeadline: MonotonicInstant? { get }
  /// Devices that the coordinator is parent or neighbour of.
  var associations: [Association] { get set }
  /// What it keeps over power cuts.
  var json: JSONValue { get }

  mutating func restore(_ json: JSONValue?)
  mutating func powerOn(at now: MonotonicInstant)
  mutating func powerOff()
  mutating func beginReset(_ reason: VirtualCoordinator.ResetReason, at now: MonotonicInstant)
  mutating func bytesReceived(_ bytes: [UInt8], at now: MonotonicInstant)
  mutating func deadlinePassed(at now: MonotonicInstant)
  mutating func nextOutput() -> CoordinatorOutput?

  /// A message from the air for the host.
  mutating func received(_ message: AirFrame, quality: UInt8, at now: MonotonicInstant)
  mutating func transmissionFinished(
    _ confirmation: Confirmation?, _ status: TransmissionStatus, at now: MonotonicInstant)
  func admits(_ ieee: IEEEAddress, at now: MonotonicInstant) -> Bool
  /// A device has associated and got the network key.
  mutating func deviceJoined(
    _ ieee: IEEEAddress, at address: NetworkAddress, sleeps: Bool, quality: UInt8, _ now: MonotonicInstant)
  mutating func deviceLeft(
    _ ieee: IEEEAddress, address: NetworkAddress, rejoins: Bool, at now: MonotonicInstant)
}
