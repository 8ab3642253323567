import EZSP
import SansIO
import Zigbee

/// What a virtual Silicon Labs coordinator is and how long it takes for things.
package struct EZSPCoordinatorOptions: Hashable, Sendable {
  package var version: EZSPVersion
  /// The address in the chip, which a token may override.
  package var hardwareAddress: IEEEAddress
  /// From a reset request to its answer.
  package var resetDelay: TimeSpan
  package var formationDelay: TimeSpan
  package var resumeDelay: TimeSpan
  package var energyScanDelay: TimeSpan

  package init(
    version: EZSPVersion = EZSPVersion(rawValue: 13),
    hardwareAddress: IEEEAddress = IEEEAddress(rawValue: 0x000B_57FF_FE01_0001),
    resetDelay: TimeSpan = .milliseconds(200), formationDelay: TimeSpan = .milliseconds(600),
    resumeDelay: TimeSpan = .milliseconds(80), energyScanDelay: TimeSpan = .milliseconds(150)
  ) {
    self.version = version
    self.hardwareAddress = hardwareAddress
    self.resetDelay = resetDelay
    self.formationDelay = formationDelay
    self.resumeDelay = resumeDelay
    self.energyScanDelay = energyScanDelay
  }
}
