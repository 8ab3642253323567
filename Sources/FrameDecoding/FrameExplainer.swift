import ByteCoding
import JSON
import RadioInterface
import ZCL
import ZNP
import Zigbee

/// Explains frames: bytes in, one JSON object out. The keys are those that `Tests/Fixtures/captures/README.md`
/// describes under `expected`.
package struct FrameExplainer: Sendable {
  let directory: ClusterDirectory

  package init(directory: ClusterDirectory) { self.directory = directory }

  /// What the frame does not tell itself.
  package struct Context: Hashable, Sendable {
    package var cluster: ClusterID
    package var profile: ProfileID

    package init(cluster: ClusterID, profile: ProfileID = .homeAutomation) {
      self.cluster = cluster
      self.profile = profile
    }
  }

  /// A ZCL frame from the frame control byte on, or a ZDO message (profile 0).
  package func explainZCL(_ bytes: [UInt8], in context: Context) -> JSONValue {
    let key = context.profile == .deviceProfile ? "zdo" : "zcl"
    do throws(DecodingFailure) {
      let content = try message(bytes, in: context)
      return .object(JSONObject(of: ["valid": true, key: .object(content)]))
    } catch {
      return .object(
        JSONObject(of: [
          "valid": false, "fault": error.reason == .truncated ? "truncated" : "format",
          "reason": .string(FailureText.describe(error)),
        ]))
    }
  }

  private func message(_ bytes: [UInt8], in context: Context) throws(DecodingFailure) -> JSONObject {
    context.profile == .deviceProfile
      ? try ZDODescription.json(bytes, cluster: context.cluster)
      : try ZCLDescription(directory: directory).json(bytes, cluster: context.cluster)
  }

  /// A frame of a ZNP adapter, from the start byte to the check byte.
  package func explainZNP(_ bytes: [UInt8]) -> JSONValue {
    do throws(UNPIFrame.Fault) {
      var object = JSONObject(of: ["valid": true])
      for member in describe(try UNPIFrame(exactly: bytes)) { object[member.key] = member.value }
      return .object(object)
    } catch {
      return .object(invalid(bytes, error))
    }
  }

  private func invalid(_ bytes: [UInt8], _ fault: UNPIFrame.Fault) -> JSONObject {
    var object = JSONObject(of: ["valid": false])
    switch fault {
    case .startByte:
      object["fault"] = "sof"
      // A damaged start byte is common enough to show what the frame would have been.
      let repaired = [UNPIFrame.startByte] + bytes.dropFirst()
      if let frame = try? UNPIFrame(exactly: repaired) {
        object["if_start_byte_were_right"] = .object(describe(frame))
      }
    case .truncated: object["fault"] = "truncated"
    case .checkByte: object["fault"] = "crc"
    case .length: object["fault"] = "length"
    case .trailingBytes: object["fault"] = "trailing_bytes"
    case .type: object["fault"] = "type"
    }
    return object
  }

  private func describe(_ frame: UNPIFrame) -> JSONObject {
    let decoded = MTCommandTable.standard.decodeFields(frame)
    var fields = FieldDescription.json(decoded)
    var object = JSONObject(of: [
      "fcs_ok": true, "len": .integer(Int64(frame.payload.count)), "type": .string(frame.type.name),
      "subsystem": .string(frame.id.subsystem.name), "command_id": JSONText.identifier(frame.id.command),
    ])
    var zcl: JSONObject?
    switch MTDescription.inner(decoded) {
    case .zdo(let message): fields["zdo"] = .object(ZDODescription.json(message))
    case .zcl(let bytes, let cluster):
      zcl = try? ZCLDescription(directory: directory).json(bytes, cluster: cluster)
    case nil: break
    }
    object["fields"] = .object(fields)
    object["zcl"] = zcl.map { .object($0) }
    if decoded.lengthMismatch { object["length_mismatch"] = true }
    return object
  }
}
