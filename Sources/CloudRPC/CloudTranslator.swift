import GatewayCore
import JSON
import MQTT
import SansIO

/// Translates between the gateway core and the cloud protocol, and knows nothing of sessions and stores.
package struct CloudTranslator: Sendable {
  package let configuration: CloudConfiguration
  package let topics: Topics

  package init(configuration: CloudConfiguration) throws(TopicTemplateFailure) {
    self.configuration = configuration
    topics = try Topics(configuration.topics, gatewayID: configuration.gatewayID)
  }

  /// One packet each: servers exist that answer only packets with a single filter.
  package var subscriptions: [CloudSubscription] {
    topics.calls.map { CloudSubscription(filter: TopicFilter($0), qos: .exactlyOnce) }
  }

  package mutating func decode(_ message: Message, as id: CallID) -> CloudInput { .ignored("") }
  package mutating func encode(_ reply: CallReply, at time: WallTime) -> CloudMessage? { nil }
  package mutating func encode(_ event: CoreEvent) -> CloudMessage? { nil }

  /// Notes a message of an earlier run that is published again.
  package mutating func notePublished(_ message: Message) {}

  /// The notice that servers give about a gateway, as will and as birth.
  package func gatewayState(isOnline: Bool, on topic: TopicName) -> CloudMessage {
    CloudMessage(message: Message(topic: topic, payload: []), isDurable: false)
  }
}
