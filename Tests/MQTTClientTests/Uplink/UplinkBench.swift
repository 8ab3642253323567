import MQTT
import MQTTClient
import Reactor
import SansIO
import Testing
import Transport

/// An uplink's driver between scripted brokers on a simulated loop.
final class UplinkBench {
  let loop = SimulatedLoop()
  let brokers: [ScriptedBroker]
  let store: RecordingStore
  let driver: UplinkDriver
  /// The brokers that are not there.
  var dead: Set<Int> = []
  /// Which broker each try went to.
  private(set) var tries: [Int] = []
  private(set) var events: [MQTTConnectionEvent] = []
  private(set) var stages: [String] = []
  private var places: [MQTTEndpoint: Int] = [:]

  init(
    brokers count: Int = 1, credentials: any CredentialsProvider = FixedCredentials(.anonymous),
    seen: (any SeenMessageStore)? = nil, adjust: (inout UplinkConfiguration) -> Void = { _ in }
  ) throws {
    let loop = loop
    brokers = (0..<count).map { _ in ScriptedBroker(loop: loop) }
    store = RecordingStore(loop: loop)
    let endpoints = try (0..<count).map { try MQTTEndpoint(url: "mqtt://broker\($0)") }
    var configuration = UplinkConfiguration(
      endpoints: endpoints, clientIdentifier: "gw:test", credentials: credentials)
    adjust(&configuration)
    let connector = Connector()
    driver = UplinkDriver(
      configuration: configuration, store: store, seen: seen,
      surroundings: .init(loop: loop, seed: 5, connect: { connector.connect($0) }))
    for (place, endpoint) in endpoints.enumerated() { places[endpoint] = place }
    connector.connect = { [weak self] in
      self?.connect($0) ?? .failure(StreamClosure(.absent, "the test is over"))
    }
    driver.onEvent = { [weak self] in self?.heard($0) }
  }

  private final class Connector {
    var connect: (MQTTEndpoint) -> Result<any ByteStream, StreamClosure> = { _ in
      .failure(StreamClosure(.absent, "not yet"))
    }
  }

  private func connect(_ endpoint: MQTTEndpoint) -> Result<any ByteStream, StreamClosure> {
    guard let place = places[endpoint] else { return .failure(StreamClosure(.absent, "no such broker")) }
    tries.append(place)
    if dead.contains(place) { return .failure(StreamClosure(.refused, "broker\(place): refused")) }
    return .success(brokers[place].makeStream())
  }

  private func heard(_ event: UplinkEvent) {
    switch event {
    case .connection(let event): events.append(event)
    case .trying(let attempt, _): stages.append("\(attempt.stage.rawValue) \(attempt.endpoint)")
    case .credentialsFailed(let text): stages.append("no credentials: \(text)")
    case .returning: stages.append("returning")
    }
  }

  func connect() {
    driver.start()
    loop.advance(by: .milliseconds(100))
  }

  func message(
    _ text: String, qos: QualityOfService = .atLeastOnce, topic: String = "t"
  ) throws -> Message {
    Message(topic: try TopicName(topic), payload: Array(text.utf8), qos: qos)
  }

  func send(_ text: String, qos: QualityOfService = .atLeastOnce, id: UInt16 = 1) throws {
    try brokers[0].send(
      .publish(
        PublishPacket(
          message: try message(text, qos: qos),
          packetIdentifier: qos == .atMostOnce ? nil : PacketIdentifier(rawValue: id))))
    loop.advance(by: .milliseconds(50))
  }
}
