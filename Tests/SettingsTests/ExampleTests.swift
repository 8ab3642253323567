import Foundation
import MQTT
import SansIO
import Settings
import Testing

@Suite struct ExampleTests {
  @Test func `the example is a valid configuration and sets nothing but standards`() throws {
    let settings = try Settings.parse(Array(Example.text().utf8), file: "gatehouse.toml").get()
    #expect(settings.values.keys.sorted() == ["network[0].port", "schema"])
    #expect(settings.warnings.isEmpty)
    #expect(settings.networks.first?.port == .device(path: "/dev/ttyUSB0"))
  }

  @Test func `every key of the schema is shown in its section, below an explanation`() throws {
    let lines = try Example.text().split(separator: "\n", omittingEmptySubsequences: false)
    for setting in SettingsSchema.settings {
      var parts = setting.path.split(separator: ".").map(String.init)
      let section = parts.count > 1 ? parts.removeFirst() : ""
      let name = parts.joined(separator: ".")
      var current = ""
      var found = false
      for (number, line) in lines.enumerated() {
        if line.hasPrefix("[") { current = line.trimmingCharacters(in: CharacterSet(charactersIn: "[]")) }
        guard current == section, line.hasPrefix("\(name) = ") || line.hasPrefix("#\(name) = ") else {
          continue
        }
        found = true
        // A key may share the explanation of the key above it.
        let above = lines[..<number].reversed().prefix { !$0.isEmpty }
        #expect(above.contains { $0.hasPrefix("# ") }, "\(setting.path) is not explained")
      }
      #expect(found, "\(setting.path) is not in the example")
      #expect(!setting.explanation.isEmpty && !setting.allowed.isEmpty)
    }
  }

  @Test func `keys shown as standard have the standard of the schema`() throws {
    let text = try Example.text()
    for setting in SettingsSchema.settings {
      guard let standard = setting.standard, setting.path.contains(".") else { continue }
      let name = setting.path.split(separator: ".").dropFirst().joined(separator: ".")
      #expect(text.contains("\n#\(name) = \(standard)\n"), "\(setting.path) is not shown with \(standard)")
    }
  }

  @Test func `everything that the example shows is accepted when it is said`() throws {
    // The files of TLS do not exist here, and some keys need another url.
    let other = ["tls.", "websocket."]
    let text = try Example.complete()
      .split(separator: "\n").filter { line in !other.contains { line.hasPrefix($0) } }.joined(
        separator: "\n")
    let settings = try Settings.parse(Array(text.utf8), file: "gatehouse.toml").get()
    let left = SettingsSchema.settings.filter { setting in
      other.contains { setting.path.hasPrefix("mqtt.\($0)") }
    }
    #expect(settings.values.count == SettingsSchema.settings.count - left.count && left.count > 10)
    #expect(settings.mqtt.proxy?.address.description == "socks5://proxy.example:1080")
    let network = try #require(settings.networks.first)
    #expect(network.panIdentifier == 0x1A62)
    #expect(network.extendedPANIdentifier == 0x0012_4B00_00C0_FFEE)
    #expect(network.channel == 15 && network.transmitPower == 5 && network.dtr == false)
    #expect(settings.cloud.subscribeTopics == ["/type/{gateway}/call", "/orangeiot/{gateway}/call"])
    #expect(settings.warnings.map(\.key) == ["mqtt.password_file", "mqtt.proxy.password_file"])
  }

  @Test func `what is not said has its standard value`() throws {
    let text = "schema = 1\n[[network]]\nport = \"tcp://127.0.0.1:6638\"\n"
    let settings = try Settings.parse(Array(text.utf8), file: "f").get()
    #expect(settings.gateway.id == nil)
    #expect(settings.gateway.stateDirectory == "/var/lib/gatehouse")
    #expect(settings.networks.first?.port == .tcp(HostAndPort(host: "127.0.0.1", port: 6638)))
    #expect(settings.networks.first?.baud == 115_200)
    #expect(settings.networks.first?.adapter == .auto)
    #expect(settings.networks.first?.dtr == nil)
    #expect(settings.mqtt.broker.location == .tcp(host: "localhost", port: 1883))
    #expect(settings.mqtt.keepAlive == 60 && !settings.mqtt.cleanSession && !settings.mqtt.broker.usesTLS)
    #expect(settings.cloud.profile == .direct && settings.cloud.subscribeTopics == nil)
    #expect(settings.security.users.isEmpty && settings.security.clock == .synchronised)
    #expect(settings.security.unlockWindow == .seconds(30))
    #expect(settings.log.level == .info)
  }
}
