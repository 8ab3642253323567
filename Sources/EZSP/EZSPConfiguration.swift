import RadioInterface
import Zigbee

/// What the session is told before it starts.
package struct EZSPConfiguration: Sendable {
  /// What the configuration file states about the network.
  package var plan: NetworkPlan
  /// The network of the last run, from the state.
  package var remembered: NetworkParameters?
  /// Whether a blank adapter may get a first network. Not where the state could not be read: it may hold one.
  package var mayFormFirstNetwork: Bool
  /// dBm, set at each start; nil leaves the firmware's own.
  package var transmitPower: Int8?
  /// Unacknowledged frames on the serial line.
  package var window: Int
  /// How often the adapter is asked to answer before the link counts as silent: fewer where families are probed.
  package var resetAttempts = 5
  /// Random numbers for forming a network, if one has to be; without them the session asks.
  package var entropy: FormingEntropy?

  package init(
    plan: NetworkPlan = NetworkPlan(), remembered: NetworkParameters? = nil,
    mayFormFirstNetwork: Bool = true, transmitPower: Int8? = nil, window: Int = 3,
    entropy: FormingEntropy? = nil
  ) {
    self.plan = plan
    self.remembered = remembered
    self.mayFormFirstNetwork = mayFormFirstNetwork
    self.transmitPower = transmitPower
    self.window = window
    self.entropy = entropy
  }
}

/// What the session counts, for diagnostics; the link counts for itself.
package struct EZSPCounters: Hashable, Sendable {
  package var receivedBytes: UInt64 = 0
  package var sentCommands: UInt64 = 0
  package var commandTimeouts: UInt64 = 0
  /// Responses that nobody waited for any more.
  package var lateReplies: UInt64 = 0
  /// Confirmations whose send had ended.
  package var lateConfirmations: UInt64 = 0
  /// Frames that the protocol version does not allow.
  package var malformedFrames: UInt64 = 0
  package var unhandledCallbacks: UInt64 = 0
  package var adapterResets: UInt64 = 0
  /// The firmware said that it lost callbacks for want of memory.
  package var overflows: UInt64 = 0
  package var lostOutputs: UInt64 = 0

  package init() {}
}
