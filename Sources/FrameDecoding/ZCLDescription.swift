import ByteCoding
import JSON
import ZCL
import Zigbee

/// One ZCL frame as JSON.
struct ZCLDescription {
  let directory: ClusterDirectory

  func json(_ bytes: [UInt8], cluster: ClusterID) throws(DecodingFailure) -> JSONObject {
    let frame = try ZCLFrame(exactly: bytes)
    var object = JSONObject(of: [
      "frame_type": .integer(Int64(frame.kind.rawValue)),
      "manufacturer_specific": .bool(frame.manufacturer != nil),
      "direction": .string(
        frame.direction == .clientToServer ? "client_to_server" : "server_to_client"),
      "disable_default_response": .bool(frame.disablesDefaultResponse),
    ])
    if let code = frame.manufacturer { object["manufacturer_code"] = JSONText.identifier(code.rawValue) }
    object["seq"] = .integer(Int64(frame.sequence))
    object["command_id"] = JSONText.identifier(frame.command.rawValue)
    switch frame.kind {
    case .global: add(try global(frame, cluster), to: &object)
    case .cluster: add(command(frame, cluster), to: &object)
    }
    return object
  }

  private func add(_ members: JSONObject, to object: inout JSONObject) {
    for member in members { object[member.key] = member.value }
  }

  private func global(_ frame: ZCLFrame, _ cluster: ClusterID) throws(DecodingFailure) -> JSONObject {
    var description = GlobalCommandDescription(cluster: cluster)
    try description.describe(frame.command, frame.payload)
    var object = JSONObject(of: ["command": .string(GlobalCommandDescription.name(frame.command))])
    add(description.object, to: &object)
    return object
  }

  private func command(_ frame: ZCLFrame, _ cluster: ClusterID) -> JSONObject {
    let definition = directory.command(
      frame.command, of: cluster, direction: frame.direction, manufacturer: frame.manufacturer)
    // A manufacturer's command is known only by its exact code: another maker's name would mislead.
    guard let definition, definition.manufacturer == frame.manufacturer else {
      return JSONObject(of: [
        "command": frame.manufacturer == nil ? "?" : "manufacturer_specific",
        "fields": ["payload_hex": JSONText.hex(frame.payload)],
      ])
    }
    let payload = CommandPayload(frame.payload, as: definition.fields)
    var fields = JSONObject()
    for field in payload.fields { fields[field.name] = ValueDescription.json(field.value) }
    if let name = payload.truncatedAt {
      fields["_truncated_at"] = .string(name)
      if !payload.truncatedBytes.isEmpty {
        fields["_truncated_bytes"] = JSONText.hex(payload.truncatedBytes)
      }
    }
    if !payload.trailing.isEmpty { fields["_trailing_hex"] = JSONText.hex(payload.trailing) }
    return JSONObject(of: ["command": .string(definition.name), "fields": .object(fields)])
  }
}
