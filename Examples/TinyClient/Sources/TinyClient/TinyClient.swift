import Glibc
import MQTT
import MQTTClient

/// Publishes a message of each quality of service to a broker, receives them, and asks itself a question.
///
///     TinyClient mqtt://localhost
@main
struct TinyClient {
  static func main() async {
    guard let url = CommandLine.arguments.dropFirst().first else {
      print("usage: TinyClient URL")
      exit(2)
    }
    do {
      try await talk(to: url)
    } catch {
      print("failed: \(error)")
      exit(1)
    }
  }

  private static func talk(to url: String) async throws {
    let uplink = try Uplink(
      UplinkConfiguration(
        endpoints: [try MQTTEndpoint(url: url)], clientIdentifier: "tiny-client",
        credentials: FixedCredentials(.anonymous)))
    try await uplink.connect(within: .seconds(5))
    print("connected to \(await uplink.status.endpoint)")

    let messages = try await uplink.messages(MessageRoute(filter: try TopicFilter("tiny/letters")))
    print("subscribed: \(try await uplink.subscribe("tiny/#"))")
    for qos in QualityOfService.allCases {
      try await uplink.publish("letter \(qos.rawValue)", to: "tiny/letters", qos: qos)
    }
    var received = 0
    for await letter in messages {
      print("received: \(String(decoding: letter.message.payload, as: UTF8.self))")
      received += 1
      if received == QualityOfService.allCases.count { break }
    }

    let answer = try await uplink.request(
      Message(topic: try TopicName("tiny/question"), payload: Array("who is there?".utf8)),
      answer: MessageRoute(filter: try TopicFilter("tiny/question")), within: .seconds(5))
    print("answer: \(String(decoding: answer.payload, as: UTF8.self))")
    await uplink.disconnect()
    print("done")
  }
}
