import MQTT

/// Where the gateway listens and speaks. `{gateway}` stands for the gateway's id, `{user}` for the caller.
package struct TopicTemplates: Hashable, Sendable {
  /// Calls come in here; each is subscribed with a packet of its own.
  package var calls: [String]
  package var events: String
  package var replies: String

  package init(calls: [String], events: String, replies: String) {
    self.calls = calls
    self.events = events
    self.replies = replies
  }

  /// A plain broker: apps publish on either call topic and listen on the first for events.
  package static let direct = TopicTemplates(
    calls: ["/type/{gateway}/call", "/orangeiot/{gateway}/call"], events: "/type/{gateway}/call",
    replies: "/{user}/rpc/reply")

  /// Behind a server that routes calls, replies and events.
  package static let orangeiot = TopicTemplates(
    calls: ["/orangeiot/{gateway}/call"], events: "/orangeiot/{gateway}/event", replies: "/{user}/rpc/reply")

  /// A built-in profile by its name in the configuration.
  package static func profile(named name: String) -> TopicTemplates? {
    switch name {
    case "direct": direct
    case "orangeiot": orangeiot
    default: nil
    }
  }

  package static let profileNames = ["direct", "orangeiot"]
}

/// Why templates cannot be used.
package enum TopicTemplateFailure: Error, Hashable, Sendable {
  /// Empty, too long, or with a character that separates or matches levels.
  case unusableGatewayID(String)
  case unusableTopic(String, TopicFailure)
  case noCallTopic
  /// `{user}` belongs into the reply topic only, and must be there.
  case replyWithoutUser(String)
  case userOutsideReply(String)
}

extension TopicTemplateFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unusableGatewayID(let id):
      "the gateway id \"\(id)\" cannot stand in a topic: 1 to 64 characters without /, + and #"
    case .unusableTopic(let topic, let failure): "\"\(topic)\" is no topic: \(failure)"
    case .noCallTopic: "at least one call topic is needed"
    case .replyWithoutUser(let topic): "the reply topic \"\(topic)\" must contain {user}"
    case .userOutsideReply(let topic): "{user} has no meaning in \"\(topic)\": only replies have a caller"
    }
  }
}
