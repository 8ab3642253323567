import Zigbee

/// The stack's own record of its network (NV item 0x21), kept as bytes so that what we do not know is
/// written back untouched. Its fields lie packed on CC253x (110 bytes) and at multiples of their size on
/// CC13x2, CC26x2 and CC2538 (116 bytes).
struct NetworkInformationBase: Hashable, Sendable {
  private(set) var bytes: [UInt8]
  private let layout: Layout

  private struct Layout: Hashable {
    let address, channel, panID, channelList, extendedPANID, keyLoaded, manager, updateID: Int

    static let packed = Layout(
      address: 20, channel: 22, panID: 33, channelList: 36, extendedPANID: 53, keyLoaded: 61, manager: 105,
      updateID: 109)
    static let aligned = Layout(
      address: 22, channel: 24, panID: 36, channelList: 40, extendedPANID: 57, keyLoaded: 65, manager: 110,
      updateID: 114)
  }

  static let packedLength = 110
  static let alignedLength = 116

  /// nil for bytes of any other length, which is a layout that we do not know.
  init?(_ bytes: [UInt8]) {
    switch bytes.count {
    case Self.packedLength: layout = .packed
    case Self.alignedLength: layout = .aligned
    default: return nil
    }
    self.bytes = bytes
  }

  var isAligned: Bool { bytes.count == Self.alignedLength }

  private func number(_ offset: Int, bytes count: Int) -> UInt64 {
    LittleEndian.number(bytes[offset..<(offset + count)])
  }

  private mutating func set(_ offset: Int, bytes count: Int, _ value: UInt64) {
    for index in 0..<count { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index)) }
  }

  var networkAddress: NetworkAddress {
    NetworkAddress(rawValue: UInt16(truncatingIfNeeded: number(layout.address, bytes: 2)))
  }

  /// nil until the network has a channel.
  var channel: RadioChannel? {
    get { RadioChannel(rawValue: bytes[layout.channel]) }
    set { bytes[layout.channel] = newValue?.rawValue ?? 0 }
  }

  var panID: PANIdentifier {
    get { PANIdentifier(rawValue: UInt16(truncatingIfNeeded: number(layout.panID, bytes: 2))) }
    set { set(layout.panID, bytes: 2, UInt64(newValue.rawValue)) }
  }

  var channelMask: UInt32 {
    get { UInt32(truncatingIfNeeded: number(layout.channelList, bytes: 4)) }
    set { set(layout.channelList, bytes: 4, UInt64(newValue)) }
  }

  var extendedPANID: ExtendedPANIdentifier {
    get { ExtendedPANIdentifier(rawValue: number(layout.extendedPANID, bytes: 8)) }
    set { set(layout.extendedPANID, bytes: 8, newValue.rawValue) }
  }

  var isKeyLoaded: Bool { bytes[layout.keyLoaded] != 0 }

  var updateID: UInt8 {
    get { bytes[layout.updateID] }
    set { bytes[layout.updateID] = newValue }
  }

  /// Whether it describes a network, rather than the state of a blank adapter.
  var describesNetwork: Bool {
    channel != nil && isKeyLoaded && panID.rawValue < 0xFFFE && extendedPANID.rawValue != 0
      && extendedPANID.rawValue != .max
  }
}
