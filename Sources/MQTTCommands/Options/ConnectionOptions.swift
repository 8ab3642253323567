import MQTT
import MQTTClient
import SansIO

/// The options that all `mqtt` commands share: which broker, as whom, and how.
struct ConnectionOptions: Sendable {
  /// Their forms, in the order of the help text.
  static let forms =
    OptionForm.table(
      """
      host h 1
      port p 1
      url L 1
      unix - 1
      id i 1
      keepalive k 1
      protocol-version V 1
      disable-clean-session c 0
      clean-start - 0
      session-expiry-interval x 1
      username u 1
      pw P 1
      password-file - 1
      cafile - 1
      capath - 1
      cert - 1
      key - 1
      keypass-file - 1
      pkcs12 - 1
      psk - 1
      psk-identity - 1
      server-name - 1
      alpn - 1
      tls-version - 1
      pin - 1
      insecure - 0
      proxy - 1
      proxy-user - 1
      proxy-password-file - 1
      follow-redirect - 0
      will-topic - 1
      will-payload - 1
      will-qos - 1
      will-retain - 0
      store - 1
      retry - 0
      timeout W 1
      debug d 0
      quiet - 0
      """) + [PropertyOptions.form]

  var transport: TransportOptions
  var session: SessionConfiguration
  /// The directory of a durable session; nil keeps it in memory.
  var storeDirectory: String?
  /// Go on trying when the first connection fails.
  var retries: Bool
  var timeout: TimeSpan?
  var isVerbose: Bool
  var isQuiet: Bool
  /// The session expiry interval that DISCONNECT says.
  var expiryAtEnd: UInt32?

  var endpoint: MQTTEndpoint { transport.endpoint }

  init(_ words: OptionWords) throws(MQTTCommandFailure) {
    transport = try TransportOptions(words)
    storeDirectory = words["store"]
    session = try Self.session(words)
    retries = words.has("retry")
    timeout = try words.number("timeout", in: 1...86_400).map { TimeSpan.seconds(Int64($0)) }
    isVerbose = words.has("debug")
    isQuiet = words.has("quiet")
    expiryAtEnd = try PropertyOptions(words).expiryAtEnd()
  }

  // MARK: As whom

  private static func session(_ words: OptionWords) throws(MQTTCommandFailure) -> SessionConfiguration {
    let keepsSession = words.has("disable-clean-session") || words.has("store")
    let isClean = words.has("clean-start") || !keepsSession
    let id = words["id"] ?? ""
    guard !keepsSession || !id.isEmpty else {
      throw .usage("a session that is kept needs a name of its own: --id NAME")
    }
    var session = SessionConfiguration(clientIdentifier: id)
    session.version = try version(words)
    // 3.1 has no clients without a name.
    if id.isEmpty, session.version == .v3_1 {
      session.clientIdentifier = "gatehouse-\(UInt32.random(in: 0...UInt32.max))"
    }
    session.cleanSession = isClean
    session.sessionExpiryInterval = try expiry(words)
    session.followsRedirections = words.has("follow-redirect")
    // Without a store nothing is durable, and nothing need wait for it.
    session.isDurable = words.has("store")
    session.keepAlive = UInt16(try words.number("keepalive", in: 0...65_535) ?? 60)
    session.userName = words["username"]
    session.password = try Password.read(words)
    guard session.password == nil || session.userName != nil || session.version == .v5 else {
      throw .usage("a password needs a user: --username NAME")
    }
    session.will = try will(words)
    let properties = try PropertyOptions(words)
    guard properties.isEmpty || session.version == .v5 else {
      throw .usage("--property needs --protocol-version 5")
    }
    try properties.apply(to: &session)
    return session
  }

  private static func version(_ words: OptionWords) throws(MQTTCommandFailure) -> ProtocolVersion {
    switch words["protocol-version"] {
    case nil, "311", "3.1.1", "4", "mqttv311": .v3_1_1
    case "31", "3.1", "3", "mqttv31": .v3_1
    case "5", "5.0", "mqttv5": .v5
    case .some(let text): throw .usage("--protocol-version \(text): say 31, 311 or 5")
    }
  }

  /// Seconds; for ever as `never`.
  private static func expiry(_ words: OptionWords) throws(MQTTCommandFailure) -> UInt32? {
    switch words["session-expiry-interval"] {
    case nil: return nil
    case "never", "-1": return .max
    case .some(let text):
      guard let seconds = UInt32(text) else {
        throw .usage("--session-expiry-interval takes seconds or `never`, not `\(text)`")
      }
      return seconds
    }
  }

  private static func will(_ words: OptionWords) throws(MQTTCommandFailure) -> Message? {
    guard let topic = words["will-topic"] else {
      for name in ["will-payload", "will-qos", "will-retain"] where words.has(name) {
        throw .usage("--\(name) needs --will-topic")
      }
      return nil
    }
    return Message(
      topic: try Topics.name(topic, option: "will-topic"), payload: Array((words["will-payload"] ?? "").utf8),
      qos: try Topics.qos(words, option: "will-qos"), retain: words.has("will-retain"))
  }
}
