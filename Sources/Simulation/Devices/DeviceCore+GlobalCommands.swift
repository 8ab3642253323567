import ByteCoding
import SansIO
import ZCL
import Zigbee

/// The foundation commands (ZCL 2.5): what every cluster of a device answers.
extension DeviceCore {
  /// The result of a global command: an answer of its own, or the status of a default response.
  enum GlobalAnswer: Hashable, Sendable {
    case frame(ZCLFrame)
    case status(ZCLStatus)
    case silence
  }

  mutating func answerGlobal(
    _ frame: ZCLFrame, _ endpoint: EndpointID, _ cluster: ClusterID, at now: MonotonicInstant,
    written: (inout DeviceCore, AttributePath) -> Void
  ) -> GlobalAnswer {
    do throws(DecodingFailure) {
      switch frame.command {
      case GlobalCommand.readAttributes: return .frame(try read(frame, endpoint, cluster))
      case GlobalCommand.writeAttributes, GlobalCommand.writeAttributesUndivided,
        GlobalCommand.writeAttributesNoResponse:
        return try write(frame, endpoint, cluster, written: written)
      case GlobalCommand.configureReporting:
        return .frame(try configureReporting(frame, endpoint, cluster, at: now))
      case GlobalCommand.readReportingConfiguration:
        return .frame(try readReporting(frame, endpoint, cluster))
      case GlobalCommand.discoverAttributes, GlobalCommand.discoverAttributesExtended:
        return .frame(try discoverAttributes(frame, endpoint, cluster))
      case GlobalCommand.discoverCommandsReceived, GlobalCommand.discoverCommandsGenerated:
        return .frame(try discoverCommands(frame, endpoint, cluster))
      case let command where GlobalCommand.isResponse(command): return .silence
      case GlobalCommand.reportAttributes: return .status(.success)
      default: return .status(.unsupportedGeneralCommand)
      }
    } catch {
      return .status(.malformedCommand)
    }
  }

  /// Manufacturer-specific attributes are another space, in which these devices have none.
  private func slot(_ frame: ZCLFrame, _ path: AttributePath) -> AttributeSlot? {
    frame.manufacturer == nil ? attributes[path] : nil
  }

  private func read(
    _ frame: ZCLFrame, _ endpoint: EndpointID, _ cluster: ClusterID
  ) throws(DecodingFailure) -> ZCLFrame {
    var records: [ReadAttributeRecord] = []
    var size = 0
    for attribute in try ReadAttributes(prefixOf: frame.payload).attributes {
      let slot = slot(frame, AttributePath(endpoint, cluster, attribute.rawValue))
      let record =
        slot.map { ReadAttributeRecord(attribute: attribute, value: TypedValue($0.type, $0.value)) }
        ?? ReadAttributeRecord(attribute: attribute, status: .unsupportedAttribute)
      size += record.encodedBytes.count
      // What does not fit in one frame is left out (ZCL 2.5.2.3).
      guard size <= Self.longestPayload - 5 else { break }
      records.append(record)
    }
    return frame.answer(GlobalCommand.readAttributesResponse, ReadAttributesResponse(records))
  }

  private mutating func write(
    _ frame: ZCLFrame, _ endpoint: EndpointID, _ cluster: ClusterID,
    written: (inout DeviceCore, AttributePath) -> Void
  ) throws(DecodingFailure) -> GlobalAnswer {
    let records = try WriteAttributes(prefixOf: frame.payload).records
    guard !records.isEmpty else { return .status(.malformedCommand) }
    var failures: [WriteAttributeStatus] = []
    var accepted: [(AttributePath, ZCLValue)] = []
    for record in records {
      let path = AttributePath(endpoint, cluster, record.attribute.rawValue)
      let status = slot(frame, path)?.check(record.value) ?? .unsupportedAttribute
      if status == .success {
        accepted.append((path, record.value.value))
      } else {
        failures.append(WriteAttributeStatus(status: status, attribute: record.attribute))
      }
    }
    if frame.command != GlobalCommand.writeAttributesUndivided || failures.isEmpty {
      for (path, value) in accepted {
        set(path, value)
        written(&self, path)
      }
    }
    if frame.command == GlobalCommand.writeAttributesNoResponse { return .silence }
    return .frame(
      frame.answer(
        GlobalCommand.writeAttributesResponse,
        failures.isEmpty ? WriteAttributesResponse.succeeded : WriteAttributesResponse(failures)))
  }

  private mutating func configureReporting(
    _ frame: ZCLFrame, _ endpoint: EndpointID, _ cluster: ClusterID, at now: MonotonicInstant
  ) throws(DecodingFailure) -> ZCLFrame {
    var failures: [ReportingStatus] = []
    for record in try ConfigureReporting(prefixOf: frame.payload).records {
      guard case .send(let attribute, let type, let minimum, let maximum, let change) = record else {
        continue
      }
      let path = AttributePath(endpoint, cluster, attribute.rawValue)
      let status: ZCLStatus
      if let slot = slot(frame, path) {
        status = configure(path, slot, type, minimum, maximum, change, at: now)
      } else {
        status = .unsupportedAttribute
      }
      if status != .success {
        failures.append(ReportingStatus(status: status, direction: .send, attribute: attribute))
      }
    }
    return frame.answer(
      GlobalCommand.configureReportingResponse,
      failures.isEmpty ? ConfigureReportingResponse.succeeded : ConfigureReportingResponse(failures))
  }

  private mutating func configure(
    _ path: AttributePath, _ slot: AttributeSlot, _ type: DataType, _ minimum: UInt16, _ maximum: UInt16,
    _ change: ZCLValue?, at now: MonotonicInstant
  ) -> ZCLStatus {
    guard slot.isReportable else { return .unreportableAttribute }
    guard slot.type == type else { return .invalidDataType }
    guard maximum == 0 || maximum == 0xFFFF || minimum <= maximum else { return .invalidValue }
    let stored = reporting.configure(
      path, minimum: minimum, maximum: maximum, change: change, value: slot.value, at: now)
    return stored ? .success : .insufficientSpace
  }

  private func readReporting(
    _ frame: ZCLFrame, _ endpoint: EndpointID, _ cluster: ClusterID
  ) throws(DecodingFailure) -> ZCLFrame {
    let queries = try ReadReportingConfiguration(prefixOf: frame.payload).records
    let records = queries.map { query -> ReportingConfigurationRecord in
      let path = AttributePath(endpoint, cluster, query.attribute.rawValue)
      guard let slot = slot(frame, path) else {
        return .init(
          status: .unsupportedAttribute, direction: query.direction, attribute: query.attribute,
          configuration: nil)
      }
      guard query.direction == .send, let entry = reporting.entries[path] else {
        return .init(
          status: .notFound, direction: query.direction, attribute: query.attribute, configuration: nil)
      }
      return .init(
        attribute: query.attribute,
        configuration: .send(
          query.attribute, slot.type, minimum: entry.minimum, maximum: entry.maximum, change: entry.change))
    }
    return frame.answer(
      GlobalCommand.readReportingConfigurationResponse, ReadReportingConfigurationResponse(records))
  }

  /// Complete flag, then id and type of each; the extended form adds the access bits.
  private func discoverAttributes(
    _ frame: ZCLFrame, _ endpoint: EndpointID, _ cluster: ClusterID
  ) throws(DecodingFailure) -> ZCLFrame {
    let request = try DiscoverAttributes(prefixOf: frame.payload)
    let isExtended = frame.command == GlobalCommand.discoverAttributesExtended
    let known = frame.manufacturer == nil ? attributes.cluster(endpoint, cluster)?.attributes ?? [:] : [:]
    let following = known.filter { $0.key >= request.start }.sorted { $0.key < $1.key }
    let some = following.prefix(min(Int(request.maximumCount), isExtended ? 18 : 24))
    var writer = ByteWriter()
    writer.write(UInt8(some.count == following.count ? 1 : 0))
    for (attribute, slot) in some {
      writer.writeLE(attribute.rawValue)
      writer.write(slot.type.rawValue)
      if isExtended {
        writer.write(UInt8(1 | (slot.isWritable ? 2 : 0) | (slot.isReportable ? 4 : 0)))
      }
    }
    let command =
      isExtended
      ? GlobalCommand.discoverAttributesExtendedResponse : GlobalCommand.discoverAttributesResponse
    return frame.answer(command, RawPayload(writer.bytes))
  }

  private func discoverCommands(
    _ frame: ZCLFrame, _ endpoint: EndpointID, _ cluster: ClusterID
  ) throws(DecodingFailure) -> ZCLFrame {
    guard frame.payload.count >= 2 else { throw DecodingFailure(.truncated, offset: 0) }
    let isReceived = frame.command == GlobalCommand.discoverCommandsReceived
    let served = frame.manufacturer == nil ? attributes.cluster(endpoint, cluster) : nil
    let commands = (isReceived ? served?.received : served?.generated) ?? []
    let following = commands.filter { $0 >= frame.payload[0] }
    let some = following.prefix(Int(frame.payload[1]))
    let command =
      isReceived
      ? GlobalCommand.discoverCommandsReceivedResponse : GlobalCommand.discoverCommandsGeneratedResponse
    return frame.answer(command, RawPayload([some.count == following.count ? 1 : 0] + some))
  }
}

/// Bytes that are a payload already.
private struct RawPayload: ByteEncodable {
  var bytes: [UInt8]
  init(_ bytes: [UInt8]) { self.bytes = bytes }
  func encode(into writer: inout ByteWriter) { writer.write(bytes) }
}
