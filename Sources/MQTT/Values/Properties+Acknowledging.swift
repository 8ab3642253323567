/// Properties of acknowledgements, DISCONNECT and AUTH, and of SUBSCRIBE.
extension Properties {
  /// What happened, for people who read logs (5.0, clause 3.2.2.3.9).
  public var reasonString: String? {
    get { text(.reasonString) }
    set { set(.reasonString, newValue.map { .text($0) }) }
  }

  /// SUBSCRIBE: 1 to 268,435,455, which comes back with every message of the subscriptions (5.0, clause
  /// 3.8.2.1.2).
  public var subscriptionIdentifier: UInt32? {
    get { number(.subscriptionIdentifier) }
    set { setNumber(.subscriptionIdentifier, newValue) }
  }
}
