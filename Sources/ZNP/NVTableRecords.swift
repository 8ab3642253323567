import ByteCoding
import RadioInterface
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

/// The index of the keys that the seed does not give: count, then address manager index, key index, state.
struct LinkKeyIndex: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    var addressIndex: UInt16
    var keyIndex: UInt16
    /// 1: authenticated.
    var state: UInt8 = 1
  }

  var entries: [Entry]

  init(entries: [Entry]) { self.entries = entries }

  /// Entries that are whole; a count that lies is cut.
  init(_ bytes: [UInt8], aligned: Bool) {
    entries = []
    guard bytes.count >= 2 else { return }
    let length = aligned ? 6 : 5
    let count = min(Int(LittleEndian.number(bytes[0..<2])), (bytes.count - 2) / length)
    for index in 0..<count {
      let start = 2 + index * length
      entries.append(
        Entry(
          addressIndex: UInt16(truncatingIfNeeded: LittleEndian.number(bytes[start..<(start + 2)])),
          keyIndex: UInt16(truncatingIfNeeded: LittleEndian.number(bytes[(start + 2)..<(start + 4)])),
          state: bytes[start + 4]))
    }
  }

  func bytes(aligned: Bool) -> [UInt8] {
    var result = LittleEndian.bytes(UInt64(entries.count), 2)
    for entry in entries {
      result += LittleEndian.bytes(UInt64(entry.addressIndex), 2)
      result += LittleEndian.bytes(UInt64(entry.keyIndex), 2) + [entry.state]
      if aligned { result.append(0) }
    }
    return result
  }
}

/// Numbers in records whose bounds were checked by the caller.
enum LittleEndian {
  static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  static func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }
}
