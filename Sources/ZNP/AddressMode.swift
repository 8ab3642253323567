/// Address modes of MT commands.
enum AddressMode {
  static let group: UInt8 = 0x01
  static let network: UInt8 = 0x02
  static let ieee: UInt8 = 0x03
  static let broadcast: UInt8 = 0x0F
}
