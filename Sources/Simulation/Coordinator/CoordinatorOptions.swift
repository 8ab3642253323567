import SansIO
import Zigbee

/// What a virtual coordinator is and how long it takes for things.
package struct CoordinatorOptions: Hashable, Sendable {
  package var release: ZStackRelease
  /// The address in the chip, which NV item 1 may override.
  package var hardwareAddress: IEEEAddress
  /// From a reset request to the reset indication. Real sticks take about a second.
  package var resetDelay: TimeSpan
  package var formationDelay: TimeSpan
  /// From the start command of a formed network to "started as coordinator".
  package var resumeDelay: TimeSpan
  package var energyScanDelay: TimeSpan

  package init(
    release: ZStackRelease = .release3x0,
    hardwareAddress: IEEEAddress = IEEEAddress(rawValue: 0x0012_4B00_2A5C_0001),
    resetDelay: TimeSpan = .milliseconds(200), formationDelay: TimeSpan = .milliseconds(600),
    resumeDelay: TimeSpan = .milliseconds(80), energyScanDelay: TimeSpan = .milliseconds(150)
  ) {
    self.release = release
    self.hardwareAddress = hardwareAddress
    self.resetDelay = resetDelay
    self.formationDelay = formationDelay
    self.resumeDelay = resumeDelay
    self.energyScanDelay = energyScanDelay
  }
}
