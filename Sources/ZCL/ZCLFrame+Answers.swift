import ByteCoding
import Zigbee

extension ZCLFrame {
  /// A global command with its payload.
  public static func global(
    _ command: CommandID, _ payload: some ByteEncodable, direction: Direction = .clientToServer,
    manufacturer: ManufacturerCode? = nil, disablesDefaultResponse: Bool = true, sequence: UInt8 = 0
  ) -> ZCLFrame {
    ZCLFrame(
      kind: .global, manufacturer: manufacturer, direction: direction,
      disablesDefaultResponse: disablesDefaultResponse, sequence: sequence, command: command,
      payload: payload.encodedBytes)
  }

  /// An answer to this frame: same kind, sequence number and manufacturer, the other direction.
  public func answer(_ command: CommandID, _ payload: some ByteEncodable) -> ZCLFrame {
    ZCLFrame(
      kind: kind, manufacturer: manufacturer, direction: direction.opposite,
      disablesDefaultResponse: true, sequence: sequence, command: command,
      payload: payload.encodedBytes)
  }

  /// Whether a default response with `status` may be sent for this frame (ZCL 2.5.12.2): never for what came
  /// to many, for a default response or another global answer, and not for a success that the sender does not
  /// want to hear of. Global commands with an answer of their own get a default response only to refuse them.
  ///
  /// Cluster commands that have their own answer, or are one, are known to the cluster alone: its handler
  /// answers them instead of asking here.
  public func mayAnswerWithDefaultResponse(isUnicast: Bool, status: ZCLStatus = .success) -> Bool {
    guard isUnicast else { return false }
    if kind == .global {
      if GlobalCommand.isResponse(command) { return false }
      if GlobalCommand.response(to: command) != nil, status == .success { return false }
      if command == GlobalCommand.writeAttributesNoResponse { return false }
    }
    return status != .success || !disablesDefaultResponse
  }

  /// The default response to a frame.
  public static func defaultResponse(to frame: ZCLFrame, status: ZCLStatus) -> ZCLFrame {
    ZCLFrame(
      kind: .global, manufacturer: frame.manufacturer, direction: frame.direction.opposite,
      disablesDefaultResponse: true, sequence: frame.sequence, command: GlobalCommand.defaultResponse,
      payload: DefaultResponse(command: frame.command, status: status).encodedBytes)
  }

  /// The content of a default response frame; nil for every other frame.
  public var defaultResponse: DefaultResponse? {
    guard kind == .global, command == GlobalCommand.defaultResponse else { return nil }
    return try? DefaultResponse(prefixOf: payload)
  }
}
