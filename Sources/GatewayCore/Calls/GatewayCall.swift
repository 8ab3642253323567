import SansIO

/// One request of a front door.
package struct GatewayCall: Hashable, Sendable {
  package var id: CallID
  package var origin: CallOrigin
  /// The device as the caller wrote it: `deviceId`, IEEE address or friendly name. Nil, empty or the gateway's
  /// own id: the gateway itself.
  package var target: String?
  package var function: GatewayFunction
  /// The broker kept the message: never obeyed.
  package var isRetained: Bool
  /// Over the body without its secrets, since it is stored: what makes a repeated call the same call.
  package var bodyDigest: [UInt8]
  /// Over the whole body with a key of this process; never stored. Tells a call from one that differs only in
  /// its secrets.
  package var bodyTag: [UInt8]
  /// What the front door needs to answer, also after a restart. Comes back with the reply, is stored, and
  /// must hold no secret.
  package var replyContext: [UInt8]
  /// The transport itself says that it may have brought this before: no wish of the caller for another answer.
  package var isRedelivered = false

  package init(
    id: CallID, origin: CallOrigin, target: String?, function: GatewayFunction, isRetained: Bool = false,
    bodyDigest: [UInt8] = [], bodyTag: [UInt8] = [], replyContext: [UInt8] = []
  ) {
    self.id = id
    self.origin = origin
    self.target = target
    self.function = function
    self.isRetained = isRetained
    self.bodyDigest = bodyDigest
    self.bodyTag = bodyTag
    self.replyContext = replyContext
  }
}

/// Who calls, and by which way.
package enum CallOrigin: Hashable, Sendable {
  /// Through the broker: only what the message says.
  case cloud(CloudCaller)
  /// Through the local socket: the account of the peer.
  case local(user: String)

  /// The name for records: a `userId`, or `local:` and the account.
  package var caller: String {
    switch self {
    case .cloud(let caller): caller.userID
    case .local(let user): "local:" + user
    }
  }
}

package struct CloudCaller: Hashable, Sendable {
  package var userID: String
  /// As text, however it was written.
  package var messageID: String?
  package var timestamp: WallTime?

  package init(userID: String, messageID: String?, timestamp: WallTime?) {
    self.userID = userID
    self.messageID = messageID
    self.timestamp = timestamp
  }
}
