import RadioInterface
import Zigbee

/// What the session is told before it starts.
package struct ZNPConfiguration: Sendable {
  /// How a boot loader that holds the adapter is left, for the models that need it.
  package enum BootloaderWake: Hashable, Sendable {
    case none
    /// Write 0xEF: the boot loader of CC253x starts the application.
    case byte
    /// Move DTR and RTS, 150 ms each step, then write 0xEF.
    case lines
  }

  /// What the configuration file states about the network.
  package var plan: NetworkPlan
  /// The network of the last run, from the state.
  package var remembered: NetworkParameters?
  /// dBm, set at each start; nil leaves the firmware's own.
  /// Whether a blank adapter may get a first network. Not where the state could not be read: it may hold one.
  package var mayFormFirstNetwork: Bool
  package var transmitPower: Int8?
  package var bootloaderWake: BootloaderWake
  /// Random numbers for forming a network, if one has to be; without them the session asks.
  package var entropy: FormingEntropy?

  package init(
    plan: NetworkPlan = NetworkPlan(), remembered: NetworkParameters? = nil,
    mayFormFirstNetwork: Bool = true, transmitPower: Int8? = nil, bootloaderWake: BootloaderWake = .none,
    entropy: FormingEntropy? = nil
  ) {
    self.plan = plan
    self.remembered = remembered
    self.mayFormFirstNetwork = mayFormFirstNetwork
    self.transmitPower = transmitPower
    self.bootloaderWake = bootloaderWake
    self.entropy = entropy
  }
}
