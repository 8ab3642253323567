import ByteCoding
import JSON
import SansIO
import Zigbee

// The fields of the TLVs that mean the same in every message.

private typealias Text = ZDODescription

extension ManufacturerSpecificTLV: TLVFields {
  static let name = "manufacturer_specific"
  var fields: JSONObject {
    JSONObject(of: [
      "manufacturer_code": JSONText.identifier(manufacturer.rawValue), "data": JSONText.hex(data),
    ])
  }
}

extension SupportedKeyNegotiationMethodsTLV: TLVFields {
  static let name = "supported_key_negotiation_methods"
  var fields: JSONObject {
    var object = JSONObject(of: [
      "protocols": JSONText.identifier(protocols),
      "pre_shared_secrets": JSONText.identifier(preSharedSecrets),
    ])
    object["ieee"] = source.map(Text.ieee)
    return object
  }
}

extension PANIDConflictReportTLV: TLVFields {
  static let name = "pan_id_conflict_report"
  var fields: JSONObject { JSONObject(of: ["count": .integer(Int64(count))]) }
}

extension NextPANIDChangeTLV: TLVFields {
  static let name = "next_pan_id_change"
  var fields: JSONObject { JSONObject(of: ["pan_id": JSONText.identifier(panID.rawValue)]) }
}

extension NextChannelChangeTLV: TLVFields {
  static let name = "next_channel_change"
  var fields: JSONObject {
    JSONObject(of: ["channel": JSONText.identifier(UInt64(channel), byteCount: 4)])
  }
}

extension SymmetricPassphraseTLV: TLVFields {
  static let name = "symmetric_passphrase"
  /// Whoever decodes a frame has its bytes already.
  var fields: JSONObject { JSONObject(of: ["passphrase": JSONText.hex(passphrase.reveal().bytes)]) }
}

extension RouterInformationTLV: TLVFields {
  static let name = "router_information"
  var fields: JSONObject { JSONObject(of: ["flags": JSONText.identifier(flags)]) }
}

extension FragmentationParametersTLV: TLVFields {
  static let name = "fragmentation_parameters"
  var fields: JSONObject {
    var object = JSONObject(of: ["nwk": Text.nwk(networkAddress)])
    object["options"] = options.map { JSONText.identifier($0) }
    object["max_incoming_transfer_unit"] = maximumIncomingTransferUnit.map { .integer(Int64($0)) }
    return object
  }
}

extension JoinerEncapsulationTLV: TLVFields {
  static let name = "joiner_encapsulation"
  var fields: JSONObject { encapsulated(tlvs) }
}

extension BeaconAppendixEncapsulationTLV: TLVFields {
  static let name = "beacon_appendix_encapsulation"
  var fields: JSONObject { encapsulated(tlvs) }
}

/// One encapsulation inside another is forbidden, so what is inside one is not taken apart again.
private func encapsulated(_ list: TLVList) -> JSONObject {
  var object = JSONObject()
  let isFlat = !list.elements.contains(where: \.tag.isEncapsulation)
  if isFlat {
    TLVDescription().add(list, to: &object)
  } else {
    object["value_hex"] = JSONText.hex(list.encodedBytes)
  }
  return object
}

extension ConfigurationParametersTLV: TLVFields {
  static let name = "configuration_parameters"
  var fields: JSONObject { JSONObject(of: ["flags": JSONText.identifier(flags)]) }
}

extension DeviceCapabilityExtensionTLV: TLVFields {
  static let name = "device_capability_extension"
  var fields: JSONObject { JSONObject(of: ["data": JSONText.hex(data)]) }
}
