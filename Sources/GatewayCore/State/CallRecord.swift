import SansIO
import Zigbee

/// What makes a call the same call: apps restart their message numbers, so no part is enough alone.
package struct CallIdentity: Hashable, Sendable {
  package var caller: String
  package var function: String
  /// The device's IEEE address, or empty for the gateway.
  package var device: String
  package var messageID: String
  /// Milliseconds since 1970 as text; empty when the call has none.
  package var timestamp: String

  package init(caller: String, function: String, device: String, messageID: String, timestamp: String) {
    self.caller = caller
    self.function = function
    self.device = device
    self.messageID = messageID
    self.timestamp = timestamp
  }
}

/// A call that was taken: stored before its radio frame leaves, and again with its result.
package struct CallRecord: Hashable, Sendable {
  package var identity: CallIdentity
  package var bodyDigest: [UInt8]
  /// `GatewayCall.bodyTag`, for as long as this process lives: it never gets into a change.
  var bodyTag: [UInt8] = []
  package var recordedAt: WallTime
  package var isLocal: Bool
  package var replyContext: [UInt8]
  /// Nil until the call has ended.
  package var result: CallResult?
  /// The front door has made the reply its own.
  package var isAnswered: Bool

  package init(
    identity: CallIdentity, bodyDigest: [UInt8], recordedAt: WallTime, isLocal: Bool,
    replyContext: [UInt8], result: CallResult? = nil, isAnswered: Bool = false
  ) {
    self.identity = identity
    self.bodyDigest = bodyDigest
    self.recordedAt = recordedAt
    self.isLocal = isLocal
    self.replyContext = replyContext
    self.result = result
    self.isAnswered = isAnswered
  }

  /// Whether a call that came is this one; its secrets count as long as this process remembers their tag.
  func hasBody(of call: GatewayCall) -> Bool {
    bodyDigest == call.bodyDigest && (bodyTag.isEmpty || call.bodyTag.isEmpty || bodyTag == call.bodyTag)
  }

  /// What may be stored.
  var stored: CallRecord {
    var copy = self
    copy.bodyTag = []
    return copy
  }
}
