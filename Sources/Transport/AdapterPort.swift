/// A serial port that may have an adapter on it.
package struct AdapterPort: Hashable, Sendable {
  /// The most characters kept of a text that the device tells of itself.
  static let textLimit = 128

  /// Such as "/dev/ttyUSB0"; may change from one plugging in to the next.
  package let devicePath: String
  /// The link under /dev/serial/by-id, which stays the same; nil where there is none.
  package let stablePath: String?
  package let vendorID: UInt16?
  package let productID: UInt16?
  package let manufacturer: String?
  package let product: String?
  package let serialNumber: String?
  /// The processes that have it open, as far as they may be seen.
  package var holders: [PortHolder]

  package init(
    devicePath: String, stablePath: String? = nil, vendorID: UInt16? = nil,
    productID: UInt16? = nil, manufacturer: String? = nil, product: String? = nil,
    serialNumber: String? = nil, holders: [PortHolder] = []
  ) {
    self.devicePath = devicePath
    self.stablePath = stablePath
    self.vendorID = vendorID
    self.productID = productID
    self.manufacturer = manufacturer
    self.product = product
    self.serialNumber = serialNumber
    self.holders = holders
  }

  /// The path to write into a configuration.
  package var recommendedPath: String { stablePath ?? devicePath }
}
