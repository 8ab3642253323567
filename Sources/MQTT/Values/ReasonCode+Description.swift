extension ReasonCode: CustomStringConvertible {
  /// The name of table 2-6 (5.0) in lower case with the number behind it. 0x00 to 0x02 are named as they are
  /// outside of SUBACK and DISCONNECT.
  public var description: String {
    let digits = String(rawValue, radix: 16, uppercase: true)
    return "\(name ?? "reason code") (0x\(digits.count < 2 ? "0" : "")\(digits))"
  }

  /// The name of table 2-6 in lower case; nil for a code that it does not list.
  public var name: String? {
    rawValue < 0x80 ? successName : failureName
  }

  private var successName: String? {
    switch self {
    case .success: "success"
    case .grantedQoS1: "granted QoS 1"
    case .grantedQoS2: "granted QoS 2"
    case .disconnectWithWillMessage: "disconnect with will message"
    case .noMatchingSubscribers: "no matching subscribers"
    case .noSubscriptionExisted: "no subscription existed"
    case .continueAuthentication: "continue authentication"
    case .reAuthenticate: "re-authenticate"
    default: nil
    }
  }

  private var failureName: String? {
    let index = Int(rawValue) - 0x80
    return Self.failureNames.indices.contains(index) ? Self.failureNames[index] : nil
  }

  /// From 0x80 on, without a gap.
  private static let failureNames = """
    unspecified error,malformed packet,protocol error,implementation specific error,unsupported protocol version,\
    client identifier not valid,bad user name or password,not authorized,server unavailable,server busy,banned,\
    server shutting down,bad authentication method,keep alive timeout,session taken over,topic filter invalid,\
    topic name invalid,packet identifier in use,packet identifier not found,receive maximum exceeded,\
    topic alias invalid,packet too large,message rate too high,quota exceeded,administrative action,\
    payload format invalid,retain not supported,QoS not supported,use another server,server moved,\
    shared subscriptions not supported,connection rate exceeded,maximum connect time,\
    subscription identifiers not supported,wildcard subscriptions not supported
    """.split(separator: ",").map(String.init)
}
