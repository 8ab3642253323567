import Foundation
import MQTT
import SansIO
import Testing

@testable import Settings

/// How the broker is reached.
@Suite struct BrokerSettingsTests {
  private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }

  private func secret(_ name: String, _ content: String) throws -> String {
    let url = directory.appendingPathComponent(name)
    try content.write(to: url, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    return url.path
  }

  private func mqtt(_ keys: String) throws -> Settings.MQTT {
    let text = "schema = 1\n[[network]]\nport = '/dev/a'\n[mqtt]\n\(keys)"
    return try Settings.parse(Array(text.utf8), file: "f").get().mqtt
  }

  @Test func `every key of the transports arrives`() throws {
    let mqtt = try mqtt(
      """
      url = "wss://[2001:db8::1]:8084/x?y"
      tcp_user_timeout = 7
      tls.ca_directory = "/etc"
      tls.pkcs12_file = "/etc/passwd"
      tls.key_password_file = "\(secret("key", "open\n"))"
      tls.minimum_version = "1.3"
      tls.alpn = ["mqtt", "x-amzn-mqtt-ca"]
      tls.pins = ["sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="]
      tls.require_stapled_status = true
      proxy.url = "http://proxy"
      proxy.user = "u"
      proxy.password_file = "\(secret("proxy", "p"))"
      websocket.headers = ["X-A: b: c"]
      websocket.authorization_file = "\(secret("token", "Bearer t"))"
      """)
    #expect(mqtt.broker.location == .secureWebSocket(host: "2001:db8::1", port: 8084, target: "/x?y"))
    #expect(mqtt.tcpUserTimeout == .seconds(7))
    #expect(mqtt.tls.caDirectory == "/etc" && mqtt.tls.pkcs12File == "/etc/passwd")
    #expect(mqtt.tls.keyPassword?.reveal() == Array("open".utf8))
    #expect(mqtt.tls.minimumVersion == .v1_3 && mqtt.tls.maximumVersion == .v1_3)
    #expect(mqtt.tls.applicationProtocols == ["mqtt", "x-amzn-mqtt-ca"])
    #expect(mqtt.tls.publicKeyPins.count == 1 && mqtt.tls.requiresStapledStatus)
    #expect(!mqtt.tls.dangerouslyAcceptsAnyHostName)
    #expect(mqtt.proxy?.address.description == "http://proxy:8080")
    #expect(mqtt.proxy?.credentials?.user == "u")
    #expect(mqtt.proxy?.credentials?.password.reveal() == Array("p".utf8))
    #expect(mqtt.webSocketHeaders.map(\.name) == ["X-A", "Authorization"])
    #expect(mqtt.webSocketHeaders.map { $0.value.reveal() } == ["b: c", "Bearer t"])
  }

  @Test func `a pre-shared key is read from hexadecimal digits`() throws {
    let mqtt = try mqtt(
      "url = 'mqtts://h'\ntls.psk_identity = 'gw'\ntls.psk_key_file = '\(secret("psk", "00fFa1\n"))'")
    #expect(mqtt.tls.preSharedKey?.identity == "gw")
    #expect(mqtt.tls.preSharedKey?.key.reveal() == [0x00, 0xFF, 0xA1])
    for content in ["0", "xy", String(repeating: "0", count: 130)] {
      let path = try secret("psk", content)
      #expect(throws: Settings.Problems.self) {
        _ = try self.mqtt("url = 'mqtts://h'\ntls.psk_identity = 'gw'\ntls.psk_key_file = '\(path)'")
      }
    }
  }

  @Test func `a secret whose content changed counts as changed`() throws {
    let path = try secret("password", "one")
    let text = "schema = 1\n[[network]]\nport = '/dev/a'\n[mqtt]\npassword_file = '\(path)'\n"
    let old = try Settings.parse(Array(text.utf8), file: "f").get()
    #expect(Settings.changes(from: old, to: old).isEmpty)
    _ = try secret("password", "two")
    let new = try Settings.parse(Array(text.utf8), file: "f").get()
    #expect(Settings.changes(from: old, to: new).needingRestart == ["mqtt.password_file"])
  }

  @Test(arguments: [
    "sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855",
  ])
  func `a pin is read in each of its forms`(text: String) throws {
    let bytes = try #require(PublicKeyPin.bytes(text))
    #expect(
      bytes.prefix(4) == [0xE3, 0xB0, 0xC4, 0x42] && bytes.suffix(2) == [0xB8, 0x55] && bytes.count == 32)
  }

  @Test(arguments: [
    "", "sha256/", "sha1/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    "sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFV=",
    "sha256/47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU=",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b85g", "é",
  ])
  func `anything else is no pin`(text: String) { #expect(PublicKeyPin.bytes(text) == nil) }
}
