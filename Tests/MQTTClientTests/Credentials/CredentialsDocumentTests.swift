import MQTT
import SansIO
import Testing

@testable import MQTTClient

@Suite struct CredentialsDocumentTests {
  private func parse(_ text: String) throws -> BrokerCredentials {
    try CredentialsDocument.parse(Array(text.utf8))
  }

  @Test(
    arguments: [
      (#"{"host":"b.example","port":8884,"token":"t"}"#, "mqtts://b.example:8884"),
      (#"{"host":"b.example","password":"t"}"#, "mqtts://b.example:8883"),
      (#"{"host":"b.example","port":"1884","tls":false,"token":"t"}"#, "mqtt://b.example:1884"),
      (#"{"host":"::1","tls":false,"token":"t"}"#, "mqtt://[::1]:1883"),
      (#"{"url":"mqtt://c:9","host":"ignored","token":"t"}"#, "mqtt://c:9"),
      (#"{"token":"t"}"#, nil),
    ] as [(String, String?)])
  func `a document says where the broker is`(_ text: String, _ endpoint: String?) throws {
    let credentials = try parse(text)
    #expect(credentials.endpoint?.description == endpoint)
    #expect(credentials.password?.reveal() == Array("t".utf8))
  }

  @Test func `a document says who the client is`() throws {
    let credentials = try parse(#"{"user":"gw","token":"t","clientId":"c1","other":[1]}"#)
    #expect(credentials.userName == "gw" && credentials.clientIdentifier == "c1")
    #expect(try parse(#"{"username":"g","password":"t"}"#).userName == "g")
    #expect("\(credentials)".contains("<secret>"))
  }

  @Test(arguments: [
    "", "x", "[]", "{}", #"{"token":""}"#, #"{"token":5}"#, #"{"host":"b","port":0,"token":"t"}"#,
    #"{"host":"b","port":70000,"token":"t"}"#, #"{"host":"b c","token":"t"}"#,
    #"{"url":"http://x","token":"t"}"#,
  ])
  func `anything else is refused, and no token is quoted`(_ text: String) {
    do {
      _ = try parse(text)
      Issue.record("taken: \(text)")
    } catch {
      #expect(!"\(error)".contains("\"t\""))
    }
  }
}
