/// The version of the protocol that a connection speaks; the raw value is the protocol level of CONNECT
/// (3.1.1 and 5.0, clause 3.1.2.2).
public enum ProtocolVersion: UInt8, Hashable, Sendable, Comparable, CaseIterable, CustomStringConvertible {
  case v3_1 = 3
  case v3_1_1 = 4
  case v5 = 5

  /// The protocol name in CONNECT (clause 3.1.2.1).
  public var protocolName: String { self == .v3_1 ? "MQIsdp" : "MQTT" }

  /// Whether packets have properties and reason codes.
  public var hasProperties: Bool { self >= .v5 }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  public var description: String {
    switch self {
    case .v3_1: "3.1"
    case .v3_1_1: "3.1.1"
    case .v5: "5.0"
    }
  }
}
