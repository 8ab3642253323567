import ByteCoding
import Zigbee

/// A record of the trust centre's link keys, which are made from the seed.
struct LinkKeyRecord: Hashable, Sendable {
  var transmitCounter: UInt32
  var receiveCounter: UInt32
  var ieee: IEEEAddress
  /// 2: the device has verified its key.
  var attributes: UInt8 = 2
  var keyType: UInt8 = 0
  var shift: UInt8

  static func length(aligned: Bool) -> Int { aligned ? 20 : 19 }

  init(transmitCounter: UInt32, receiveCounter: UInt32, ieee: IEEEAddress, shift: UInt8) {
    self.transmitCounter = transmitCounter
    self.receiveCounter = receiveCounter
    self.ieee = ieee
    self.shift = shift
  }

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.length(aligned: false) else { return nil }
    transmitCounter = UInt32(truncatingIfNeeded: LittleEndian.number(bytes[0..<4]))
    receiveCounter = UInt32(truncatingIfNeeded: LittleEndian.number(bytes[4..<8]))
    ieee = IEEEAddress(rawValue: LittleEndian.number(bytes[8..<16]))
    attributes = bytes[16]
    keyType = bytes[17]
    shift = bytes[18]
  }

  /// 0xFF marks a device that still has the key everybody knows.
  var isUsed: Bool { ieee.rawValue != 0 && ieee != .unknown && attributes != 0xFF && shift < 16 }

  func bytes(aligned: Bool) -> [UInt8] {
    var writer = ByteWriter()
    writer.writeLE(transmitCounter)
    writer.writeLE(receiveCounter)
    writer.writeLE(ieee.rawValue)
    writer.write([attributes, keyType, shift])
    if aligned { writer.write(UInt8(0)) }
    return writer.bytes
  }
}
