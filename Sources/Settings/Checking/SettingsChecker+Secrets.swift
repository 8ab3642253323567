import SansIO

/// Reads the files with secrets that keys name.
extension SettingsChecker {
  mutating func readSecrets(credentialsDirectory: String?) {
    for setting in SettingsSchema.settings where setting.isSecretFile {
      guard let content = secret(setting.path, credentialsDirectory) else { continue }
      if let problem = Self.problem(with: content, of: setting.path) {
        checked.complain(
          problem, at: checked.position(of: setting.path), about: setting.path, allowed: setting.allowed)
      }
      checked.secrets[setting.path] = Secret(content)
    }
  }

  /// The content, where a file is named and can be had.
  private mutating func secret(_ key: String, _ credentialsDirectory: String?) -> [UInt8]? {
    guard let name = checked.text(key) else { return nil }
    let position = checked.position(of: key)
    var path = name
    if !name.hasPrefix("/") {
      guard let credentialsDirectory else {
        checked.warn(
          "the credential \(quoted(name)) can be read inside the service only", at: position, about: key)
        return nil
      }
      path = credentialsDirectory + "/" + name
    }
    switch FileContent.secret(path, mayBeShared: !name.hasPrefix("/")) {
    case .success(let content): return content
    case .failure(let complaint):
      checked.complain(complaint.problem, at: position, about: key, allowed: TextRule.secretFile.allowed)
      return nil
    }
  }

  /// What the content must be beside not empty. The message never shows it.
  private static func problem(with content: [UInt8], of key: String) -> String? {
    switch key {
    case "mqtt.tls.psk_key_file":
      (1...64).contains(HexadecimalText.bytes(content)?.count ?? 0)
        ? nil : "the file must hold 2 to 128 hexadecimal digits"
    case "mqtt.websocket.authorization_file":
      content.allSatisfy { (0x20...0x7E).contains($0) } ? nil : "the file must hold printable ASCII only"
    case "mqtt.proxy.password_file": content.count <= 255 ? nil : "the file must hold at most 255 bytes"
    default: nil
    }
  }
}
