import ByteCoding
import FrameDecoding
import JSON
import ZCL
import Zigbee

/// ZCL frames: a cluster in two bytes, then the frame from its control byte on.
enum ZCLFuzz: FuzzTarget {
  static let name = "zcl"
  private static let explainer = FrameExplainer(directory: ClusterFile.directory)

  static func run(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    let cluster = ClusterID(rawValue: input.number16())
    let frameBytes = input.rest()
    JSONCheck.roundTrips(
      explainer.explainZCL(frameBytes, in: FrameExplainer.Context(cluster: cluster)))
    guard let frame = try? ZCLFrame(exactly: frameBytes) else { return }
    RoundTrip.check(frame)
    if frame.kind == .global {
      checkGlobal(frame)
    } else {
      for type in TypedCommands.all where type.cluster == cluster { checkTyped(type, frame, cluster) }
      checkDefinition(frame, cluster)
    }
    if let value = try? TypedValue(prefixOf: frame.payload) { RoundTrip.check(value) }
  }

  private static func checkTyped<Command: ClusterCommand>(
    _: Command.Type, _ frame: ZCLFrame, _ cluster: ClusterID
  ) {
    if let command = try? frame.decode(Command.self, on: cluster) { RoundTrip.check(command) }
  }

  private static func checkDefinition(_ frame: ZCLFrame, _ cluster: ClusterID) {
    let definition = ClusterFile.directory.command(
      frame.command, of: cluster, direction: frame.direction, manufacturer: frame.manufacturer)
    guard let definition else { return }
    let payload = CommandPayload(frame.payload, as: definition.fields)
    require(payload.fields.count <= definition.fields.count, "more fields than are defined")
  }

  private static func checkGlobal(_ frame: ZCLFrame) {
    let payload = frame.payload
    switch frame.command {
    case GlobalCommand.readAttributes: check(ReadAttributes.self, payload)
    case GlobalCommand.readAttributesResponse: check(ReadAttributesResponse.self, payload)
    case GlobalCommand.writeAttributes: check(WriteAttributes.self, payload)
    case GlobalCommand.writeAttributesResponse: check(WriteAttributesResponse.self, payload)
    case GlobalCommand.configureReporting: check(ConfigureReporting.self, payload)
    case GlobalCommand.configureReportingResponse: check(ConfigureReportingResponse.self, payload)
    case GlobalCommand.readReportingConfiguration: check(ReadReportingConfiguration.self, payload)
    case GlobalCommand.readReportingConfigurationResponse:
      check(ReadReportingConfigurationResponse.self, payload)
    case GlobalCommand.reportAttributes: check(ReportAttributes.self, payload)
    case GlobalCommand.defaultResponse: check(DefaultResponse.self, payload)
    case GlobalCommand.discoverAttributes: check(DiscoverAttributes.self, payload)
    case GlobalCommand.discoverAttributesResponse: check(DiscoverAttributesResponse.self, payload)
    default: break
    }
  }

  private static func check<Value: ByteDecodable & ByteEncodable>(_: Value.Type, _ payload: [UInt8]) {
    if let value = try? Value(prefixOf: payload) { RoundTrip.check(value) }
  }
}
