extension SettingsSchema {
  /// How the broker is reached, beside its url.
  static let transport: [Setting] = [
    Setting(
      "mqtt.tcp_user_timeout", .integer(1...3_600, unit: "seconds"), standard: .integer(30),
      "A connection on which sent bytes go unacknowledged by the other machine for this long is given up."),
    Setting(
      "mqtt.tls.ca_file", .text(.file), "Certificates that are trusted; those of the system without it."),
    Setting(
      "mqtt.tls.ca_directory", .text(.file),
      "A directory of certificates that are trusted, under the names that \"openssl rehash\" gives them."),
    Setting(
      "mqtt.tls.certificate_file", .text(.file), "The certificate that the gateway shows, with its chain."),
    Setting("mqtt.tls.key_file", .text(.file), "The private key of that certificate."),
    Setting(
      "mqtt.tls.pkcs12_file", .text(.file), "Certificate, chain and key in one file, in place of the two."),
    Setting(
      "mqtt.tls.key_password_file", .text(.secretFile),
      "The file with the password of the key or of the PKCS#12 file, or the name of a credential of the service."
    ),
    Setting(
      "mqtt.tls.psk_identity", .text(.plain(limit: 127)),
      "The name under which the broker knows the pre-shared key, which stands in for certificates."),
    Setting(
      "mqtt.tls.psk_key_file", .text(.secretFile),
      "The file with the pre-shared key in hexadecimal digits, or the name of a credential of the service."),
    Setting(
      "mqtt.tls.server_name", .text(.hostName),
      "The name that the broker's certificate must have; the host of the url without it."),
    Setting(
      "mqtt.tls.minimum_version", .oneOf(["1.2", "1.3"]), standard: .text("1.2"),
      "The oldest version of TLS that is spoken."),
    Setting(
      "mqtt.tls.maximum_version", .oneOf(["1.2", "1.3"]), standard: .text("1.3"),
      "The newest version of TLS that is spoken."),
    Setting(
      "mqtt.tls.alpn", .list(.plain(limit: 255), limit: 8),
      "What is offered to the broker by ALPN, for brokers that share a port with others."),
    Setting(
      "mqtt.tls.pins", .list(.publicKeyPin, limit: 16),
      "Public keys of which the broker's chain must have one, besides all other checks."),
    Setting(
      "mqtt.tls.require_stapled_status", .flag, standard: .flag(false),
      "Whether the broker has to prove with an OCSP answer that its certificate is not revoked."),
    Setting(
      "mqtt.tls.dangerously_accept_any_host_name", .flag, standard: .flag(false),
      "DANGEROUS: takes any certificate of a trusted authority, whoever it was made out to."),
    Setting(
      "mqtt.proxy.url", .text(.proxyAddress),
      "The proxy through which the broker is reached; it looks the broker's name up."),
    Setting("mqtt.proxy.user", .text(.plain(limit: 255)), "The user at the proxy; nobody without it."),
    Setting(
      "mqtt.proxy.password_file", .text(.secretFile),
      "The file with that user's password, or the name of a credential of the service."),
    Setting(
      "mqtt.websocket.headers", .list(.header, limit: 16), "More header fields of the WebSocket's request."),
    Setting(
      "mqtt.websocket.authorization_file", .text(.secretFile),
      "The file with the value of the Authorization header, or the name of a credential of the service."),
  ]
}
