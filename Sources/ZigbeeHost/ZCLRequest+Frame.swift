import ByteCoding
import ZCL
import Zigbee

extension ZCLRequest.Operation {
  /// What goes into the frame, and the command that answers it.
  struct FrameCommand {
    var kind: ZCLFrame.Kind
    var id: CommandID
    var payload: [UInt8]
    var answer: CommandID?
  }

  var frameCommand: FrameCommand {
    switch self {
    case .read(let attributes):
      return global(GlobalCommand.readAttributes, ReadAttributes(attributes))
    case .write(let values):
      // In the order of ids, so that equal requests are equal frames.
      let records = values.sorted { $0.key < $1.key }.map {
        AttributeRecord(attribute: $0.key, value: $0.value)
      }
      return global(GlobalCommand.writeAttributes, WriteAttributes(records))
    case .configureReporting(let targets):
      let records = targets.map {
        ReportingConfiguration.send(
          $0.attribute, $0.type, minimum: $0.minimumInterval, maximum: $0.maximumInterval,
          change: $0.reportableChange)
      }
      return global(GlobalCommand.configureReporting, ConfigureReporting(records))
    case .readReportingConfiguration(let attributes):
      let queries = attributes.map { ReportingQuery(attribute: $0) }
      return global(
        GlobalCommand.readReportingConfiguration, ReadReportingConfiguration(queries))
    case .command(let id, let payload, let response):
      return FrameCommand(kind: .cluster, id: id, payload: payload, answer: response)
    }
  }

  private func global(_ id: CommandID, _ payload: some ByteEncodable) -> FrameCommand {
    FrameCommand(
      kind: .global, id: id, payload: payload.encodedBytes, answer: GlobalCommand.response(to: id))
  }

  /// The result that an answer means.
  func result(of frame: ZCLFrame) -> HostResult {
    switch self {
    case .read:
      guard let answer = try? ReadAttributesResponse(prefixOf: frame.payload),
        !answer.records.isEmpty || frame.payload.isEmpty
      else { return .failed(.malformedAnswer) }
      return .attributes(
        answer.records.map {
          AttributeReadResult(attribute: $0.attribute, status: $0.status, value: $0.value)
        })
    case .write:
      guard let answer = try? WriteAttributesResponse(prefixOf: frame.payload) else {
        return .failed(.malformedAnswer)
      }
      return Self.result(of: answer.firstFailure)
    case .configureReporting:
      guard let answer = try? ConfigureReportingResponse(prefixOf: frame.payload) else {
        return .failed(.malformedAnswer)
      }
      return Self.result(of: answer.firstFailure)
    case .readReportingConfiguration, .command:
      return .response(frame.command, payload: frame.payload)
    }
  }

  static func result(of status: ZCLStatus) -> HostResult {
    status == .success ? .succeeded : .refused(status)
  }
}
