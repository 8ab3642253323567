import ByteCoding
import Zigbee

/// Z-Stack's NIB, NV item 0x0021: 110 bytes packed (CC253x), 116 aligned to 4 (CC26x2). Only the fields that
/// change are stored; the others are what the firmware builds in.
struct NetworkInformationBlock: Hashable, Sendable {
  var shortAddress = NetworkAddress.unknown
  var channel: UInt8 = 0
  var coordinatorAddress = NetworkAddress(rawValue: 0)
  var coordinatorExtendedAddress = IEEEAddress(rawValue: 0)
  var panID = PANIdentifier(rawValue: 0xFFFF)
  /// 0 is "initialised", 8 "router", which a running coordinator is.
  var state: UInt8 = 0
  var channelMask: UInt32 = 0
  var extendedPANID = ExtendedPANIdentifier(rawValue: 0)
  var keyIsLoaded = false
  var managerAddress = NetworkAddress(rawValue: 0)
  var updateID: UInt8 = 0
  var securityLevel: UInt8 = 5

  var isFormed: Bool { channel != 0 && keyIsLoaded }

  init() {}

  /// Reads the item of either layout; nil when it has neither length.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == 110 || bytes.count == 116 else { return nil }
    let aligned = bytes.count == 116
    func value(_ packed: Int, _ alignedOffset: Int, _ count: Int) -> UInt64 {
      let start = aligned ? alignedOffset : packed
      return bytes[start..<(start + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    securityLevel = bytes[12]
    shortAddress = NetworkAddress(rawValue: UInt16(value(20, 22, 2)))
    channel = UInt8(value(22, 24, 1))
    coordinatorAddress = NetworkAddress(rawValue: UInt16(value(23, 26, 2)))
    coordinatorExtendedAddress = IEEEAddress(rawValue: value(25, 28, 8))
    panID = PANIdentifier(rawValue: UInt16(value(33, 36, 2)))
    state = UInt8(value(35, 38, 1))
    channelMask = UInt32(value(36, 40, 4))
    extendedPANID = ExtendedPANIdentifier(rawValue: value(53, 57, 8))
    keyIsLoaded = value(61, 65, 1) != 0
    managerAddress = NetworkAddress(rawValue: UInt16(value(105, 110, 2)))
    updateID = UInt8(value(109, 114, 1))
  }

  func bytes(aligned: Bool) -> [UInt8] {
    var writer = StructureWriter(aligned: aligned)
    // Sequence, passive acknowledgement time-out, broadcast retries, children, depth, routers, (unused),
    // broadcast delivery time, route cost, route retries, (unused), secure all frames, security level,
    // symmetric links, capabilities.
    writer.write([0, 5, 2, 50, 15, 20, 0, 30, 0, 0, 0, 1, securityLevel, 0, 0x8F])
    writer.write(UInt16(7))
    // Protocol version, route discovery time, route expiry.
    writer.write([2, 13, 30])
    writer.write(shortAddress.rawValue)
    writer.write([channel])
    writer.write(coordinatorAddress.rawValue)
    writer.write(littleEndian(coordinatorExtendedAddress.rawValue))
    writer.write(panID.rawValue)
    writer.write([state])
    writer.write(channelMask)
    // Beacon order, superframe order, scan duration, battery life extension.
    writer.write([15, 15, 4, 0])
    writer.write(UInt32(1))
    writer.write(UInt32(1))
    writer.write([0])
    writer.write(littleEndian(extendedPANID.rawValue))
    writer.write([keyIsLoaded ? 1 : 0])
    writer.write([UInt8](repeating: 0, count: 36))
    // Link status period, router age limit, multicast, concentrator, its period and radius, all-fresh.
    writer.write([15, 3, 0, 1, 120, 10, 0])
    writer.write(managerAddress.rawValue)
    writer.write(UInt16(0))
    writer.write([updateID])
    return writer.finished()
  }
}

/// Writes a C structure of the firmware: numbers at multiples of their size when aligned, byte arrays
/// anywhere, the whole padded to 4.
struct StructureWriter {
  private let aligned: Bool
  private(set) var bytes: [UInt8] = []

  init(aligned: Bool) { self.aligned = aligned }

  private mutating func align(to size: Int) {
    guard aligned else { return }
    while bytes.count % size != 0 { bytes.append(0) }
  }

  mutating func write(_ value: [UInt8]) { bytes += value }

  mutating func write(_ value: UInt16) {
    align(to: 2)
    bytes += littleEndian(value)
  }

  mutating func write(_ value: UInt32) {
    align(to: 4)
    bytes += littleEndian(value)
  }

  /// The structure with its tail padded to `alignment`, that of its widest number.
  func finished(alignment: Int = 4) -> [UInt8] {
    var copy = self
    copy.align(to: alignment)
    return copy.bytes
  }
}

/// The bytes of a number, least significant first.
func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: value.littleEndian) { Array($0) }
}
