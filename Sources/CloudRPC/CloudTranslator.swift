import GatewayCore
import JSON
import MQTT
import SansIO

/// Translates between the gateway core and the cloud protocol, and knows nothing of sessions and stores.
///
/// In: a message is our own coming back, a notice of a server, a call, or nothing. Out: replies are made from
/// the call's own envelope, events from the core's. What comes in is read generously, what goes out is
/// always the same.
package struct CloudTranslator: Sendable {
  package let configuration: CloudConfiguration
  package let topics: Topics
  private var own: OwnMessages

  package init(configuration: CloudConfiguration) throws(TopicTemplateFailure) {
    self.configuration = configuration
    topics = try Topics(configuration.topics, gatewayID: configuration.gatewayID)
    own = OwnMessages(limit: configuration.limits.ownMessages)
  }

  /// One packet each: servers exist that answer only packets with a single filter.
  package var subscriptions: [CloudSubscription] {
    topics.calls.map { CloudSubscription(filter: TopicFilter($0), qos: .exactlyOnce) }
  }

  package func decode(_ message: Message, as id: CallID) -> CloudInput {
    if own.contains(message) { return .own }
    return CallDecoder(configuration: configuration).decode(message, as: id)
  }

  /// Nil when the caller cannot be reached: nobody waits for this reply.
  package mutating func encode(_ reply: CallReply, at time: WallTime) -> CloudMessage? {
    guard case .cloud(let caller) = reply.origin, let topic = topics.reply(to: caller.userID),
      let body = ReplyEncoder(gatewayID: configuration.gatewayID).encode(reply, caller: caller, at: time)
    else { return nil }
    let message = Message(topic: topic, payload: body, qos: .exactlyOnce)
    notePublished(message)
    return CloudMessage(message: message, isDurable: true, call: reply.id)
  }

  /// Nil for events that this protocol does not have.
  package mutating func encode(_ event: CoreEvent) -> CloudMessage? {
    guard let body = EventEncoder(gatewayID: configuration.gatewayID).encode(event) else { return nil }
    let message = Message(
      topic: topics.events, payload: body,
      qos: event.isCritical ? .exactlyOnce : configuration.reportQuality)
    notePublished(message)
    return CloudMessage(message: message, isDurable: event.isCritical, event: event.id)
  }

  /// Notes what is published, also when it is published again by a later run.
  package mutating func notePublished(_ message: Message) {
    guard topics.calls.contains(message.topic) else { return }
    own.note(message)
  }

  /// The notice that servers give about a gateway, as will and as birth.
  package func gatewayState(isOnline: Bool, on topic: TopicName) -> CloudMessage {
    let body: JSONValue = [
      "func": "gatewayState", "devuuid": .string(configuration.gatewayID),
      "data": ["state": isOnline ? "online" : "offline"],
    ]
    return CloudMessage(
      message: Message(topic: topic, payload: body.encoded(), qos: .atLeastOnce), isDurable: false)
  }
}
