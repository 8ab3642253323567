import ByteCoding

/// The payload of any global command, for readers that take whatever comes.
public protocol GlobalCommandBody: ByteDecodable, ByteEncodable, Hashable, Sendable {}

extension ReadAttributes: GlobalCommandBody {}
extension ReadAttributesResponse: GlobalCommandBody {}
extension WriteAttributes: GlobalCommandBody {}
extension WriteAttributesResponse: GlobalCommandBody {}
extension ConfigureReporting: GlobalCommandBody {}
extension ConfigureReportingResponse: GlobalCommandBody {}
extension ReadReportingConfiguration: GlobalCommandBody {}
extension ReadReportingConfigurationResponse: GlobalCommandBody {}
extension ReportAttributes: GlobalCommandBody {}
extension DefaultResponse: GlobalCommandBody {}
extension DiscoverAttributes: GlobalCommandBody {}
extension DiscoverAttributesResponse: GlobalCommandBody {}
extension ReadAttributesStructured: GlobalCommandBody {}
extension WriteAttributesStructured: GlobalCommandBody {}
extension WriteAttributesStructuredResponse: GlobalCommandBody {}
extension DiscoverCommands: GlobalCommandBody {}
extension DiscoverCommandsResponse: GlobalCommandBody {}
extension DiscoverAttributesExtendedResponse: GlobalCommandBody {}

extension ZCLFrame {
  /// The payload of a global command, as the command says; nil for commands of the cluster, and for global
  /// commands that the standard does not define.
  public func globalBody() throws(DecodingFailure) -> (any GlobalCommandBody)? {
    guard kind == .global, let type = Self.bodies[command] else { return nil }
    return try read(type)
  }

  private func read<Body: GlobalCommandBody>(_: Body.Type) throws(DecodingFailure) -> any GlobalCommandBody {
    try Body(prefixOf: payload)
  }

  private static let bodies: [CommandID: any GlobalCommandBody.Type] = [
    GlobalCommand.readAttributes: ReadAttributes.self,
    GlobalCommand.readAttributesResponse: ReadAttributesResponse.self,
    GlobalCommand.writeAttributes: WriteAttributes.self,
    GlobalCommand.writeAttributesUndivided: WriteAttributes.self,
    GlobalCommand.writeAttributesResponse: WriteAttributesResponse.self,
    GlobalCommand.writeAttributesNoResponse: WriteAttributes.self,
    GlobalCommand.configureReporting: ConfigureReporting.self,
    GlobalCommand.configureReportingResponse: ConfigureReportingResponse.self,
    GlobalCommand.readReportingConfiguration: ReadReportingConfiguration.self,
    GlobalCommand.readReportingConfigurationResponse: ReadReportingConfigurationResponse.self,
    GlobalCommand.reportAttributes: ReportAttributes.self,
    GlobalCommand.defaultResponse: DefaultResponse.self,
    GlobalCommand.discoverAttributes: DiscoverAttributes.self,
    GlobalCommand.discoverAttributesResponse: DiscoverAttributesResponse.self,
    GlobalCommand.readAttributesStructured: ReadAttributesStructured.self,
    GlobalCommand.writeAttributesStructured: WriteAttributesStructured.self,
    GlobalCommand.writeAttributesStructuredResponse: WriteAttributesStructuredResponse.self,
    GlobalCommand.discoverCommandsReceived: DiscoverCommands.self,
    GlobalCommand.discoverCommandsReceivedResponse: DiscoverCommandsResponse.self,
    GlobalCommand.discoverCommandsGenerated: DiscoverCommands.self,
    GlobalCommand.discoverCommandsGeneratedResponse: DiscoverCommandsResponse.self,
    GlobalCommand.discoverAttributesExtended: DiscoverAttributesExtended.self,
    GlobalCommand.discoverAttributesExtendedResponse: DiscoverAttributesExtendedResponse.self,
  ]
}
