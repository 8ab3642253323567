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
      if let body = try? frame.globalBody() { RoundTrip.check(body) }
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
}
