import GatewayCore
import JSON
import MQTT
import SansIO

/// Finds out what an incoming message is.
struct CallDecoder: Sendable {
  let configuration: CloudConfiguration

  /// Functions that only a gateway or server speaks: seen here they are echoes and answers, whatever their
  /// `msgtype` (servers keep the one of the question).
  private static let notices: Set<String> = [
    "gwevent", "gatewayReset", "selectGWAdmin", "gatewayState", "RPC", "EVENT",
  ]
  /// Answers are no calls; answering one could go back and forth for ever.
  private static let answerTypes: Set<String> = ["respone", "response", "respond"]

  func decode(_ message: Message, as id: CallID) -> CloudInput {
    let size = message.payload.count
    guard size <= configuration.limits.bodySize else {
      return .ignored("a message of \(size) bytes is too long")
    }
    let object: JSONObject
    do throws(JSONError) {
      let limits = JSONLimits(depth: configuration.limits.depth, size: configuration.limits.bodySize)
      guard let value = try JSONValue(parsing: message.payload, limits: limits).objectValue else {
        return .ignored("a message is no JSON object")
      }
      object = value
    } catch {
      return .ignored("a message is no JSON (byte \(error.offset))")
    }
    guard let envelope = Envelope(object) else { return .ignored("a message has no usable func") }
    if isNotice(envelope) { return .serverNotice(function: envelope.function, code: envelope.returnCode) }
    guard let userID = envelope.userID, Topics.isUsable(userID) else {
      return .ignored("a call has no usable userId")
    }
    return .call(call(envelope, userID, isRetained: message.retain, as: id))
  }

  private func isNotice(_ envelope: Envelope) -> Bool {
    if Self.notices.contains(envelope.function) { return true }
    if let type = envelope.messageType, Self.answerTypes.contains(type) { return true }
    // A server that cannot route a message gives it back with a code of an error.
    return envelope.returnCode.flatMap { Int($0) }.map { $0 >= 400 } ?? false
  }

  private func call(
    _ envelope: Envelope, _ userID: String, isRetained: Bool, as id: CallID
  ) -> GatewayCall {
    let redacted = Redaction.redacted(envelope.object)
    let body = JSONValue.object(redacted).encoded()
    let caller = CloudCaller(
      userID: userID, messageID: envelope.messageID, timestamp: envelope.timestamp)
    return GatewayCall(
      id: id, origin: .cloud(caller), target: target(envelope), function: function(envelope),
      isRetained: isRetained, bodyDigest: SHA256.digest(body),
      bodyTag: SHA256.digest(configuration.processKey + JSONValue.object(envelope.object).encoded()),
      replyContext: body.count <= configuration.limits.contextSize ? body : shortContext(envelope))
  }

  private func function(_ envelope: Envelope) -> GatewayFunction {
    let name = envelope.function
    if let gateway = envelope.object["gwId"], !gateway.isNull, envelope.gatewayID != configuration.gatewayID {
      return .invalid(name: name, reason: "gwId is not this gateway's")
    }
    if envelope.messageType == "event" {
      return .invalid(name: name, reason: "an event is no call")
    }
    return FunctionDecoder(limits: configuration.limits).decode(name, envelope.arguments)
  }

  /// The device that a call is for; `delDevice` names it in its parameters as well.
  private func target(_ envelope: Envelope) -> String? {
    if envelope.function == "delDevice", let device = envelope.arguments?.text("deviceId"), !device.isEmpty {
      return device.utf8.count <= Envelope.longestText ? device : "?"
    }
    return envelope.deviceID
  }

  /// What a reply cannot do without, for calls that are too long to be kept.
  private func shortContext(_ envelope: Envelope) -> [UInt8] {
    var members: [(String, JSONValue)] = [("func", .string(envelope.function))]
    for (key, value) in [
      ("userId", envelope.userID), ("msgId", envelope.messageID), ("gwId", envelope.gatewayID),
      ("deviceId", envelope.deviceID),
    ] {
      if let value { members.append((key, .string(value))) }
    }
    if let number = envelope.object["msgId"]?.integerValue,
      let index = members.firstIndex(where: { $0.0 == "msgId" })
    {
      members[index].1 = .integer(number)
    }
    return JSONValue.object(JSONObject(members)).encoded()
  }
}
