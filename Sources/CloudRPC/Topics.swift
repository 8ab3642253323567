import MQTT

/// The templates filled in for one gateway.
package struct Topics: Hashable, Sendable {
  package let calls: [TopicName]
  package let events: TopicName
  private let replies: String

  /// Longest identifier that may stand in a topic.
  package static let longestIdentifier = 64

  package init(_ templates: TopicTemplates, gatewayID: String) throws(TopicTemplateFailure) {
    guard Self.isUsable(gatewayID) else { throw .unusableGatewayID(gatewayID) }
    guard !templates.calls.isEmpty else { throw .noCallTopic }
    var calls: [TopicName] = []
    for template in templates.calls {
      let topic = try Self.fixed(template, gatewayID: gatewayID)
      if !calls.contains(topic) { calls.append(topic) }
    }
    self.calls = calls
    events = try Self.fixed(templates.events, gatewayID: gatewayID)
    guard templates.replies.contains(Self.user) else { throw .replyWithoutUser(templates.replies) }
    replies = Self.replacing(Self.gateway, with: gatewayID, in: templates.replies)
    _ = try Self.topic(Self.replacing(Self.user, with: "user", in: replies))
  }

  /// Nil for a caller whose name would reach beyond its level.
  package func reply(to userID: String) -> TopicName? {
    guard Self.isUsable(userID) else { return nil }
    return try? TopicName(Self.replacing(Self.user, with: userID, in: replies))
  }

  /// Whether a name may fill one level of a topic.
  package static func isUsable(_ name: String) -> Bool {
    (1...longestIdentifier).contains(name.utf8.count)
      && name.unicodeScalars.allSatisfy { scalar in
        scalar.value > 0x20 && scalar.value != 0x7F && scalar != "/" && scalar != "+" && scalar != "#"
      }
  }

  private static let gateway = "{gateway}"
  private static let user = "{user}"

  /// A topic without a caller, filled in.
  package static func fixed(
    _ template: String, gatewayID: String
  ) throws(TopicTemplateFailure) -> TopicName {
    guard !template.contains(user) else { throw .userOutsideReply(template) }
    return try topic(replacing(gateway, with: gatewayID, in: template))
  }

  private static func topic(_ text: String) throws(TopicTemplateFailure) -> TopicName {
    do {
      return try TopicName(text)
    } catch {
      throw .unusableTopic(text, error)
    }
  }

  private static func replacing(_ placeholder: String, with text: String, in template: String) -> String {
    var result = ""
    var rest = template[...]
    while let start = rest.firstIndex(of: "{") {
      result += rest[..<start]
      rest = rest[start...]
      if rest.hasPrefix(placeholder) {
        result += text
        rest = rest.dropFirst(placeholder.count)
      } else {
        result += "{"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }
}
