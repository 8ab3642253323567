import ByteCoding
import JSON
import Zigbee

/// The value of a TLV that writes its own fields.
protocol TLVFields: TLVContent {
  static var name: String { get }
  var fields: JSONObject { get }
}

/// The TLVs of R23 as JSON.
struct TLVDescription {
  /// Those that mean something in one message alone.
  var local: [any TLVFields.Type] = []

  private static let global: [any TLVFields.Type] = [
    ManufacturerSpecificTLV.self, SupportedKeyNegotiationMethodsTLV.self, PANIDConflictReportTLV.self,
    NextPANIDChangeTLV.self, NextChannelChangeTLV.self, SymmetricPassphraseTLV.self,
    RouterInformationTLV.self, FragmentationParametersTLV.self, JoinerEncapsulationTLV.self,
    BeaconAppendixEncapsulationTLV.self, ConfigurationParametersTLV.self, DeviceCapabilityExtensionTLV.self,
  ]

  /// `tlvs` where there is one, and `trailing_hex` for what is no whole TLV.
  func add(_ list: TLVList, to object: inout JSONObject) {
    if !list.elements.isEmpty { object["tlvs"] = json(list.elements) }
    if !list.unread.isEmpty { object["trailing_hex"] = JSONText.hex(list.unread) }
  }

  func json(_ elements: [TLV]) -> JSONValue { .array(elements.map { .object(json($0)) }) }

  private func json(_ element: TLV) -> JSONObject {
    var object = JSONObject(of: ["tag": JSONText.identifier(element.tag.rawValue)])
    let type = (element.tag.isGlobal ? Self.global : local).first { $0.tag == element.tag }
    guard let type, let content = Self.read(element, as: type) else {
      object["value_hex"] = JSONText.hex(element.value)
      return object
    }
    object["name"] = .string(type.name)
    for member in content.fields { object[member.key] = member.value }
    return object
  }

  private static func read<Content: TLVFields>(_ element: TLV, as _: Content.Type) -> (any TLVFields)? {
    try? element.decode(Content.self)
  }
}
