/// CONNACK (clause 3.2).
public struct ConnectAcknowledgement: Hashable, Sendable {
  public var sessionPresent: Bool
  /// The answer in the codes of 5.0, whatever the version.
  public let reasonCode: ReasonCode
  /// The answer in the codes of 3.1.1: what came in 3.1 and 3.1.1, the nearest one in 5.0.
  public let returnCode: ConnectReturnCode
  /// 5.0, clause 3.2.2.3.
  public var properties: Properties

  /// An answer in 3.1 or 3.1.1.
  public init(sessionPresent: Bool, returnCode: ConnectReturnCode) {
    self.sessionPresent = sessionPresent
    self.returnCode = returnCode
    reasonCode = returnCode.reasonCode
    properties = Properties()
  }

  /// An answer in 5.0; without properties, one that 3.1.1 can carry, too.
  public init(sessionPresent: Bool, reasonCode: ReasonCode, properties: Properties = Properties()) {
    self.sessionPresent = sessionPresent
    self.reasonCode = reasonCode
    self.properties = properties
    returnCode = ConnectReturnCode(reasonCode)
  }
}
