/// The commands that every cluster knows (ZCL table 2-3).
public enum GlobalCommand {
  public static let readAttributes = CommandID(0x00)
  public static let readAttributesResponse = CommandID(0x01)
  public static let writeAttributes = CommandID(0x02)
  public static let writeAttributesUndivided = CommandID(0x03)
  public static let writeAttributesResponse = CommandID(0x04)
  public static let writeAttributesNoResponse = CommandID(0x05)
  public static let configureReporting = CommandID(0x06)
  public static let configureReportingResponse = CommandID(0x07)
  public static let readReportingConfiguration = CommandID(0x08)
  public static let readReportingConfigurationResponse = CommandID(0x09)
  public static let reportAttributes = CommandID(0x0A)
  public static let defaultResponse = CommandID(0x0B)
  public static let discoverAttributes = CommandID(0x0C)
  public static let discoverAttributesResponse = CommandID(0x0D)
  public static let readAttributesStructured = CommandID(0x0E)
  public static let writeAttributesStructured = CommandID(0x0F)
  public static let writeAttributesStructuredResponse = CommandID(0x10)
  public static let discoverCommandsReceived = CommandID(0x11)
  public static let discoverCommandsReceivedResponse = CommandID(0x12)
  public static let discoverCommandsGenerated = CommandID(0x13)
  public static let discoverCommandsGeneratedResponse = CommandID(0x14)
  public static let discoverAttributesExtended = CommandID(0x15)
  public static let discoverAttributesExtendedResponse = CommandID(0x16)

  /// The command that answers a global command; nil for those that a default response answers, or nothing.
  public static func response(to command: CommandID) -> CommandID? {
    switch command {
    case readAttributes: readAttributesResponse
    case writeAttributes, writeAttributesUndivided: writeAttributesResponse
    case configureReporting: configureReportingResponse
    case readReportingConfiguration: readReportingConfigurationResponse
    case discoverAttributes: discoverAttributesResponse
    case writeAttributesStructured: writeAttributesStructuredResponse
    case readAttributesStructured: readAttributesResponse
    case discoverCommandsReceived: discoverCommandsReceivedResponse
    case discoverCommandsGenerated: discoverCommandsGeneratedResponse
    case discoverAttributesExtended: discoverAttributesExtendedResponse
    default: nil
    }
  }

  /// Whether the command is itself an answer.
  public static func isResponse(_ command: CommandID) -> Bool {
    switch command {
    case readAttributesResponse, writeAttributesResponse, configureReportingResponse,
      readReportingConfigurationResponse, defaultResponse, discoverAttributesResponse,
      writeAttributesStructuredResponse, discoverCommandsReceivedResponse,
      discoverCommandsGeneratedResponse, discoverAttributesExtendedResponse:
      true
    default: false
    }
  }
}
