import ByteCoding
import JSON
import Zigbee

/// A ZDO message that writes its own fields.
protocol ZDOFields: ZDOBody {
  var fields: JSONObject { get }
}

/// An answer that is a status and nothing else.
protocol ZDOStatusFields: ZDOFields, ZDOStatusBody {}

extension ZDOStatusFields {
  var fields: JSONObject { JSONObject(of: ["status": ZDODescription.status(status)]) }
}

/// A message that is made of TLVs. `localTLV` reads those that mean something in this message alone.
protocol ZDOTLVFields: ZDOFields {
  var tlvs: TLVList { get }
  static var localTLVs: [any TLVFields.Type] { get }
}

extension ZDOTLVFields {
  static var localTLVs: [any TLVFields.Type] { [] }

  /// The status of an answer, then the TLVs.
  var fields: JSONObject {
    var object = JSONObject()
    if let answer = self as? any ZDOTLVAnswer { object["status"] = ZDODescription.status(answer.status) }
    TLVDescription(local: Self.localTLVs).add(tlvs, to: &object)
    return object
  }
}
