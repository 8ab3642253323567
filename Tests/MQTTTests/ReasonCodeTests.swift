import MQTT
import Testing

@Suite struct ReasonCodeTests {
  @Test func `every listed code has its name`() {
    let named = (0...255).map { ReasonCode(rawValue: $0) }.filter { $0.name != nil }
    #expect(named.count == 43)
    #expect(ReasonCode.success.description == "success (0x00)")
    #expect(ReasonCode.continueAuthentication.name == "continue authentication")
    #expect(ReasonCode.unspecifiedError.name == "unspecified error")
    #expect(ReasonCode.keepAliveTimeout.name == "keep alive timeout")
    #expect(ReasonCode.packetTooLarge.description == "packet too large (0x95)")
    #expect(ReasonCode.serverMoved.name == "server moved")
    #expect(ReasonCode.wildcardSubscriptionsNotSupported.name == "wildcard subscriptions not supported")
    #expect(ReasonCode(rawValue: 0xA3).description == "reason code (0xA3)")
    #expect(ReasonCode(rawValue: 0x03).name == nil)
  }

  @Test func `failures begin at 0x80`() {
    #expect(!ReasonCode(rawValue: 0x7F).isFailure)
    #expect(ReasonCode(rawValue: 0x80).isFailure)
    #expect(ReasonCode(rawValue: 0xFF).isFailure)
  }

  @Test func `the codes of each packet are as many as the standard lists`() {
    let all = (0...255).map { ReasonCode(rawValue: $0) }
    for (type, sender, count) in [
      (PacketType.connectAcknowledgement, PeerRole?.none, 22), (.publishAcknowledgement, nil, 9),
      (.publishReceived, nil, 9), (.publishRelease, nil, 2), (.publishComplete, nil, 2),
      (.subscribeAcknowledgement, nil, 12), (.unsubscribeAcknowledgement, nil, 7), (.disconnect, nil, 29),
      (.disconnect, .client, 15), (.disconnect, .server, 28), (.authentication, nil, 3),
      (.authentication, .client, 2), (.authentication, .server, 2), (.publish, nil, 0), (.connect, nil, 0),
    ] {
      let allowed = all.filter { $0.isAllowed(in: type, from: sender) }
      #expect(allowed.count == count, "\(type) from \(String(describing: sender))")
      #expect(allowed.allSatisfy { $0.name != nil })
    }
  }

  @Test func `the codes of 3_1_1 have theirs in 5_0 and back`() {
    for (code, reason) in [
      (ConnectReturnCode.accepted, ReasonCode.success),
      (.unacceptableProtocolVersion, .unsupportedProtocolVersion),
      (.identifierRejected, .clientIdentifierNotValid), (.serverUnavailable, .serverUnavailable),
      (.badUserNameOrPassword, .badUserNameOrPassword), (.notAuthorized, .notAuthorized),
    ] {
      #expect(code.reasonCode == reason)
      #expect(ConnectReturnCode(reason) == code)
    }
    #expect(ConnectReturnCode(rawValue: 6).reasonCode == .unspecifiedError)
    #expect(ConnectReturnCode(.banned) == .notAuthorized)
    #expect(ConnectReturnCode(.serverBusy) == .serverUnavailable)
  }
}
