import Zigbee

/// The last frame counter used in a network.
struct SecurityMaterialRecord: Hashable, Sendable {
  var frameCounter: UInt32
  var extendedPANID: ExtendedPANIdentifier

  init(frameCounter: UInt32, extendedPANID: ExtendedPANIdentifier) {
    self.frameCounter = frameCounter
    self.extendedPANID = extendedPANID
  }

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 12 else { return nil }
    frameCounter = UInt32(truncatingIfNeeded: LittleEndian.number(bytes[0..<4]))
    extendedPANID = ExtendedPANIdentifier(rawValue: LittleEndian.number(bytes[4..<12]))
  }

  var bytes: [UInt8] {
    LittleEndian.bytes(UInt64(frameCounter), 4) + LittleEndian.bytes(extendedPANID.rawValue, 8)
  }
}
