import MQTT
import MQTTClient
import SansIO
import Testing

@testable import MQTTCommands

struct OptionTests {
  private let forms = OptionForm.table("topic t 1\nverbose v 0\nno-newline N 0\nproperty D 3\nlong - 1")

  @Test func `values follow their option, with a space, an equals sign or nothing in between`() throws {
    let words = try OptionWords(["--topic=a", "-t", "b", "-tc", "--long", "-x"], forms: forms)
    #expect(words.all("topic") == [["a"], ["b"], ["c"]])
    #expect(words["topic"] == "c")
    #expect(words["long"] == "-x")
  }

  @Test func `letters without values stand together`() throws {
    let words = try OptionWords(["-vN", "-vt", "a"], forms: forms)
    #expect(words.has("verbose") && words.has("no-newline"))
    #expect(words["topic"] == "a")
  }

  @Test func `an option of many words takes them all`() throws {
    let words = try OptionWords(
      ["-D", "publish", "content-type", "a", "-D", "will", "user-property", "n", "v"],
      forms: [PropertyOptions.form])
    #expect(
      words.all("property") == [["publish", "content-type", "a"], ["will", "user-property", "n", "v"]])
  }

  @Test(arguments: [
    ["-t"], ["--topic"], ["--verbose=1"], ["word"], ["-D", "publish", "x"], ["--property=1"],
  ])
  func `wrong words are told`(text: [String]) {
    #expect {
      try OptionWords(text, forms: forms)
    } throws: { error in
      if case .usage = error as? MQTTCommandFailure { true } else { false }
    }
  }

  @Test func `unknown options name the known ones`() {
    #expect(throws: MQTTCommandFailure.unknownOption("-z", known: ["-t", "-v", "-N", "-D"])) {
      try OptionWords(["-z"], forms: forms)
    }
    #expect(
      throws: MQTTCommandFailure.unknownOption(
        "--topics", known: ["--topic", "--verbose", "--no-newline", "--property", "--long"])
    ) {
      try OptionWords(["--topics", "a"], forms: forms)
    }
  }

  private func connection(_ words: String...) throws -> ConnectionOptions {
    try ConnectionOptions(OptionWords(words, forms: ConnectionOptions.forms))
  }

  @Test func `without options it is the broker of this machine and a clean session`() throws {
    let options = try connection()
    #expect(options.endpoint == MQTTEndpoint(.tcp(host: "localhost", port: 1883)))
    #expect(options.session.cleanSession)
    #expect(options.session.keepAlive == 60)
    #expect(options.storeDirectory == nil)
  }

  @Test func `a certificate or port 8883 means TLS`() throws {
    #expect(
      try connection("-h", "broker", "--cafile", "ca.pem").endpoint
        == MQTTEndpoint(.tls(host: "broker", port: 8883)))
    #expect(try connection("-p", "8883").endpoint == MQTTEndpoint(.tls(host: "localhost", port: 8883)))
    #expect(try connection("--unix", "/run/x").endpoint == MQTTEndpoint(.unix(path: "/run/x")))
    #expect(try connection("-L", "mqtt://[::1]:99").endpoint == MQTTEndpoint(.tcp(host: "::1", port: 99)))
  }

  @Test func `a will has all its parts`() throws {
    let will = try connection(
      "--will-topic", "a/b", "--will-payload", "gone", "--will-qos", "2", "--will-retain"
    ).session.will
    #expect(
      will
        == Message(topic: try TopicName("a/b"), payload: Array("gone".utf8), qos: .exactlyOnce, retain: true))
  }

  @Test(arguments: [
    ["-L", "mqtt://a", "-p", "1"], ["-L", "http://a"], ["-c"], ["--store", "x"], ["--cert", "a"],
    ["-p", "0"],
    ["--will-qos", "1"], ["-P", "x"], ["-V", "4.5"], ["-k", "70000"], ["--will-topic", "a/#"],
  ])
  func `options that do not go together are refused`(text: [String]) {
    #expect {
      try ConnectionOptions(OptionWords(text, forms: ConnectionOptions.forms))
    } throws: { error in
      if case .usage = error as? MQTTCommandFailure { true } else { false }
    }
  }

  @Test func `properties go where the standard has them`() throws {
    let options = try connection(
      "-V", "5", "-D", "connect", "receive-maximum", "7", "-D", "connect", "user-property", "n", "v", "-x",
      "never",
      "--will-topic", "w", "-D", "will", "will-delay-interval", "9", "-D", "will", "content-type", "t", "-D",
      "disconnect", "session-expiry-interval", "3")
    #expect(options.session.receiveMaximum == 7)
    #expect(options.session.userProperties == [UserProperty(name: "n", value: "v")])
    #expect(options.session.sessionExpiryInterval == .max)
    #expect(options.session.willDelayInterval == 9)
    #expect(options.session.will?.properties.contentType == "t")
    #expect(options.expiryAtEnd == 3)
    let message = try PublishOptions([
      "-V", "5", "-t", "a", "-n", "-D", "publish", "response-topic", "b", "-D", "publish",
      "message-expiry-interval",
      "4294967295",
    ]).template
    #expect(message.properties.responseTopic == (try TopicName("b")))
    #expect(message.properties.messageExpiryInterval == .max)
    let subscribe = try SubscribeOptions([
      "-V", "5", "-t", "a", "--no-local", "--retain-handling", "2", "-D", "subscribe",
      "subscription-identifier", "8",
    ])
    #expect(subscribe.subscriptionIdentifier == 8)
    #expect(subscribe.subscriptions.first?.options.noLocal == true)
    #expect(subscribe.subscriptions.first?.options.retainHandling == .doNotSend)
  }

  @Test(arguments: [
    ["-D", "connect", "receive-maximum", "7"], ["-V", "5", "-D", "connect", "receive-maximum", "0"],
    ["-V", "5", "-D", "connect", "content-type", "t"], ["-V", "5", "-D", "will", "content-type", "t"],
    ["-V", "5", "-D", "puback", "reason-string", "t"], ["-x", "soon"], ["--psk", "00"], ["--pin", "00"],
    ["--tls-version", "1.1"], ["--proxy", "ftp://a"], ["--psk", "0g", "--psk-identity", "a"],
  ])
  func `what this side cannot say is refused`(text: [String]) {
    #expect {
      try ConnectionOptions(OptionWords(text, forms: ConnectionOptions.forms))
    } throws: { error in
      if case .usage = error as? MQTTCommandFailure { true } else { false }
    }
  }

  @Test func `a kept session has a name`() throws {
    #expect(try !connection("-c", "-i", "me").session.cleanSession)
    #expect(try !connection("--store", "x", "-i", "me").session.cleanSession)
  }

  @Test func `one source of messages has to be named`() throws {
    #expect(try PublishOptions(["-t", "a", "-m", "x"]).source == .payload([0x78]))
    #expect(try PublishOptions(["-t", "a", "-n"]).source == .payload([]))
    #expect(try PublishOptions(["-t", "a", "-l"]).source == .lines)
    #expect(throws: MQTTCommandFailure.self) { try PublishOptions(["-t", "a"]) }
    #expect(throws: MQTTCommandFailure.self) { try PublishOptions(["-t", "a", "-n", "-l"]) }
    #expect(throws: MQTTCommandFailure.self) { try PublishOptions(["-t", "a/+", "-n"]) }
    #expect(
      try PublishOptions(["-t", "a", "-n", "--repeat", "3", "--repeat-delay", "0.25"]).delayMilliseconds
        == 250)
  }

  @Test func `subscriptions share their QoS`() throws {
    let options = try SubscribeOptions(["-t", "a/#", "-t", "b", "-q", "1", "-C", "3", "-R"])
    #expect(
      options.subscriptions == [
        Subscription(filter: try TopicFilter("a/#"), qos: .atLeastOnce),
        Subscription(filter: try TopicFilter("b"), qos: .atLeastOnce),
      ])
    #expect(options.count == 3)
    #expect(options.retained == .none)
    #expect(throws: MQTTCommandFailure.self) { try SubscribeOptions(["-q", "1"]) }
    #expect(throws: MQTTCommandFailure.self) { try SubscribeOptions(["-t", "a", "-o", "x"]) }
    #expect(throws: MQTTCommandFailure.self) { try SubscribeOptions(["-t", "a", "-R", "--retained-only"]) }
  }
}
