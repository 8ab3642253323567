/// What an encoder or decoder has to know about the connection that its packets belong to.
public struct CodecContext: Hashable, Sendable {
  /// How packets are read. CONNECT alone brings its own version.
  public var version: ProtocolVersion
  /// Which end this side is; packets and properties that the other end must not send are then refused, and
  /// those that this end must not send are not written. Without a role both directions are taken.
  public var role: PeerRole?
  /// How exactly received packets have to keep to the standard.
  public var strictness: Strictness
  /// What the user properties of one received packet may amount to.
  public var propertyLimits: PropertyLimits
  /// The largest packet that the peer takes, in bytes (5.0, Maximum Packet Size). Reason strings and user
  /// properties of acknowledgements that would go beyond it are left out; other packets are not written.
  public var maximumPacketSize: UInt32?

  public init(
    version: ProtocolVersion = .v3_1_1, role: PeerRole? = nil, strictness: Strictness = .strict,
    propertyLimits: PropertyLimits = PropertyLimits(), maximumPacketSize: UInt32? = nil
  ) {
    self.version = version
    self.role = role
    self.strictness = strictness
    self.propertyLimits = propertyLimits
    self.maximumPacketSize = maximumPacketSize
  }
}

/// User properties are the one part of a packet that costs far more memory than bytes on the wire. Those
/// beyond the limits are left out and counted (``Properties/omittedUserProperties``) instead of refused: a
/// broker with a durable session would send the packet again in every connection.
public struct PropertyLimits: Hashable, Sendable {
  /// User properties of one packet.
  public var userProperties: UInt16
  /// Bytes of all their names and values.
  public var userPropertyBytes: UInt32

  public init(userProperties: UInt16 = 128, userPropertyBytes: UInt32 = 32 * 1024) {
    self.userProperties = userProperties
    self.userPropertyBytes = userPropertyBytes
  }
}
