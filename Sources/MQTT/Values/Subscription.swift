/// A filter and how its messages shall come.
public struct Subscription: Hashable, Sendable {
  public var filter: TopicFilter
  public var options: SubscriptionOptions

  /// The highest QoS that messages may come with.
  public var qos: QualityOfService {
    get { options.qos }
    set { options.qos = newValue }
  }

  public init(filter: TopicFilter, options: SubscriptionOptions) {
    self.filter = filter
    self.options = options
  }

  public init(filter: TopicFilter, qos: QualityOfService) {
    self.init(filter: filter, options: SubscriptionOptions(qos: qos))
  }
}

/// What the broker made of one subscription (clause 3.9.3).
public enum SubscribeResult: Hashable, Sendable {
  /// May be lower than asked for.
  case granted(QualityOfService)
  /// With the reason; in 3.1.1 always ``ReasonCode/unspecifiedError``.
  case refused(ReasonCode)

  public var reasonCode: ReasonCode {
    switch self {
    case .granted(let qos): ReasonCode(rawValue: qos.rawValue)
    case .refused(let code): code
    }
  }
}
