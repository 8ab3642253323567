import RadioInterface
import SansIO
import ZCL
import Zigbee
import ZigbeeHost

/// The only owner of truth: devices, values, events, calls and who may make them.
package struct GatewayCore: Sendable {
  package let configuration: CoreConfiguration
  private var outputs: [CoreOutput] = []
  private var drained = 0

  package init(configuration: CoreConfiguration, restored state: CoreState, at now: Instants) {
    self.configuration = configuration
  }

  package mutating func nextOutput() -> CoreOutput? {
    guard drained < outputs.count else { return nil }
    defer { drained += 1 }
    return outputs[drained]
  }

  package var nextDeadline: MonotonicInstant? { nil }
  package mutating func deadlinePassed(at now: Instants) {}
  package mutating func hostEvent(_ event: HostEvent, at now: Instants) {}
  package mutating func call(_ call: GatewayCall, at now: Instants) {}
  package mutating func persisted(_ ticket: PersistTicket, at now: Instants) {}
  package mutating func persistFailed(_ ticket: PersistTicket, reason: String, at now: Instants) {}
  package mutating func eventStored(_ event: EventID, at now: Instants) {}
  package mutating func replyStored(_ call: CallID, at now: Instants) {}
  package mutating func gatewayReset(at now: Instants) {}
  package mutating func clockTrustChanged(at now: Instants) {}
  package var state: GatewayState { GatewayState(radio: .absent(reason: ""), clockIsTrusted: false) }
  package var devices: [DeviceRecord] { [] }
}
