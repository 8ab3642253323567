import JSON
import RadioInterface
import SansIO
import Zigbee

/// The Open Coordinator Backup format (`zigpy/open-coordinator-backup`, version 1), the one that zigpy,
/// ZHA and Zigbee2MQTT exchange.
///
/// Tolerant in, strict out: some writers print short ids without leading zeros and leave out `is_child`.
enum OpenCoordinatorBackup {
  struct Malformed: Error, Equatable {
    var description: String
  }

  /// More devices than a network can have are not believed.
  static let deviceLimit = 4096

  static func json(_ backup: NetworkBackup, source: String, createdAt: String) -> JSONValue {
    let network = backup.network
    var object = JSONObject()
    object["metadata"] = [
      "format": "zigpy/open-coordinator-backup", "version": 1, "source": .string(source),
      "internal": ["creation_time": .string(createdAt)],
    ]
    object["coordinator_ieee"] = .string(network.coordinator.description)
    object["pan_id"] = .string(Hexadecimal.digits(UInt64(network.panID.rawValue), count: 4))
    object["extended_pan_id"] = .string(network.extendedPANID.description)
    object["nwk_update_id"] = .integer(Int64(backup.networkUpdateID))
    object["security_level"] = 5
    object["channel"] = .integer(Int64(network.channel.rawValue))
    object["channel_mask"] = .array(
      (11...26).filter { backup.channelMask & 1 << UInt32($0) != 0 }.map { .integer(Int64($0)) })
    object["network_key"] = [
      "key": .string(Hexadecimal.string(network.networkKey?.reveal().bytes ?? [])),
      "sequence_number": .integer(Int64(network.keySequence)),
      "frame_counter": .integer(Int64(backup.frameCounter)),
    ]
    object["devices"] = .array(backup.devices.map(device))
    object["stack_specific"] = stackSpecific(backup)
    return .object(object)
  }

  private static func stackSpecific(_ backup: NetworkBackup) -> JSONValue? {
    let hex = { (key: Secret<KeyBytes>) in JSONValue.string(Hexadecimal.string(key.reveal().bytes)) }
    if let seed = backup.trustCenterLinkKeySeed { return ["zstack": ["tclk_seed": hex(seed)]] }
    return backup.hashedTrustCenterLinkKey.map { ["ezsp": ["hashed_tclk": hex($0)]] }
  }

  private static func device(_ device: NetworkBackup.Device) -> JSONValue {
    var object = JSONObject()
    object["nwk_address"] =
      device.networkAddress.map { .string(Hexadecimal.digits(UInt64($0.rawValue), count: 4)) } ?? .null
    object["ieee_address"] = .string(device.ieee.description)
    object["is_child"] = .bool(device.isChild)
    if let key = device.linkKey {
      object["link_key"] = [
        "key": .string(Hexadecimal.string(key.reveal().bytes)),
        "rx_counter": .integer(Int64(device.receiveCounter)),
        "tx_counter": .integer(Int64(device.transmitCounter)),
      ]
    }
    return .object(object)
  }

  static func backup(_ json: JSONValue) throws(Malformed) -> NetworkBackup {
    guard json["metadata"]?["format"]?.stringValue == "zigpy/open-coordinator-backup" else {
      throw Malformed(description: "metadata.format is not zigpy/open-coordinator-backup")
    }
    guard json["metadata"]?["version"]?.integerValue == 1 else {
      throw Malformed(description: "metadata.version is not 1")
    }
    guard let channel = json["channel"]?.integerValue.flatMap({ UInt8(exactly: $0) }),
      let radioChannel = RadioChannel(rawValue: channel)
    else { throw Malformed(description: "channel is not 11 to 26") }
    let key = try keyBytes(json["network_key"]?["key"], name: "network_key.key")
    let network = NetworkParameters(
      panID: PANIdentifier(rawValue: UInt16(try number(json["pan_id"], digits: 4, name: "pan_id"))),
      extendedPANID: ExtendedPANIdentifier(
        rawValue: try number(json["extended_pan_id"], digits: 16, name: "extended_pan_id")),
      channel: radioChannel,
      coordinator: IEEEAddress(
        rawValue: try number(json["coordinator_ieee"], digits: 16, name: "coordinator_ieee")),
      networkKey: key,
      keySequence: UInt8(
        clamping: try counter(json["network_key"]?["sequence_number"], name: "network_key.sequence_number")))
    var mask: UInt32 = 0
    for case .integer(let value) in json["channel_mask"]?.arrayValue ?? [] where (11...26).contains(value) {
      mask |= 1 << UInt32(value)
    }
    let seed = json["stack_specific"]?["zstack"]?["tclk_seed"]
    let hashed = json["stack_specific"]?["ezsp"]?["hashed_tclk"]
    return NetworkBackup(
      network: network, channelMask: mask == 0 ? radioChannel.mask : mask,
      networkUpdateID: UInt8(clamping: json["nwk_update_id"]?.integerValue ?? 0),
      frameCounter: try counter(json["network_key"]?["frame_counter"], name: "network_key.frame_counter"),
      trustCenterLinkKeySeed: seed == nil ? nil : try keyBytes(seed, name: "stack_specific.zstack.tclk_seed"),
      hashedTrustCenterLinkKey: hashed == nil
        ? nil : try keyBytes(hashed, name: "stack_specific.ezsp.hashed_tclk"),
      devices: try devices(json["devices"]?.arrayValue ?? []))
  }

  private static func devices(_ list: [JSONValue]) throws(Malformed) -> [NetworkBackup.Device] {
    guard list.count <= deviceLimit else { throw Malformed(description: "more than \(deviceLimit) devices") }
    var result: [NetworkBackup.Device] = []
    for (index, item) in list.enumerated() {
      let name = "devices[\(index)]"
      var device = NetworkBackup.Device(
        ieee: IEEEAddress(
          rawValue: try number(item["ieee_address"], digits: 16, name: "\(name).ieee_address")),
        networkAddress: nil, isChild: item["is_child"]?.boolValue ?? true)
      if let address = item["nwk_address"], !address.isNull {
        device.networkAddress = NetworkAddress(
          rawValue: UInt16(try number(address, digits: 4, name: "\(name).nwk_address")))
      }
      if let link = item["link_key"], !link.isNull {
        device.linkKey = try keyBytes(link["key"], name: "\(name).link_key.key")
        device.receiveCounter = try counter(link["rx_counter"], name: "\(name).link_key.rx_counter")
        device.transmitCounter = try counter(link["tx_counter"], name: "\(name).link_key.tx_counter")
      }
      result.append(device)
    }
    return result
  }

  private static func number(_ value: JSONValue?, digits: Int, name: String) throws(Malformed) -> UInt64 {
    guard let text = value?.stringValue, (1...digits).contains(text.utf8.count),
      text.allSatisfy(\.isHexDigit), let number = UInt64(text, radix: 16)
    else { throw Malformed(description: "\(name) is not \(digits) hexadecimal digits") }
    return number
  }

  private static func keyBytes(_ value: JSONValue?, name: String) throws(Malformed) -> Secret<KeyBytes> {
    guard let bytes = value?.stringValue.flatMap(Hexadecimal.bytes), let key = KeyBytes(bytes) else {
      throw Malformed(description: "\(name) is not 32 hexadecimal digits")
    }
    return Secret(key)
  }

  private static func counter(_ value: JSONValue?, name: String) throws(Malformed) -> UInt32 {
    guard let number = value?.integerValue.flatMap({ UInt32(exactly: $0) }) else {
      throw Malformed(description: "\(name) is not a number from 0 to 4294967295")
    }
    return number
  }
}
