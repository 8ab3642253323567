import RadioInterface
import SansIO
import ZCL
import Zigbee
import ZigbeeHost

/// Something that happened, for every front door.
package struct CoreEvent: Hashable, Sendable {
  package var id: EventID
  package var time: WallTime
  package var kind: CoreEventKind

  package init(id: EventID, time: WallTime, kind: CoreEventKind) {
    self.id = id
    self.time = time
    self.kind = kind
  }

  /// Stays until every durable front door has it; the others are told once.
  package var isCritical: Bool { kind.isCritical }
}

package enum CoreEventKind: Hashable, Sendable {
  /// Joined (and known well enough to be used), or back after silence.
  case deviceOnline(DeviceIdentity, joined: Bool)
  case deviceOffline(DeviceIdentity)
  case deviceDeleted(DeviceIdentity)
  case lockOperation(DeviceIdentity, LockOperation)
  case lockProgramming(DeviceIdentity, LockProgramming)
  case alarm(DeviceIdentity, code: UInt8, cluster: ClusterID)
  /// The gateway lost its network and all its devices by somebody's order.
  case gatewayReset

  case attributeReport(DeviceIdentity, AttributeReading)
  /// Any other command that a device sent of its own accord: a button, a remote control.
  case deviceCommand(DeviceIdentity, DeviceCommand)
  case deviceRenamed(DeviceIdentity, from: String)
  case interview(DeviceIdentity, InterviewState)
  case permitJoin(seconds: UInt8)
  case gatewayState(GatewayState)
  /// A call that was already answered as timed out has ended after all.
  case lateResult(LateResult)

  package var isCritical: Bool {
    switch self {
    case .deviceOnline, .deviceOffline, .deviceDeleted, .lockOperation, .lockProgramming, .alarm,
      .gatewayReset:
      true
    case .attributeReport, .deviceCommand, .deviceRenamed, .interview, .permitJoin, .gatewayState,
      .lateResult:
      false
    }
  }

  package var device: DeviceIdentity? {
    switch self {
    case .deviceOnline(let device, _), .deviceOffline(let device), .deviceDeleted(let device),
      .lockOperation(let device, _), .lockProgramming(let device, _), .alarm(let device, _, _),
      .attributeReport(let device, _), .deviceCommand(let device, _), .deviceRenamed(let device, _),
      .interview(let device, _):
      device
    case .lateResult(let late): late.device
    case .gatewayReset, .permitJoin, .gatewayState: nil
    }
  }
}

/// How the gateway is, for every front door.
package struct GatewayState: Hashable, Sendable {
  package var radio: RadioState
  /// Why nothing can be stored; nil while all is well.
  package var storageFault: String?
  package var clockIsTrusted: Bool

  package init(radio: RadioState, storageFault: String? = nil, clockIsTrusted: Bool) {
    self.radio = radio
    self.storageFault = storageFault
    self.clockIsTrusted = clockIsTrusted
  }
}

package struct LateResult: Hashable, Sendable {
  package var device: DeviceIdentity?
  package var function: String
  package var caller: String
  package var result: CallResult

  package init(device: DeviceIdentity?, function: String, caller: String, result: CallResult) {
    self.device = device
    self.function = function
    self.caller = caller
    self.result = result
  }
}
