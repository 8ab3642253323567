import JSON
import SansIO
import Zigbee

/// What the firmware keeps over resets: network, keys, counters, tokens.
struct EZSPMemory: Hashable, Sendable {
  struct Network: Hashable, Sendable {
    var panID: UInt16
    var extendedPANID: UInt64
    var channel: UInt8
    var updateID: UInt8
    var channelMask: UInt32
    var transmitPower: UInt8
    var manager: UInt16
  }

  struct LinkKey: Hashable, Sendable {
    var partner: IEEEAddress
    var key: [UInt8]
  }

  var network: Network?
  var networkKey = [UInt8](repeating: 0, count: 16)
  var keySequence: UInt8 = 0
  /// The trust centre's link key, or the seed from which link keys are hashed.
  var trustCenterKey = [UInt8](repeating: 0, count: 16)
  var securityBits: UInt16 = 0
  var networkCounter: UInt32 = 0
  var apsCounter: UInt32 = 0
  /// By index; nil where an entry was erased.
  var linkKeys: [Int: LinkKey] = [:]
  /// NVM3 tokens by key: only those that a host has written or may read.
  var tokens: [UInt32: [UInt8]] = [:]

  /// NVM3: an IEEE address in place of the chip's.
  static let restoredAddressToken: UInt32 = 0x0001_E12A
  static let tokenLimit = 64

  var restoredAddress: IEEEAddress? {
    guard let bytes = tokens[Self.restoredAddressToken], bytes.count == 8 else { return nil }
    let number = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return number == 0 || number == .max ? nil : IEEEAddress(rawValue: number)
  }

  mutating func leave() {
    network = nil
    linkKeys.removeAll()
  }

  // MARK: In a file

  var json: JSONValue {
    var object = JSONObject([
      ("networkKey", .string(Hexadecimal.string(networkKey))), ("keySequence", .integer(Int64(keySequence))),
      ("trustCenterKey", .string(Hexadecimal.string(trustCenterKey))),
      ("securityBits", .integer(Int64(securityBits))), ("networkCounter", .integer(Int64(networkCounter))),
      ("apsCounter", .integer(Int64(apsCounter))),
    ])
    if let network {
      object["network"] = [
        "panId": .integer(Int64(network.panID)),
        "extendedPanId": .string(Hexadecimal.digits(network.extendedPANID, count: 16)),
        "channel": .integer(Int64(network.channel)), "updateId": .integer(Int64(network.updateID)),
        "channels": .integer(Int64(network.channelMask)), "power": .integer(Int64(network.transmitPower)),
        "manager": .integer(Int64(network.manager)),
      ]
    }
    object["linkKeys"] = .array(
      linkKeys.sorted { $0.key < $1.key }.map { index, entry in
        [
          "index": .integer(Int64(index)), "partner": .string(entry.partner.description),
          "key": .string(Hexadecimal.string(entry.key)),
        ]
      })
    object["tokens"] = .object(
      JSONObject(
        tokens.sorted { $0.key < $1.key }.map {
          (Hexadecimal.digits(UInt64($0.key), count: 8), .string(Hexadecimal.string($0.value)))
        }))
    return .object(object)
  }

  mutating func restore(_ json: JSONValue?) {
    self = EZSPMemory()
    guard let json else { return }
    func number(_ value: JSONValue?) -> UInt64 { value?.integerValue.flatMap { UInt64(exactly: $0) } ?? 0 }
    func key(_ value: JSONValue?) -> [UInt8]? {
      value?.stringValue.flatMap(Hexadecimal.bytes).flatMap { $0.count == 16 ? $0 : nil }
    }
    networkKey = key(json["networkKey"]) ?? networkKey
    trustCenterKey = key(json["trustCenterKey"]) ?? trustCenterKey
    keySequence = UInt8(truncatingIfNeeded: number(json["keySequence"]))
    securityBits = UInt16(truncatingIfNeeded: number(json["securityBits"]))
    networkCounter = UInt32(truncatingIfNeeded: number(json["networkCounter"]))
    apsCounter = UInt32(truncatingIfNeeded: number(json["apsCounter"]))
    if let saved = json["network"],
      let extended = saved["extendedPanId"]?.stringValue.flatMap({ UInt64($0, radix: 16) })
    {
      network = Network(
        panID: UInt16(truncatingIfNeeded: number(saved["panId"])), extendedPANID: extended,
        channel: UInt8(truncatingIfNeeded: number(saved["channel"])),
        updateID: UInt8(truncatingIfNeeded: number(saved["updateId"])),
        channelMask: UInt32(truncatingIfNeeded: number(saved["channels"])),
        transmitPower: UInt8(truncatingIfNeeded: number(saved["power"])),
        manager: UInt16(truncatingIfNeeded: number(saved["manager"])))
    }
    for entry in (json["linkKeys"]?.arrayValue ?? []).prefix(256) {
      guard let partner = entry["partner"]?.stringValue.flatMap({ IEEEAddress($0) }),
        let content = key(entry["key"])
      else { continue }
      linkKeys[Int(truncatingIfNeeded: number(entry["index"]))] = LinkKey(partner: partner, key: content)
    }
    for member in (json["tokens"]?.objectValue?.members ?? []).prefix(Self.tokenLimit) {
      guard let token = UInt32(member.key, radix: 16),
        let value = member.value.stringValue.flatMap(Hexadecimal.bytes)
      else { continue }
      tokens[token] = value
    }
  }
}
