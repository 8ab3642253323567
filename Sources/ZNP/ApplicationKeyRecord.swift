import Zigbee

/// A link key that the seed does not give, with its counters.
struct ApplicationKeyRecord: Hashable, Sendable {
  var key: KeyBytes
  var transmitCounter: UInt32
  var receiveCounter: UInt32

  init(key: KeyBytes, transmitCounter: UInt32, receiveCounter: UInt32) {
    self.key = key
    self.transmitCounter = transmitCounter
    self.receiveCounter = receiveCounter
  }

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 24, let key = KeyBytes(Array(bytes[0..<16])) else { return nil }
    self.key = key
    transmitCounter = UInt32(truncatingIfNeeded: LittleEndian.number(bytes[16..<20]))
    receiveCounter = UInt32(truncatingIfNeeded: LittleEndian.number(bytes[20..<24]))
  }

  var bytes: [UInt8] {
    key.bytes + LittleEndian.bytes(UInt64(transmitCounter), 4) + LittleEndian.bytes(UInt64(receiveCounter), 4)
  }
}
