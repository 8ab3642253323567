import ByteCoding
import EZSP
import JSON
import RadioInterface
import ZCL
import Zigbee

/// Frames of EZSP adapters: those of the ASH link, and the commands inside.
extension FrameExplainer {
  /// A frame of the ASH link, with its escapes and the flag that ends it. `version` is that of the EZSP frame
  /// inside, where the caller knows it.
  package func explainASH(_ bytes: [UInt8], version: EZSPVersion? = nil) -> JSONValue {
    let (frame, fault) = Self.ashFrame(bytes)
    guard let frame else {
      return .object(JSONObject(of: ["valid": false, "fault": .string(fault ?? "truncated")]))
    }
    var link = Self.describe(frame)
    if bytes.first == 0x1A { link["cancel_prefix"] = true }
    if bytes.contains(where: { $0 == 0x11 || $0 == 0x13 }) {
      return .object(
        JSONObject(of: [
          "valid": false, "fault": "crc_unless_flow_control_bytes_are_dropped",
          "valid_when_xon_xoff_are_dropped": .object(link),
        ]))
    }
    var object = JSONObject(of: ["valid": true, "ash": .object(link)])
    if case .data(_, _, _, let payload) = frame {
      object["ezsp_hex"] = JSONText.hex(payload)
      object["ezsp"] = (try? describeEZSP(payload, version: version)).map { .object($0) }
    }
    return .object(object)
  }

  /// An EZSP frame without a link around it: sequence, frame control, frame id, parameters.
  package func explainEZSP(_ bytes: [UInt8], version: EZSPVersion? = nil) -> JSONValue {
    do throws(DecodingFailure) {
      let content = try describeEZSP(bytes, version: version)
      return .object(JSONObject(of: ["valid": true, "ezsp": .object(content)]))
    } catch {
      return .object(
        JSONObject(of: [
          "valid": false, "fault": error.reason == .truncated ? "truncated" : "format",
          "reason": .string(FailureText.describe(error)),
        ]))
    }
  }

  private static func ashFrame(_ bytes: [UInt8]) -> (frame: ASHFrame?, fault: String?) {
    var deframer = ASHDeframer()
    deframer.append(bytes)
    var frame: ASHFrame?
    var fault: String?
    while let item = deframer.nextItem() {
      switch item {
      case .frame(let found):
        if frame != nil { fault = "trailing_bytes" }
        frame = frame ?? found
      case .rejected(let reason, _): fault = fault ?? name(reason)
      case .xon, .xoff: break
      }
    }
    if deframer.pendingByteCount > 0 { fault = fault ?? "truncated" }
    return (fault == nil ? frame : nil, fault)
  }

  private static func name(_ fault: ASHFrame.Fault) -> String {
    switch fault {
    case .check: "crc"
    case .tooShort: "truncated"
    case .tooLong, .length: "length"
    case .escape: "escape"
    case .substituted: "substituted"
    case .controlByte: "type"
    }
  }

  private static func describe(_ frame: ASHFrame) -> JSONObject {
    var object = JSONObject(of: ["crc_ok": true, "control": .integer(Int64(frame.control))])
    func set(_ members: KeyValuePairs<String, JSONValue>) {
      for (key, value) in members { object[key] = value }
    }
    switch frame {
    case .data(let number, let isRetransmission, let acknowledges, _):
      set([
        "type": "DATA", "frm_num": .integer(Int64(number)), "re_tx": .bool(isRetransmission),
        "ack_num": .integer(Int64(acknowledges)),
      ])
    case .acknowledgement(let number, let isNotReady):
      set(["type": "ACK", "ack_num": .integer(Int64(number)), "n_rdy": .bool(isNotReady)])
    case .negativeAcknowledgement(let number, let isNotReady):
      set(["type": "NAK", "ack_num": .integer(Int64(number)), "n_rdy": .bool(isNotReady)])
    case .reset: set(["type": "RST"])
    case .resetAcknowledgement(let version, let code):
      set(["type": "RSTACK", "version": .integer(Int64(version)), "reset_code": .integer(Int64(code))])
    case .error(let version, let code):
      set(["type": "ERROR", "version": .integer(Int64(version)), "reset_code": .integer(Int64(code))])
    }
    return object
  }

  // MARK: Commands

  private func describeEZSP(
    _ bytes: [UInt8], version: EZSPVersion?
  ) throws(DecodingFailure) -> JSONObject {
    let header = version?.header ?? EZSPFrame.likelyHeader(bytes)
    let frame = try EZSPFrame(bytes, header: header)
    let control = frame.control.rawValue
    var object = JSONObject(of: [
      "seq": .integer(Int64(frame.sequence)),
      "frame_control": header == .extended
        ? JSONText.identifier(control) : JSONText.identifier(UInt8(truncatingIfNeeded: control)),
      "header": .string(header.rawValue),
    ])
    for member in describeEZSP(frame, version: version ?? Self.likelyVersion(frame, header)) {
      object[member.key] = member.value
    }
    return object
  }

  /// Layouts changed with version 14, which the header does not tell: the one that fits is taken.
  private static func likelyVersion(_ frame: EZSPFrame, _ header: EZSPHeaderFormat) -> EZSPVersion {
    guard header == .extended else { return header.oldestVersion }
    let candidates = [EZSPVersion(rawValue: 13), EZSPVersion(rawValue: 14), EZSPVersion(rawValue: 8)]
    func misfit(_ version: EZSPVersion) -> Int {
      let read = EZSPSchema.standard.read(frame, version)
      if read.name == nil { return 3 }
      return read["_truncated_at"] != nil || read["_truncated_bytes"] != nil ? 2 : read.lengthMismatch ? 1 : 0
    }
    return candidates.min { misfit($0) < misfit($1) } ?? EZSPVersion(rawValue: 13)
  }

  /// The command of a frame: its name, fields, and the message that it carries.
  package func describeEZSP(_ frame: EZSPFrame, version: EZSPVersion) -> JSONObject {
    let decoded = EZSPSchema.standard.read(frame, version)
    var fields = FieldDescription.json(decoded)
    fields["name"] = nil
    var object = JSONObject(of: [
      "frame_id": JSONText.identifier(frame.id), "response": .bool(frame.control.isResponse),
      "name": .string(decoded.name ?? "?"),
    ])
    var zcl: JSONObject?
    if let data = decoded.bytes("message_hex"), !data.isEmpty,
      let cluster = decoded.number("cluster").flatMap({ UInt16(exactly: $0) }).map(ClusterID.init(rawValue:))
    {
      if decoded.number("profile") == 0 {
        fields["zdo"] = (try? ZDOMessage(cluster: cluster, payload: data)).map {
          .object(ZDODescription.json($0))
        }
      } else {
        zcl = try? ZCLDescription(directory: directory).json(data, cluster: cluster)
      }
    }
    object["fields"] = .object(fields)
    object["zcl"] = zcl.map { .object($0) }
    if decoded.lengthMismatch { object["length_mismatch"] = true }
    return object
  }
}
