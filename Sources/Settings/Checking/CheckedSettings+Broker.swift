/// What the chosen environment makes of the keys of [mqtt].
extension CheckedSettings {
  /// The key that holds: that of the chosen environment where it says something, else that of [mqtt].
  func brokerKey(_ name: String) -> String {
    guard let environment = text("mqtt.environment") else { return "mqtt.\(name)" }
    let own = "mqtt.\(environment).\(name)"
    return entries[own] == nil ? "mqtt.\(name)" : own
  }

  /// The most particular source that is named; it is read when the broker is connected to.
  func credentialsSource(credentialsDirectory: String?) -> Settings.MQTT.CredentialsSource {
    func path(_ name: String) -> (String, Bool) {
      name.hasPrefix("/") ? (name, false) : ((credentialsDirectory.map { $0 + "/" } ?? "") + name, true)
    }
    if let address = text(brokerKey("credentials_url")).flatMap(WebAddress.init) { return .web(address) }
    if let name = text(brokerKey("credentials_file")) {
      let (path, mayBeShared) = path(name)
      return .document(path: path, mayBeShared: mayBeShared)
    }
    if let name = text(brokerKey("password_file")) {
      let (path, mayBeShared) = path(name)
      return .passwordFile(path: path, mayBeShared: mayBeShared)
    }
    return .none
  }
}
