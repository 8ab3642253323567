import ByteCoding
import JSON
import ZCL
import Zigbee

/// The list of tag, type and value that Xiaomi devices put into one attribute: 0xFF01 of Basic, 0x00F7 of
/// their own cluster 0xFCC0.
enum XiaomiRecords {
  static func isCarrier(_ attribute: AttributeID, on cluster: ClusterID) -> Bool {
    (cluster == .basic && attribute == AttributeID(0xFF01))
      || (cluster == ClusterID(rawValue: 0xFCC0) && attribute == AttributeID(0x00F7))
  }

  /// The records that are whole, by tag; nil when there is none.
  static func json(_ value: ZCLValue) -> JSONValue? {
    guard let bytes = value.bytes else { return nil }
    var records = JSONObject()
    _ = try? bytes.withReader { (reader) throws(DecodingFailure) in
      while !reader.isEmpty {
        let tag = try reader.readUInt8()
        let typed = try TypedValue(from: &reader)
        var record = JSONObject()
        record["type"] = JSONText.identifier(typed.type.rawValue)
        record["value"] = ValueDescription.json(typed)
        records["0x" + Hexadecimal.digits(UInt64(tag), count: 2).uppercased()] = .object(record)
      }
    }
    return records.isEmpty ? nil : .object(records)
  }
}
