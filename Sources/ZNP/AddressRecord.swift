import ByteCoding
import Zigbee

/// A record of the address manager: which device has which short address, and why it is kept.
struct AddressRecord: Hashable, Sendable {
  static let associated: UInt8 = 0x01
  static let security: UInt8 = 0x02

  var user: UInt8
  var networkAddress: NetworkAddress
  var ieee: IEEEAddress

  static func length(aligned: Bool) -> Int { aligned ? 12 : 11 }

  init(user: UInt8, networkAddress: NetworkAddress, ieee: IEEEAddress) {
    self.user = user
    self.networkAddress = networkAddress
    self.ieee = ieee
  }

  /// nil for bytes that are too short.
  init?(_ bytes: [UInt8], aligned: Bool) {
    guard bytes.count >= Self.length(aligned: aligned) else { return nil }
    let fields = aligned ? bytes[2...] : bytes[1...]
    user = bytes[0]
    networkAddress = NetworkAddress(
      rawValue: UInt16(truncatingIfNeeded: LittleEndian.number(fields.prefix(2))))
    ieee = IEEEAddress(rawValue: LittleEndian.number(fields.dropFirst(2).prefix(8)))
  }

  var isUsed: Bool {
    user != 0xFF && user & (Self.associated | Self.security) != 0 && ieee.rawValue != 0 && ieee != .unknown
  }

  func bytes(aligned: Bool) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(user)
    if aligned { writer.write(UInt8(0)) }
    writer.writeLE(networkAddress.rawValue)
    writer.writeLE(ieee.rawValue)
    return writer.bytes
  }
}
