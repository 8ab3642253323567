/// Why a connection ended.
public enum DisconnectReason: Hashable, Sendable, Error {
  /// The other side closed the stream.
  case closedByBroker
  /// The broker said DISCONNECT (5.0, clause 3.14), for this reason.
  case disconnectedByBroker(ReasonCode, reasonString: String?)
  /// The stream could not be opened, or broke; the text is the system's.
  case transport(String)
  case connectionTimeout
  case connectAcknowledgementTimeout
  /// CONNACK of 3.1 or 3.1.1.
  case refused(ConnectReturnCode)
  /// CONNACK of 5.0.
  case rejected(ReasonCode, reasonString: String?)
  case malformed(MalformedPacket)
  case protocolViolation(ProtocolViolation)
  case keepAliveTimeout
  case subscribeTimeout
  case acknowledgementTimeout
  /// The application does not accept what comes.
  case tooManyUnaccepted
  /// The server did not prove itself, or the method cannot go on.
  case authentication(AuthenticationFailure)
  /// The server did not go on with a re-authentication.
  case authenticationTimeout
  /// The configuration has no form on the wire.
  case invalidConfiguration(EncodingFailure)
  /// Asked for by `drain`.
  case drained
}

/// Well-formed packets that the standard does not allow at this point.
public enum ProtocolViolation: Hashable, Sendable {
  /// Before CONNACK, a second CONNACK, or a packet that only clients send.
  case unexpected(PacketType)
  /// Session present although a clean one was asked for (clause 3.2.2.2), or although this side has none and
  /// ``UnknownSessionPolicy/discard`` is set.
  case unexpectedSession
  /// SUBACK or UNSUBACK with another number of results than the request had filters.
  case resultCount
  /// A topic alias of 0, above our maximum, or without a topic.
  case topicAlias(UInt16)
  /// More QoS 1 and 2 messages at once than our Receive Maximum.
  case receiveMaximumExceeded
  /// AUTH that does not belong here, or with another method than ours.
  case authentication
}

extension DisconnectReason {
  /// The reason in the codes of 5.0, if the broker gave one.
  public var brokerReasonCode: ReasonCode? {
    switch self {
    case .disconnectedByBroker(let code, _), .rejected(let code, _): code
    case .refused(let code): code.reasonCode
    default: nil
    }
  }

  /// Whether the broker does not take the credentials: return codes 4 and 5, reason codes 0x86 and 0x87.
  public var isCredentialsRefusal: Bool {
    brokerReasonCode == .badUserNameOrPassword || brokerReasonCode == .notAuthorized
  }

  /// What DISCONNECT tells a broker of 5.0; nil when there is nobody to tell, or nothing to say.
  var farewell: ReasonCode? {
    switch self {
    case .malformed(let packet): packet.reasonCode
    case .protocolViolation(.topicAlias): .topicAliasInvalid
    case .protocolViolation(.receiveMaximumExceeded), .tooManyUnaccepted: .receiveMaximumExceeded
    case .protocolViolation: .protocolError
    case .subscribeTimeout, .acknowledgementTimeout, .authentication, .authenticationTimeout:
      .unspecifiedError
    default: nil
    }
  }
}
