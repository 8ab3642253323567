import MQTT

/// What the keys of the broker must agree on.
extension SettingsChecker {
  mutating func checkBroker() {
    guard let endpoint = checked.text("mqtt.url").flatMap({ try? MQTTEndpoint(url: $0) }) else { return }
    checkScheme(endpoint)
    checkIdentity()
    checkPreSharedKey()
    checkVersions()
    refuse("mqtt.proxy.user", without: "mqtt.proxy.url")
    refuse("mqtt.proxy.password_file", without: "mqtt.proxy.user")
    if !endpoint.usesTLS, !endpoint.isOnThisMachine, let host = endpoint.host {
      checked.warn(
        "\(host) is another machine, and calls and passwords go there in clear text; "
          + "\(endpoint.usesWebSocket ? "wss" : "mqtts"):// encrypts them",
        at: checked.position(of: "mqtt.url"), about: "mqtt.url")
    }
    let danger = "mqtt.tls.dangerously_accept_any_host_name"
    if endpoint.usesTLS, checked.flag(danger) == true {
      checked.warn(
        "whoever has any certificate of a trusted authority can pass for the broker; "
          + "tls.server_name is the safe way to expect another name",
        at: checked.position(of: danger), about: danger)
    }
  }

  /// Keys that mean nothing with this kind of url.
  private mutating func checkScheme(_ endpoint: MQTTEndpoint) {
    let kinds = [
      ("mqtt.tls", endpoint.usesTLS, "on a url without TLS", "with an mqtts:// or wss:// url only"),
      ("mqtt.websocket", endpoint.usesWebSocket, "on this url", "with a ws:// or wss:// url only"),
      ("mqtt.proxy", endpoint.host != nil, "on a Unix socket", "with a url that has a host only"),
    ]
    for (section, isMeaningful, place, allowed) in kinds where !isMeaningful {
      let keys = SettingsSchema.settings.filter { $0.section == section }.map(\.path)
      guard let key = keys.first(where: isSaid) else { continue }
      checked.complain(
        "has no effect \(place)", at: checked.position(of: key), about: key, allowed: allowed)
    }
  }

  private mutating func checkIdentity() {
    let (certificate, key) = ("mqtt.tls.certificate_file", "mqtt.tls.key_file")
    checkPair(certificate, key)
    refuse("mqtt.tls.pkcs12_file", besides: certificate)
    let password = "mqtt.tls.key_password_file"
    if isSaid(password), !isSaid(key), !isSaid("mqtt.tls.pkcs12_file") {
      checked.complain(
        "has no key that it opens", at: checked.position(of: password), about: password,
        allowed: "with mqtt.tls.key_file or mqtt.tls.pkcs12_file only")
    }
  }

  private mutating func checkPreSharedKey() {
    let (identity, file) = ("mqtt.tls.psk_identity", "mqtt.tls.psk_key_file")
    checkPair(identity, file)
    for key in ["mqtt.tls.pins", "mqtt.tls.require_stapled_status"] { refuse(key, besides: identity) }
  }

  private mutating func checkVersions() {
    let (minimum, maximum) = ("mqtt.tls.minimum_version", "mqtt.tls.maximum_version")
    guard let least = checked.text(minimum), let most = checked.text(maximum), least > most else { return }
    let key = isSaid(maximum) ? maximum : minimum
    checked.complain(
      "\(maximum) is older than \(minimum)", at: checked.position(of: key), about: key,
      allowed: "a maximum that is not less than the minimum")
  }

  // MARK: Pairs

  private func isSaid(_ key: String) -> Bool { checked.entries[key] != nil }

  private mutating func checkPair(_ one: String, _ two: String) {
    for (key, other) in [(one, two), (two, one)] where isSaid(key) && !isSaid(other) {
      checked.complain(
        "needs \(other)", at: checked.position(of: key), about: key, allowed: "both or neither of the two")
    }
  }

  private mutating func refuse(_ key: String, besides other: String) {
    guard isSaid(key), isSaid(other) else { return }
    checked.complain(
      "has no meaning beside \(other)", at: checked.position(of: key), about: key,
      allowed: "one of the two only")
  }

  private mutating func refuse(_ key: String, without other: String) {
    guard isSaid(key), !isSaid(other) else { return }
    checked.complain(
      "needs \(other)", at: checked.position(of: key), about: key, allowed: "with \(other) only")
  }
}
