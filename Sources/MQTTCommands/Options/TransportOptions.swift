import MQTT
import MQTTClient
import SansIO
import Transport

/// Where the broker is, and how it is reached: address, TLS, proxy.
struct TransportOptions: Sendable {
  /// The options of TLS: any of them asks for it.
  private static let tlsNames = [
    "cafile", "capath", "cert", "pkcs12", "psk", "alpn", "server-name", "tls-version", "pin", "insecure",
  ]

  var endpoint: MQTTEndpoint
  var streams: MQTTStreamSettings

  init(_ words: OptionWords) throws(MQTTCommandFailure) {
    endpoint = try Self.endpoint(words)
    streams = MQTTStreamSettings(tls: try Self.tls(words))
    streams.proxy = try Self.proxy(words)
    if case .unix = endpoint.location, streams.proxy != nil {
      throw .usage("--proxy does not go with a Unix socket")
    }
  }

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
    let isTLS = tlsNames.contains(where: words.has) || port == MQTTEndpoint.defaultTLSPort
    return isTLS
      ? MQTTEndpoint(.tls(host: host, port: port ?? MQTTEndpoint.defaultTLSPort))
      : MQTTEndpoint(.tcp(host: host, port: port ?? MQTTEndpoint.defaultPort))
  }

  // MARK: TLS

  private static func tls(_ words: OptionWords) throws(MQTTCommandFailure) -> TLSSettings {
    guard (words["cert"] == nil) == (words["key"] == nil) else {
      throw .usage("--cert and --key belong together")
    }
    var tls = TLSSettings(
      authorityFile: words["cafile"], certificateFile: words["cert"], keyFile: words["key"],
      serverName: words["server-name"],
      applicationProtocols: words["alpn"]?.split(separator: ",").map(String.init) ?? [])
    tls.authorityDirectory = words["capath"]
    tls.pkcs12File = words["pkcs12"]
    tls.keyPassword = try Password.read(words, plain: nil, file: "keypass-file")
    tls.preSharedKey = try preSharedKey(words)
    tls.dangerouslyAcceptsAnyHostName = words.has("insecure")
    for pin in words.all("pin") {
      guard let bytes = Hexadecimal.bytes(pin[0]), bytes.count == 32 else {
        throw .usage("--pin takes the SHA-256 of a public key: 64 hexadecimal digits")
      }
      tls.publicKeyPins.insert(bytes)
    }
    if let text = words["tls-version"] {
      let digits = text.hasPrefix("tlsv") ? String(text.dropFirst(4)) : text
      guard let version = TLSVersion(rawValue: digits) else { throw .usage("--tls-version takes 1.2 or 1.3") }
      tls.minimumVersion = version
      tls.maximumVersion = version
    }
    return tls
  }

  private static func preSharedKey(
    _ words: OptionWords
  ) throws(MQTTCommandFailure) -> TLSSettings.PreSharedKey? {
    switch (words["psk"], words["psk-identity"]) {
    case (nil, nil): return nil
    case (let key?, let identity?):
      guard let bytes = Hexadecimal.bytes(key), !bytes.isEmpty else {
        throw .usage("--psk takes hexadecimal digits")
      }
      return TLSSettings.PreSharedKey(identity: identity, key: Secret(bytes))
    default: throw .usage("--psk and --psk-identity belong together")
    }
  }

  private static func proxy(_ words: OptionWords) throws(MQTTCommandFailure) -> ProxySettings? {
    guard let text = words["proxy"] else { return nil }
    let proxy: MQTTProxy
    do {
      proxy = try MQTTProxy(url: text)
    } catch {
      throw .usage("--proxy \(text): \(error)")
    }
    var settings = ProxySettings(
      kind: proxy.kind == .socks5 ? .socks5 : .http, host: proxy.host, port: proxy.port)
    if let user = words["proxy-user"] {
      guard let password = try Password.read(words, plain: nil, file: "proxy-password-file") else {
        throw .usage("--proxy-user needs --proxy-password-file")
      }
      settings.credentials = ProxySettings.Credentials(user: user, password: password)
    }
    return settings
  }
}
