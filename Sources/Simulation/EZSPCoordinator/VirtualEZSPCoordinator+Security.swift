import EZSP
import RadioInterface
import SansIO
import Zigbee

/// Keys, by the commands before version 13 and by those of the security manager.
extension VirtualEZSPCoordinator {
  private static let transientKeyLimit = 16
  private static let blankKey = [UInt8](repeating: 0, count: 16)

  mutating func answerSecurity(_ command: Command) -> Values? {
    switch command.name {
    case "setInitialSecurityState":
      guard !isRunning else { return ["status": status(.invalidCall)] }
      return setSecurity(command)
    case "getCurrentSecurityState":
      let bits = memory.securityBits & 0x0084
      return success.merging(["bitmask": .number(bits), "trust_center": .number(ieeeAddress.rawValue)]) { $1 }
    case "getKey": return legacyKey(command.byte("key_type"))
    case "exportKey": return exportedKey(command)
    case "getNetworkKeyInfo":
      return success.merging([
        "network_key_set": .number(memory.network == nil ? 0 : 1), "alternate_key_set": .number(0),
        "key_sequence": .number(memory.keySequence), "alternate_key_sequence": .number(0),
        "frame_counter": .number(memory.networkCounter),
      ]) { $1 }
    case "getKeyTableEntry", "exportLinkKeyByIndex": return linkKey(Int(command.byte("index")))
    case "importLinkKey", "setKeyTableEntry":
      return storeLinkKey(command, at: Int(command.byte("index")))
    case "addOrUpdateKeyTableEntry": return storeLinkKey(command, at: freeKeyIndex(command.ieee("eui")))
    case "findKeyTableEntry":
      let found = memory.linkKeys.first { $0.value.partner == command.ieee("eui") }?.key
      return ["index": .number(found ?? 0xFF)]
    case "eraseKeyTableEntry":
      memory.linkKeys[Int(command.byte("index"))] = nil
      return success
    case "clearKeyTable":
      memory.linkKeys.removeAll()
      return success
    case "addTransientLinkKey", "importTransientKey":
      let partner = command.fields.integer("eui") ?? command.number("partner_eui")
      if transientKeys.count < Self.transientKeyLimit { transientKeys.insert(IEEEAddress(rawValue: partner)) }
      return success
    case "clearTransientLinkKeys":
      transientKeys.removeAll()
      return success
    default: return nil
    }
  }

  private mutating func setSecurity(_ command: Command) -> Values {
    memory.securityBits = command.short("bitmask")
    memory.networkKey = command.bytes("network_key_hex")
    memory.trustCenterKey = command.bytes("preconfigured_key_hex")
    memory.keySequence = command.byte("key_sequence")
    // NO_FRAME_COUNTER_RESET
    if memory.securityBits & 0x1000 == 0 {
      memory.networkCounter = 0
      memory.apsCounter = 0
    }
    return success
  }

  private func key(core: UInt64) -> [UInt8]? {
    switch core {
    case 1: memory.networkKey
    case 2: memory.trustCenterKey
    default: nil
    }
  }

  private func legacyKey(_ type: UInt8) -> Values {
    let key = key(core: type == 3 ? 1 : type == 1 ? 2 : 0)
    return [
      "status": status(key == nil ? .notFound : .success), "bitmask": .number(type == 3 ? 0x0003 : 0x000A),
      "key_type": .number(type), "key_hex": .bytes(key ?? Self.blankKey),
      "outgoing_frame_counter": .number(type == 3 ? memory.networkCounter : memory.apsCounter),
      "incoming_frame_counter": .number(0), "key_sequence": .number(memory.keySequence),
      "partner_eui": .number(ieeeAddress.rawValue),
    ]
  }

  private func exportedKey(_ command: Command) -> Values {
    let key = key(core: command.number("core_key_type"))
    var values: Values = [
      "status": status(key == nil ? .notFound : .success), "key_hex": .bytes(key ?? Self.blankKey),
    ]
    for name in [
      "core_key_type", "key_index", "derived_type", "eui", "multi_network_index", "flags", "psa_permission",
    ] {
      values[name] = .number(command.number(name))
    }
    return values
  }

  private var keyTableSize: Int { Int(configuration[0x1E] ?? 4) }

  private func freeKeyIndex(_ partner: IEEEAddress) -> Int {
    memory.linkKeys.first { $0.value.partner == partner }?.key
      ?? (0..<keyTableSize).first { memory.linkKeys[$0] == nil } ?? keyTableSize
  }

  private mutating func storeLinkKey(_ command: Command, at index: Int) -> Values {
    guard index < keyTableSize else { return ["status": status(.tableFull)] }
    memory.linkKeys[index] = EZSPMemory.LinkKey(partner: command.ieee("eui"), key: command.bytes("key_hex"))
    return success
  }

  private func linkKey(_ index: Int) -> Values {
    let entry = memory.linkKeys[index]
    let outcome: EZSPStatus.Meaning =
      index >= keyTableSize ? .indexOutOfRange : entry == nil ? .notFound : .success
    let partner = FieldInput.number(entry?.partner.rawValue ?? 0)
    return [
      "status": status(outcome), "key_hex": .bytes(entry?.key ?? Self.blankKey), "eui": partner,
      "partner_eui": partner, "bitmask": .number(0), "key_type": .number(5),
      "outgoing_frame_counter": .number(0), "incoming_frame_counter": .number(0), "key_sequence": .number(0),
      "ttl_s": .number(0), "core_key_type": .number(4), "key_index": .number(index),
      "derived_type": .number(0), "multi_network_index": .number(0), "flags": .number(0),
      "psa_permission": .number(0),
    ]
  }
}
