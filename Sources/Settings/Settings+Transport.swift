import MQTT
import SansIO

extension Settings {
  package struct TLS: Hashable, Sendable {
    package enum Version: String, Hashable, Sendable { case v1_2 = "1.2", v1_3 = "1.3" }

    package struct PreSharedKey: Hashable, Sendable {
      package var identity: String
      package var key: Secret<[UInt8]>
    }

    package var caFile: String?
    package var caDirectory: String?
    package var certificateFile: String?
    package var keyFile: String?
    package var pkcs12File: String?
    /// Of the key file or the PKCS#12 file.
    package var keyPassword: Secret<[UInt8]>?
    package var preSharedKey: PreSharedKey?
    package var serverName: String?
    package var minimumVersion: Version
    package var maximumVersion: Version
    package var applicationProtocols: [String]
    /// SHA-256 of public keys, 32 bytes each.
    package var publicKeyPins: Set<[UInt8]>
    package var requiresStapledStatus: Bool
    package var dangerouslyAcceptsAnyHostName: Bool
  }

  package struct Proxy: Hashable, Sendable {
    package struct Credentials: Hashable, Sendable {
      package var user: String
      package var password: Secret<[UInt8]>
    }

    package var address: MQTTProxy
    package var credentials: Credentials?
  }

  package struct WebSocketHeader: Hashable, Sendable {
    package var name: String
    package var value: Secret<String>
  }
}

extension Settings.TLS {
  /// nil when something is missing, which the checks have then said.
  init?(_ checked: CheckedSettings) {
    guard let minimum: Version = checked.choice("mqtt.tls.minimum_version"),
      let maximum: Version = checked.choice("mqtt.tls.maximum_version"),
      let requiresStatus = checked.flag("mqtt.tls.require_stapled_status"),
      let acceptsAnyName = checked.flag("mqtt.tls.dangerously_accept_any_host_name")
    else { return nil }
    let sharedKey = checked.secrets["mqtt.tls.psk_key_file"]
      .flatMap { HexadecimalText.bytes($0.reveal()) }.map { Secret($0) }
    var preSharedKey: PreSharedKey?
    if let identity = checked.text("mqtt.tls.psk_identity"), let sharedKey {
      preSharedKey = PreSharedKey(identity: identity, key: sharedKey)
    }
    self.init(
      caFile: checked.text("mqtt.tls.ca_file"), caDirectory: checked.text("mqtt.tls.ca_directory"),
      certificateFile: checked.text("mqtt.tls.certificate_file"), keyFile: checked.text("mqtt.tls.key_file"),
      pkcs12File: checked.text("mqtt.tls.pkcs12_file"),
      keyPassword: checked.secrets["mqtt.tls.key_password_file"], preSharedKey: preSharedKey,
      serverName: checked.text("mqtt.tls.server_name"), minimumVersion: minimum, maximumVersion: maximum,
      applicationProtocols: checked.list("mqtt.tls.alpn") ?? [],
      publicKeyPins: Set((checked.list("mqtt.tls.pins") ?? []).compactMap(PublicKeyPin.bytes)),
      requiresStapledStatus: requiresStatus, dangerouslyAcceptsAnyHostName: acceptsAnyName)
  }
}

extension Settings.Proxy {
  /// nil without a proxy.
  init?(_ checked: CheckedSettings) {
    guard let address = checked.text("mqtt.proxy.url").flatMap({ try? MQTTProxy(url: $0) }) else {
      return nil
    }
    self.address = address
    credentials = checked.text("mqtt.proxy.user").map { user in
      Credentials(user: user, password: checked.secrets["mqtt.proxy.password_file"] ?? Secret([]))
    }
  }
}

extension Settings.WebSocketHeader {
  static func all(_ checked: CheckedSettings) -> [Self] {
    var headers = (checked.list("mqtt.websocket.headers") ?? []).compactMap { line in
      HeaderText.parts(line).map { Self(name: $0.name, value: Secret($0.value)) }
    }
    if let token = checked.secrets["mqtt.websocket.authorization_file"] {
      headers.append(
        Self(name: "Authorization", value: Secret(String(decoding: token.reveal(), as: UTF8.self))))
    }
    return headers
  }
}
