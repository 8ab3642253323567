import MQTT
import SansIO
import Settings
import Testing

@Suite struct BrokerTests {
  private func mqtt(_ keys: String, credentials: String? = nil) throws -> Settings.MQTT {
    let text = "schema = 1\n[[network]]\nport = '/dev/a'\n[mqtt]\n" + keys
    return try Settings.parse(Array(text.utf8), file: "f", credentialsDirectory: credentials).get().mqtt
  }

  private func complaints(_ keys: String) -> [String] {
    remarks("schema = 1\n[[network]]\nport = '/dev/a'\n[mqtt]\n" + keys)
  }

  private let sets = """
    url = "mqtts://base"
    user = "base"
    fallback_urls = ["mqtts://b1", "mqtts://b2:9"]
    stg.url = "mqtts://stg"
    stg.user = "tester"
    prd.fallback_urls = []
    """

  @Test func `an environment says what differs and takes the rest from mqtt`() throws {
    let none = try mqtt(sets)
    #expect(none.environment == nil && none.broker.host == "base" && none.user == "base")
    #expect(none.fallbacks.map(\.host) == ["b1", "b2"] && none.fallbacks[1].port == 9)
    let staging = try mqtt("environment = \"stg\"\n" + sets)
    #expect(staging.environment == .stg && staging.broker.host == "stg" && staging.user == "tester")
    #expect(staging.fallbacks.count == 2)
    let production = try mqtt("environment = \"prd\"\n" + sets)
    #expect(production.broker.host == "base" && production.fallbacks.isEmpty)
  }

  @Test func `the most particular source of credentials counts`() throws {
    let file = "credentials_file = \"setup\"\n"
    let web = "credentials_url = \"https://setup.example:8443/gw?id=1\"\n"
    #expect(try mqtt("").credentials == .none)
    #expect(
      try mqtt(file, credentials: "/run/c").credentials == .document(path: "/run/c/setup", mayBeShared: true))
    #expect(
      try mqtt("credentials_file = \"/etc/setup\"\n").credentials
        == .document(path: "/etc/setup", mayBeShared: false))
    guard case .web(let address) = try mqtt(file + web).credentials else {
      Issue.record("not the endpoint")
      return
    }
    #expect(address.endpoint == HostAndPort(host: "setup.example", port: 8443))
    #expect(address.target == "/gw?id=1" && address.usesTLS)
    let staging = try mqtt("environment = \"stg\"\n" + web + "stg.credentials_url = \"http://localhost\"\n")
    guard case .web(let local) = staging.credentials else {
      Issue.record("not the endpoint")
      return
    }
    #expect(
      local.endpoint == HostAndPort(host: "localhost", port: 80) && local.target == "/" && !local.usesTLS)
  }

  @Test func `anonymous is anonymous, and contradicts a user`() throws {
    #expect(try mqtt("anonymous = true\n").isAnonymous)
    #expect(try mqtt("anonymous = true\n").credentials == .none)
    #expect(
      complaints("anonymous = true\nuser = \"x\"\n") == [
        "f:5:13: mqtt.anonymous: contradicts mqtt.user; "
          + "allowed: true where neither a user nor a source of credentials is named"
      ])
  }

  @Test func `a token does not travel in clear text`() {
    let said = complaints("credentials_url = \"http://setup.example/x\"\n")
    #expect(said.count == 1)
    #expect(said.first?.hasPrefix("f:5:19: mqtt.credentials_url: would carry a token in clear text") == true)
    for text in ["ftp://x", "https://", "https://a b", "https://u@h/", "https://h/#x", "https://h:0/"] {
      #expect(
        complaints("stg.credentials_url = \"\(text)\"\n").first?.hasPrefix("f:5:23: ") == true, "\(text)")
    }
  }

  @Test func `mistakes in an environment are told with their place`() {
    #expect(complaints("environment = \"prod\"\n").first?.hasPrefix("f:5:15: mqtt.environment: ") == true)
    #expect(complaints("stg.ulr = \"mqtt://x\"\n").first?.contains("mqtt.stg.url") == true)
    #expect(
      complaints("fallback_urls = [\"mqtts://a\", \"nonsense\"]\n").first?.hasPrefix(
        "f:5:31: mqtt.fallback_urls[1]: ") == true)
    #expect(complaints("return_after = 4\n").first?.hasPrefix("f:5:16: mqtt.return_after: ") == true)
  }
}
