import ByteCoding
import JSON
import ZCL
import Zigbee

/// The global commands as JSON: `attributes` lists the records, `fields` what is no list.
struct GlobalCommandDescription {
  let cluster: ClusterID
  var object = JSONObject()

  init(cluster: ClusterID) { self.cluster = cluster }

  static func name(_ command: CommandID) -> String {
    let index = Int(command.rawValue)
    return names.indices.contains(index) ? names[index] : "?"
  }

  private static let names = [
    "read_attributes", "read_attributes_response", "write_attributes", "write_attributes_undivided",
    "write_attributes_response", "write_attributes_no_response", "configure_reporting",
    "configure_reporting_response", "read_reporting_configuration", "read_reporting_configuration_response",
    "report_attributes", "default_response", "discover_attributes", "discover_attributes_response",
    "read_attributes_structured", "write_attributes_structured", "write_attributes_structured_response",
    "discover_commands_received", "discover_commands_received_response", "discover_commands_generated",
    "discover_commands_generated_response", "discover_attributes_extended",
    "discover_attributes_extended_response",
  ]

  mutating func describe(_ command: CommandID, _ payload: [UInt8]) throws(DecodingFailure) {
    let cluster = cluster
    switch command {
    case GlobalCommand.readAttributes:
      list(try ReadAttributes(prefixOf: payload).list) { Self.id($0) }
    case GlobalCommand.readAttributesResponse:
      list(try ReadAttributesResponse(prefixOf: payload).list) { record in
        var object = Self.id(record.attribute)
        object["status"] = JSONText.identifier(record.status.rawValue)
        return Self.adding(record.value, of: record.attribute, on: cluster, to: object)
      }
    case GlobalCommand.writeAttributes, GlobalCommand.writeAttributesUndivided,
      GlobalCommand.writeAttributesNoResponse, GlobalCommand.reportAttributes:
      list(try ReportAttributes(prefixOf: payload).list) {
        Self.adding($0.value, of: $0.attribute, on: cluster, to: Self.id($0.attribute))
      }
    case GlobalCommand.writeAttributesResponse:
      let answer = try WriteAttributesResponse(prefixOf: payload)
      list(answer.list, overall: answer.overall) { record in
        var object = JSONObject(of: ["status": JSONText.identifier(record.status.rawValue)])
        object["id"] = JSONText.identifier(record.attribute.rawValue)
        return object
      }
    case GlobalCommand.defaultResponse:
      let response = try DefaultResponse(prefixOf: payload)
      object["fields"] = [
        "command_id": JSONText.identifier(response.command.rawValue),
        "status": JSONText.identifier(response.status.rawValue),
      ]
    default: try describeReporting(command, payload)
    }
  }

  private mutating func describeReporting(
    _ command: CommandID, _ payload: [UInt8]
  ) throws(DecodingFailure) {
    switch command {
    case GlobalCommand.configureReporting:
      list(try ConfigureReporting(prefixOf: payload).list) { Self.configuration($0) }
    case GlobalCommand.configureReportingResponse:
      let answer = try ConfigureReportingResponse(prefixOf: payload)
      list(answer.list, overall: answer.overall) { record in
        JSONObject(of: [
          "status": JSONText.identifier(record.status.rawValue),
          "direction": .integer(Int64(record.direction.rawValue)),
          "id": JSONText.identifier(record.attribute.rawValue),
        ])
      }
    case GlobalCommand.readReportingConfiguration:
      list(try ReadReportingConfiguration(prefixOf: payload).list) { record in
        JSONObject(of: [
          "direction": .integer(Int64(record.direction.rawValue)),
          "id": JSONText.identifier(record.attribute.rawValue),
        ])
      }
    case GlobalCommand.readReportingConfigurationResponse:
      list(try ReadReportingConfigurationResponse(prefixOf: payload).list) { record in
        var object = JSONObject(of: ["status": JSONText.identifier(record.status.rawValue)])
        object["direction"] = .integer(Int64(record.direction.rawValue))
        object["id"] = JSONText.identifier(record.attribute.rawValue)
        for member in record.configuration.map(Self.configuration) ?? JSONObject() {
          object[member.key] = member.value
        }
        return object
      }
    case GlobalCommand.discoverAttributes:
      let request = try DiscoverAttributes(prefixOf: payload)
      object["fields"] = [
        "start_id": JSONText.identifier(request.start.rawValue),
        "maximum_count": .integer(Int64(request.maximumCount)),
      ]
    case GlobalCommand.discoverAttributesResponse:
      let answer = try DiscoverAttributesResponse(prefixOf: payload)
      object["fields"] = ["complete": .integer(answer.isComplete ? 1 : 0)]
      list(answer.list) { record in
        var object = Self.id(record.attribute)
        for member in ValueDescription.type(record.type) { object[member.key] = member.value }
        return object
      }
    default: try describeStructured(command, payload)
    }
  }

  static func id(_ attribute: AttributeID) -> JSONObject {
    JSONObject(of: ["id": JSONText.identifier(attribute.rawValue)])
  }

  static func adding(
    _ value: TypedValue?, of attribute: AttributeID, on cluster: ClusterID, to object: JSONObject
  ) -> JSONObject {
    guard let value else { return object }
    var object = object
    for member in ValueDescription.typed(value) { object[member.key] = member.value }
    if XiaomiRecords.isCarrier(attribute, on: cluster) {
      object["xiaomi_tlv"] = XiaomiRecords.json(value.value)
    }
    return object
  }

  private static func configuration(_ configuration: ReportingConfiguration) -> JSONObject {
    var object = JSONObject()
    switch configuration {
    case .receive(let attribute, let timeout):
      object["direction"] = 1
      object["id"] = JSONText.identifier(attribute.rawValue)
      object["timeout"] = .integer(Int64(timeout))
    case .send(let attribute, let type, let minimum, let maximum, let change):
      object["direction"] = 0
      object["id"] = JSONText.identifier(attribute.rawValue)
      for member in ValueDescription.type(type) { object[member.key] = member.value }
      object["min_interval"] = .integer(Int64(minimum))
      object["max_interval"] = .integer(Int64(maximum))
      if let change { object["reportable_change"] = ValueDescription.json(change, type: type) }
    }
    return object
  }

  /// The records, and where and why the rest could not be read.
  mutating func list<Record>(
    _ list: RecordList<Record>, overall: ZCLStatus? = nil, _ describe: (Record) -> JSONObject
  ) {
    var records = list.records.map { JSONValue.object(describe($0)) }
    if let overall { records.append(["status": JSONText.identifier(overall.rawValue)]) }
    object["attributes"] = .array(records)
    guard let failure = list.failure else { return }
    object["trailing_hex"] = JSONText.hex(list.unread)
    object["unreadable"] = .string(FailureText.describe(failure))
  }
}

/// Decoding failures for people.
enum FailureText {
  static func describe(_ failure: DecodingFailure) -> String {
    let reason =
      switch failure.reason {
      case .truncated: "ends too early"
      case .trailingBytes: "bytes left over"
      case .invalidValue: "value not allowed"
      case .limitExceeded: "above a limit"
      case .unknownType(let type): "unknown data type 0x" + Hexadecimal.digits(UInt64(type), count: 2)
      }
    return "\(reason), at byte \(failure.offset) of the payload"
  }
}
