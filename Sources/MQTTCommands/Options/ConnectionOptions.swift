import MQTT
import MQTTClient
import SansIO
import Transport

/// The options that all `mqtt` commands share: which broker, as whom, and how.
struct ConnectionOptions: Sendable {
  /// Their forms, in the order of the help text.
  static let forms = OptionForm.table(
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
    server-name - 1
    alpn - 1
    will-topic - 1
    will-payload - 1
    will-qos - 1
    will-retain - 0
    store - 1
    retry - 0
    timeout W 1
    debug d 0
    quiet - 0
    """)

  var endpoint: MQTTEndpoint
  var tls: TLSSettings
  var session: SessionConfiguration
  /// The directory of a durable session; nil keeps it in memory.
  var storeDirectory: String?
  /// Go on trying when the first connection fails.
  var retries: Bool
  var timeout: TimeSpan?
  var isVerbose: Bool
  var isQuiet: Bool

  init(_ words: OptionWords) throws(MQTTCommandFailure) {
    endpoint = try Self.endpoint(words)
    tls = try Self.tls(words, endpoint: endpoint)
    storeDirectory = words["store"]
    session = try Self.session(words)
    retries = words.has("retry")
    timeout = try words.number("timeout", in: 1...86_400).map { TimeSpan.seconds(Int64($0)) }
    isVerbose = words.has("debug")
    isQuiet = words.has("quiet")
  }

  // MARK: Where

  private static func endpoint(_ words: OptionWords) throws(MQTTCommandFailure) -> MQTTEndpoint {
    let port = try words.number("port", in: 1...65_535).map(UInt16.init)
    if let text = words["url"] {
      guard port == nil, words["host"] == nil else {
        throw .usage("--url names host and port already; leave --host and --port out")
      }
      do {
        return try MQTTEndpoint(url: text)
      } catch {
        throw .usage("--url \(text): \(error)")
      }
    }
    if let path = words["unix"] {
      do {
        return try MQTTEndpoint(unixPath: path)
      } catch {
        throw .usage("--unix \(path): \(error)")
      }
    }
    let host = words["host"] ?? "localhost"
    guard !host.isEmpty else { throw .usage("--host is empty") }
    let isTLS =
      ["cafile", "capath", "cert", "alpn", "server-name"].contains(where: words.has) || port == 8883
    return isTLS
      ? MQTTEndpoint(.tls(host: host, port: port ?? MQTTEndpoint.defaultTLSPort))
      : MQTTEndpoint(.tcp(host: host, port: port ?? MQTTEndpoint.defaultPort))
  }

  private static func tls(
    _ words: OptionWords, endpoint: MQTTEndpoint
  ) throws(MQTTCommandFailure) -> TLSSettings {
    guard (words["cert"] == nil) == (words["key"] == nil) else {
      throw .usage("--cert and --key belong together")
    }
    return TLSSettings(
      authorityFile: words["cafile"], certificateFile: words["cert"], keyFile: words["key"],
      serverName: words["server-name"],
      applicationProtocols: words["alpn"]?.split(separator: ",").map(String.init) ?? [])
  }

  // MARK: As whom

  private static func session(_ words: OptionWords) throws(MQTTCommandFailure) -> SessionConfiguration {
    let keepsSession = words.has("disable-clean-session") || words.has("store")
    let id = words["id"] ?? ""
    guard !keepsSession || !id.isEmpty else {
      throw .usage("a session that is kept needs a name of its own: --id NAME")
    }
    var session = SessionConfiguration(clientIdentifier: id)
    session.version = try version(words)
    session.cleanSession = !keepsSession
    session.keepAlive = UInt16(try words.number("keepalive", in: 0...65_535) ?? 60)
    session.userName = words["username"]
    session.password = try Password.read(words)
    guard session.password == nil || session.userName != nil else {
      throw .usage("a password needs a user: --username NAME")
    }
    session.will = try will(words)
    return session
  }

  private static func version(_ words: OptionWords) throws(MQTTCommandFailure) -> ProtocolVersion {
    switch words["protocol-version"] {
    case nil, "311", "3.1.1", "4", "mqttv311": .v3_1_1
    case .some(let text): throw .usage("--protocol-version \(text): say 31, 311 or 5")
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
