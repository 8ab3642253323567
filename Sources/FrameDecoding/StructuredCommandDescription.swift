import ByteCoding
import JSON
import ZCL

/// The global commands for parts of values and for discovery beyond attributes. `commands` lists command ids.
extension GlobalCommandDescription {
  mutating func describeStructured(
    _ command: CommandID, _ payload: [UInt8]
  ) throws(DecodingFailure) {
    let cluster = cluster
    switch command {
    case GlobalCommand.readAttributesStructured:
      list(try ReadAttributesStructured(prefixOf: payload).list) {
        Self.adding($0.selector, to: Self.id($0.attribute))
      }
    case GlobalCommand.writeAttributesStructured:
      list(try WriteAttributesStructured(prefixOf: payload).list) {
        let object = Self.adding($0.selector, to: Self.id($0.attribute))
        return Self.adding($0.value, of: $0.attribute, on: cluster, to: object)
      }
    case GlobalCommand.writeAttributesStructuredResponse:
      let answer = try WriteAttributesStructuredResponse(prefixOf: payload)
      list(answer.list, overall: answer.overall) { record in
        var object = JSONObject(of: ["status": JSONText.identifier(record.status.rawValue)])
        object["id"] = JSONText.identifier(record.attribute.rawValue)
        return Self.adding(record.selector, to: object)
      }
    default: try describeDiscovery(command, payload)
    }
  }

  private mutating func describeDiscovery(
    _ command: CommandID, _ payload: [UInt8]
  ) throws(DecodingFailure) {
    switch command {
    case GlobalCommand.discoverCommandsReceived, GlobalCommand.discoverCommandsGenerated:
      let request = try DiscoverCommands(prefixOf: payload)
      object["fields"] = [
        "start_id": JSONText.identifier(request.start.rawValue),
        "maximum_count": .integer(Int64(request.maximumCount)),
      ]
    case GlobalCommand.discoverCommandsReceivedResponse, GlobalCommand.discoverCommandsGeneratedResponse:
      let answer = try DiscoverCommandsResponse(prefixOf: payload)
      object["fields"] = ["complete": .integer(answer.isComplete ? 1 : 0)]
      object["commands"] = .array(answer.commands.map { JSONText.identifier($0.rawValue) })
    case GlobalCommand.discoverAttributesExtended:
      let request = try DiscoverAttributesExtended(prefixOf: payload)
      object["fields"] = [
        "start_id": JSONText.identifier(request.start.rawValue),
        "maximum_count": .integer(Int64(request.maximumCount)),
      ]
    case GlobalCommand.discoverAttributesExtendedResponse:
      let answer = try DiscoverAttributesExtendedResponse(prefixOf: payload)
      object["fields"] = ["complete": .integer(answer.isComplete ? 1 : 0)]
      list(answer.list) { record in
        var object = Self.id(record.attribute)
        for member in ValueDescription.type(record.type) { object[member.key] = member.value }
        object["access"] = JSONText.identifier(record.access.rawValue)
        return object
      }
    default: object["fields"] = ["payload_hex": JSONText.hex(payload)]
    }
  }

  /// `operation` where it is no plain write, `indexes` where only a part of the value is meant.
  private static func adding(_ selector: AttributeSelector, to object: JSONObject) -> JSONObject {
    var object = object
    if selector.operation != .write { object["operation"] = .integer(Int64(selector.operation.rawValue)) }
    if !selector.indexes.isEmpty {
      object["indexes"] = .array(selector.indexes.map { .integer(Int64($0)) })
    }
    return object
  }
}
