import GatewayCore
import MQTT

/// A message for the broker.
package struct CloudMessage: Hashable, Sendable {
  package var message: Message
  /// Goes through the durable outbox (QoS 2) and is never dropped.
  package var isDurable: Bool
  /// To say `eventStored` when the outbox has it.
  package var event: EventID?
  /// To say `replyStored` when the outbox has it.
  package var call: CallID?

  package init(message: Message, isDurable: Bool, event: EventID? = nil, call: CallID? = nil) {
    self.message = message
    self.isDurable = isDurable
    self.event = event
    self.call = call
  }
}

/// What an incoming message is.
package enum CloudInput: Hashable, Sendable {
  /// For the core, which checks and answers it. The message may be acknowledged after `accepted`.
  case call(GatewayCall)
  /// One of our own that the broker gave back.
  case own
  /// An answer or notice of the server, no call; its `func` and `returnCode` as text.
  case serverNotice(function: String, code: String?)
  /// Nothing that can be answered; says why, never with the body.
  case ignored(String)
}

package struct CloudSubscription: Hashable, Sendable {
  package var filter: TopicFilter
  package var qos: QualityOfService
}

/// What the configuration says to the cloud front door.
package struct CloudConfiguration: Hashable, Sendable {
  package var gatewayID: String
  package var topics: TopicTemplates
  /// Random bytes of this process, never stored: they tell a repeated body from another one without leaving
  /// a trace of a PIN.
  package var processKey: [UInt8]
  /// For everything that is neither critical nor a reply.
  package var reportQuality = QualityOfService.atMostOnce
  package var limits = CloudLimits()

  package init(gatewayID: String, topics: TopicTemplates = .direct, processKey: [UInt8]) {
    self.gatewayID = gatewayID
    self.topics = topics
    self.processKey = processKey
  }
}

package struct CloudLimits: Hashable, Sendable {
  package var bodySize = 64 * 1024
  package var depth = 12
  /// What is kept of a call for its reply.
  package var contextSize = 8 * 1024
  package var ownMessages = 256
  package var attributesPerRead = 16
  /// Fits one unfragmented frame.
  package var commandPayload = 80

  package init() {}
}
