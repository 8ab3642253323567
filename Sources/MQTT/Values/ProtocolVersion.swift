/// The version of the protocol that a connection speaks; the raw value is the protocol level of CONNECT
/// (3.1.1, clause 3.1.2.2).
///
/// Everything that encodes or decodes asks the version through its ``CodecContext``, so another version is
/// another case here and not another codec.
public enum ProtocolVersion: UInt8, Hashable, Sendable {
  case v3_1_1 = 4

  /// The protocol name in CONNECT (clause 3.1.2.1).
  var protocolName: String { "MQTT" }
}

/// What an encoder or decoder has to know about the connection that its packets belong to.
public struct CodecContext: Hashable, Sendable {
  public var version: ProtocolVersion

  public init(version: ProtocolVersion = .v3_1_1) { self.version = version }
}
