import MQTT

extension TopicName {
  /// A topic for tests that need some, in places that cannot throw.
  static let sample: TopicName = {
    do { return try TopicName("t") } catch { return .aliased }
  }()
}
