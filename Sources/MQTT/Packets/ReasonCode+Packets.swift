extension ReasonCode {
  /// Whether the packet may carry the code (5.0, the tables of its clause), from a given end of the connection
  /// where that matters.
  public func isAllowed(in type: PacketType, from sender: PeerRole? = nil) -> Bool {
    switch type {
    case .connectAcknowledgement: isConnectCode
    case .publishAcknowledgement, .publishReceived:
      switch rawValue {
      case 0x00, 0x10, 0x80, 0x83, 0x87, 0x90, 0x91, 0x97, 0x99: true
      default: false
      }
    case .publishRelease, .publishComplete: self == .success || self == .packetIdentifierNotFound
    case .subscribeAcknowledgement:
      switch rawValue {
      case 0x00, 0x01, 0x02, 0x80, 0x83, 0x87, 0x8F, 0x91, 0x97, 0x9E, 0xA1, 0xA2: true
      default: false
      }
    case .unsubscribeAcknowledgement:
      switch rawValue {
      case 0x00, 0x11, 0x80, 0x83, 0x87, 0x8F, 0x91: true
      default: false
      }
    case .disconnect: isDisconnectCode(from: sender)
    case .authentication: isAuthenticateCode(from: sender)
    default: false
    }
  }

  /// Whether a reader takes a code that the packet should not carry. Why a connection ends is taken whatever
  /// it is, as long as it is a failure: the connection ends anyway, and the number tells more than a complaint.
  func isTaken(in type: PacketType, _ strictness: Strictness) -> Bool {
    guard isFailure, type != .authentication else { return false }
    return type == .connectAcknowledgement || type == .disconnect
      || strictness.contains(.allowsAnyReasonCode)
  }

  /// Table 3-1.
  private var isConnectCode: Bool {
    switch rawValue {
    case 0x00, 0x80...0x8A, 0x8C, 0x90, 0x95, 0x97, 0x99...0x9D, 0x9F: true
    default: false
    }
  }

  /// Table 3-10.
  private func isDisconnectCode(from sender: PeerRole?) -> Bool {
    switch rawValue {
    case 0x00, 0x80...0x83, 0x87, 0x90, 0x93...0x99: true
    case 0x04: sender != .server
    case 0x89, 0x8B, 0x8D...0x8F, 0x9A...0xA2: sender != .client
    default: false
    }
  }

  /// Table 3-11.
  private func isAuthenticateCode(from sender: PeerRole?) -> Bool {
    switch self {
    case .success: sender != .client
    case .continueAuthentication: true
    case .reAuthenticate: sender != .server
    default: false
    }
  }
}
