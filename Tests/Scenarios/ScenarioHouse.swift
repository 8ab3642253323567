import GatewayCore
import GatewayRuntime
import JSON
import MQTT
import RadioInterface
import Reactor
import SansIO
import ServiceManager
import Settings
import Simulation
import Storage
import Transport
import Zigbee
import ZigbeeHost

/// A whole house under virtual time: broker, gateway with its store, coordinator and devices, each of which can
/// be made to fail.
package final class ScenarioHouse {
  package static let gatewayID = "GW01182510001"
  package static let user = "5f0000000000000000000001"
  package static let pin = "123456"

  package let loop: SimulatedLoop
  package let broker: VirtualBroker
  package let line: MemoryLine
  package let runner: SimulatorRunner
  package let observer: Observer
  package let seed: UInt64
  /// Every line of the gateway's log, when a run is to be looked at.
  package var traces = false
  package private(set) var assembly: GatewayAssembly?
  package private(set) var starts = 0
  private let directory: String
  private let settings: Settings
  private var scriptAnswers: [String] = []
  private var addresses: [String: IEEEAddress] = [:]

  /// - Parameter directory: of the state; must exist.
  package init(
    seed: UInt64, directory: String, adapter: ScenarioAdapter = .zStack, shuffles: Bool = true
  ) throws {
    self.seed = seed
    self.directory = directory
    loop = SimulatedLoop(seed: shuffles ? seed : nil)
    broker = VirtualBroker(loop: loop)
    observer = Observer()
    line = MemoryLine(loop: loop)
    settings = try Self.settings(directory, adapter)
    var options = HouseOptions(ezsp: adapter.ezspOptions, seed: seed)
    let now = loop.now
    options.clock = VirtualClock(
      wallAtZero: WallTime(milliseconds: now.wall.milliseconds - now.monotonic.nanoseconds / 1_000_000))
    var house = VirtualHouse(options: options)
    house.record = AirRecord()
    runner = SimulatorRunner(Simulator(house: house, startingAt: now.monotonic), on: loop, line: line)
    runner.onAnswer = { [weak self] in self?.scriptAnswers.append($0) }
    broker.onMessage = { [weak self, observer] message in
      if let self, traces {
        print(
          "\(loop.now.monotonic.nanoseconds / 1_000_000) ms broker: \(String(decoding: message.payload, as: UTF8.self).prefix(300))"
        )
      }
      observer.published(message)
    }
    try runner.start()
  }

  private static func settings(_ directory: String, _ adapter: ScenarioAdapter) throws -> Settings {
    let text = """
      schema = 1
      [gateway]
      id = "\(gatewayID)"
      state_dir = "\(directory)"
      [[network]]
      name = "main"
      adapter = "\(adapter.settingsName)"
      port = "/dev/virtual"
      [mqtt]
      url = "mqtt://127.0.0.1:1883"
      [security]
      users = ["\(user)"]
      """
    switch Settings.parse(Array(text.utf8), file: "scenario.toml") {
    case .success(let settings): return settings
    case .failure(let problems): throw ScenarioFailure("the scenario's settings: \(problems)")
    }
  }

  // MARK: The gateway

  package func startGateway() throws {
    guard let network = settings.networks.first else { throw ScenarioFailure("no network in the settings") }
    starts += 1
    let (loop, line, broker) = (loop, line, broker)
    let log = Log(level: traces ? .debug : .error, sink: ScenarioLog(traces: traces), clock: { 0 })
    let store = Store(
      directory: directory, loop: loop, openedAt: loop.now.wall, execution: .loop)
    var generator = SeededGenerator(seed: seed &+ UInt64(starts) &* 7919)
    assembly = GatewayAssembly(
      settings: settings, network: network, store: store,
      surroundings: .init(
        loop: loop, log: log, seed: generator.next(),
        makePort: { line.connect() ?? AbsentStream.make(on: loop) },
        makeEntropy: { Self.entropy(&generator) },
        broker: BrokerStreams("memory") { broker.makeStream() }))
    assembly?.start()
  }

  private static func entropy(_ generator: inout SeededGenerator) -> FormingEntropy? {
    let key = KeyBytes((0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) })
    return key.map {
      FormingEntropy(
        networkKey: Secret($0),
        panID: PANIdentifier(rawValue: UInt16.random(in: 1...0xFF00, using: &generator)),
        extendedPANID: ExtendedPANIdentifier(rawValue: UInt64.random(in: 1...(.max - 1), using: &generator)))
    }
  }

  /// Ends the gateway without a word, as kill -9 does: what the store had not synced is gone.
  package func killGateway() {
    assembly?.abandon()
    assembly = nil
  }

  package var isRunning: Bool { assembly?.gateway.radioState == .running }

  // MARK: The house

  package var house: VirtualHouse { runner.simulator.house }

  /// Carries out one line of the house's script language; the answer.
  @discardableResult
  package func tell(_ command: String) throws -> JSONValue {
    scriptAnswers.removeAll()
    runner.command(command)
    guard let text = scriptAnswers.last, let answer = try? JSONValue(parsing: Array(text.utf8)),
      answer["ok"]?.boolValue == true
    else { throw ScenarioFailure("the house refused `\(command)`: \(scriptAnswers)") }
    return answer
  }

  package func run(_ what: String, limit: TimeSpan, until condition: () -> Bool) throws {
    guard loop.run(limit: limit, until: condition) else {
      let radio = assembly.map { "\($0.gateway.radioState)" } ?? "no gateway"
      throw ScenarioFailure("not within \(limit.milliseconds / 1000) s: \(what) (radio \(radio))")
    }
  }

  /// Adds devices, opens the network and waits until all are interviewed.
  package func furnish(_ lines: [String], limit: TimeSpan = .minutes(20)) throws {
    for line in lines { try tell(line) }
    try startGateway()
    try run("the network runs", limit: .minutes(5)) { isRunning }
    try joinAll(limit: limit)
    for lock in locks { try tell("program \(lock) 1 pin \(Self.pin)") }
    loop.advance(by: .seconds(30))
  }

  package func joinAll(limit: TimeSpan = .minutes(20)) throws {
    try openNetwork()
    try tell("join all")
    let end = loop.now.monotonic + limit
    while !allInterviewed {
      guard loop.now.monotonic < end else {
        throw ScenarioFailure("not interviewed after \(limit.milliseconds / 1000) s: \(unfinished)")
      }
      loop.advance(by: .seconds(5))
      if loop.now.monotonic.nanoseconds / 1_000_000_000 % 200 < 5 { try openNetwork() }
    }
  }

  package func openNetwork() throws {
    assembly?.gateway.localCall(
      user: "root", target: nil, function: .setJoinAllow(seconds: 254), reply: { _ in })
  }

  package var locks: [String] { house.devices.filter { $0.kind == .lock }.map(\.name) }

  /// Whether every device of the house that has joined is fully interviewed.
  package var allInterviewed: Bool { unfinished.isEmpty }

  package var unfinished: [String] {
    let known = Dictionary(
      uniqueKeysWithValues: (assembly?.gateway.core.devices ?? []).map { ($0.ieee, $0.device) })
    return house.devices.filter { known[$0.ieee]?.interview != .complete }.map {
      "\($0.name) (\(known[$0.ieee].map { "\($0.interview)" } ?? "not known"))"
    }
  }

  package func deviceID(of name: String) -> String {
    guard let ieee = house.device(named: name)?.ieee,
      let record = assembly?.gateway.core.devices.first(where: { $0.ieee == ieee })
    else { return name }
    return record.identity.deviceID
  }

  /// The device that apps know by this name.
  func address(of deviceID: String) -> IEEEAddress? {
    if let known = addresses[deviceID] { return known }
    addresses = Dictionary(
      (assembly?.gateway.core.devices ?? []).map { ($0.deviceID, $0.ieee) }, uniquingKeysWith: { $1 })
    return addresses[deviceID]
  }

  // MARK: Apps

  /// An app's call through the broker; its message number.
  package func call(
    _ function: String, _ device: String, _ parameters: JSONObject = JSONObject()
  ) throws -> Int64 {
    let id = deviceID(of: device)
    let number = observer.noteCall(function, device, at: loop.now.monotonic)
    let body = JSONObject([
      ("msgtype", "request"), ("userId", .string(Self.user)), ("msgId", .integer(number)),
      ("gwId", .string(Self.gatewayID)), ("deviceId", .string(id)), ("func", .string(function)),
      ("params", .object(parameters)), ("returnCode", "0"), ("returnData", .object(JSONObject())),
      ("timestamp", .string(String(loop.now.wall.milliseconds))),
    ])
    if traces {
      print("\(loop.now.monotonic.nanoseconds / 1_000_000) ms call \(number): \(function) of \(device)")
    }
    let topic = try TopicName("/type/\(Self.gatewayID)/call")
    let message = Message(
      topic: topic, payload: JSONValue.object(body).encoded(), qos: .exactlyOnce, retain: false)
    guard broker.publish(message) else {
      observer.forgetCall(number)
      throw ScenarioFailure("the gateway has not subscribed")
    }
    return number
  }

  package func unlock(_ lock: String) throws -> Int64 {
    try call(
      "openLock", lock,
      JSONObject([
        ("optype", "unlock"), ("type", "pin"), ("pin", .string(Self.pin)), ("userid", .string(Self.user)),
      ]))
  }
}

package struct ScenarioFailure: Error, CustomStringConvertible {
  package var description: String
  package init(_ description: String) { self.description = description }
}

/// A port that is not there.
enum AbsentStream {
  static func make(on loop: any Loop) -> any ByteStream {
    let (mine, theirs) = MemoryStream.pair(on: loop)
    mine.fail(StreamClosure(.absent, "no coordinator is plugged in"))
    _ = theirs
    return mine
  }
}

struct ScenarioLog: LogSink {
  let traces: Bool
  func write(_ record: LogRecord) {
    guard traces else { return }
    print("  \(record.line)")
  }
}
