import CloudRPC
import GatewayCore
import MQTT
import RadioInterface
import SansIO
import ZNP
import Zigbee
import ZigbeeHost

@testable import Simulation

/// The gateway's machines from the serial line to the messages for the broker, on a disk that always works.
struct GatewayStack {
  var line = SerialLine()
  var host = ZigbeeHost(seed: 7)
  var core: GatewayCore
  var translator: CloudTranslator
  /// Requests of the core that the host has not ended.
  var requests: Set<HostRequestID> = []
  var replied: Set<CallID> = []
  private var nextCall: UInt64 = 1

  static let gatewayID = "GW01182510001"
  static let user = "5c4fe492dc93897aa7d8600b"
  static let wallStart: Int64 = 1_790_000_000_000

  init?() {
    guard
      let translator = try? CloudTranslator(
        configuration: CloudConfiguration(gatewayID: Self.gatewayID, processKey: [1, 2, 3]))
    else { return nil }
    self.translator = translator
    var security = SecurityConfiguration()
    security.users = [Self.user]
    core = GatewayCore(
      configuration: CoreConfiguration(
        gatewayID: Self.gatewayID, security: security, durableFrontDoors: 1),
      restored: CoreState(), at: Self.instants(.zero))
  }

  static func instants(_ now: MonotonicInstant) -> Instants {
    Instants(
      monotonic: now, wall: WallTime(milliseconds: wallStart + now.nanoseconds / 1_000_000),
      wallIsTrusted: true)
  }

  var now: Instants { Self.instants(line.now) }

  /// A network with one device of each kind, all interviewed.
  static func formed() -> GatewayStack? {
    guard var stack = GatewayStack() else { return nil }
    stack.line.open()
    stack.run(for: .seconds(30)) { $0.line.session.state == .running }
    for text in DefaultHouse.script.split(separator: "\n") { stack.script(String(text)) }
    stack.host.permitJoin(seconds: 254, through: nil, id: HostRequestID(rawValue: 1 << 62), at: stack.now)
    stack.run(for: .seconds(240)) { stack in
      stack.host.devices.count == 5 && stack.host.devices.allSatisfy { $0.interview == .complete }
    }
    require(stack.host.devices.count == 5, "only \(stack.host.devices.count) devices have joined")
    return stack
  }

  mutating func script(_ text: String) {
    guard let line = try? ScriptParser.parse(text, line: 1) else { return }
    _ = try? self.line.house.execute(line, at: self.line.now)
    settle()
  }

  mutating func run(for span: TimeSpan, until isDone: (GatewayStack) -> Bool = { _ in false }) {
    let end = line.now + span
    settle()
    while !isDone(self), step(until: end) {}
    if !isDone(self) { line.now = max(line.now, end) }
  }

  /// The next timer of any machine.
  mutating func step(until end: MonotonicInstant) -> Bool {
    let own = [host.nextDeadline, core.nextDeadline].compactMap(\.self).min()
    let others = [line.session.nextDeadline, line.house.nextDeadline].compactMap(\.self).min()
    if let own, own <= end, own <= (others ?? own) {
      line.now = max(line.now, own)
      if let deadline = host.nextDeadline, deadline <= line.now { host.deadlinePassed(at: now) }
      if let deadline = core.nextDeadline, deadline <= line.now { core.deadlinePassed(at: now) }
      settle()
      let rest = [host.nextDeadline, core.nextDeadline].compactMap(\.self).min()
      require(rest.map { $0 > own } ?? true, "a deadline of host or core that has passed stays")
      return true
    }
    guard line.step(until: end) else { return false }
    settle()
    return true
  }

  /// A message of the broker.
  mutating func receive(_ body: [UInt8]) {
    guard let topic = translator.topics.calls.first else { return }
    let id = CallID(rawValue: nextCall)
    nextCall += 1
    let input = translator.decode(Message(topic: topic, payload: body, qos: .exactlyOnce), as: id)
    if case .call(let call) = input { core.call(call, at: now) }
    settle()
  }

  /// Runs until no machine has an output.
  mutating func settle() {
    for _ in 0..<65_536 {
      line.deliver()
      if let event = line.events.first {
        line.events.removeFirst()
        host.radioEvent(event, at: now)
      } else if let output = host.nextOutput() {
        take(output)
      } else if let output = core.nextOutput() {
        take(output)
      } else {
        return
      }
    }
    require(false, "the machines never come to rest")
  }

  private mutating func take(_ output: ZigbeeHost.Output) {
    switch output {
    case .radio(let command):
      line.session.command(command, at: line.now)
      line.drain()
    case .event(.requestCompleted(let id, let result)):
      if id.rawValue < 1 << 62 {
        require(requests.remove(id) != nil, "a request of the core ended twice")
      }
      core.hostEvent(.requestCompleted(id, result), at: now)
    case .event(let event): core.hostEvent(event, at: now)
    }
  }

  private mutating func take(_ output: CoreOutput) {
    switch output {
    case .persist(_, let ticket): if let ticket { core.persisted(ticket, at: now) }
    case .event(let event):
      _ = translator.encode(event)
      if event.isCritical { core.eventStored(event.id, at: now) }
    case .reply(let reply):
      require(replied.insert(reply.id).inserted, "a call was answered twice")
      _ = translator.encode(reply, at: now.wall)
      core.replyStored(reply.id, at: now)
    case .host(let action): take(action)
    case .accepted, .diagnostic: break
    }
  }

  private mutating func take(_ action: HostAction) {
    switch action {
    case .request(let id, let request):
      requests.insert(id)
      host.request(request, id: id, at: now)
    case .permitJoin(let id, let seconds):
      requests.insert(id)
      host.permitJoin(seconds: seconds, through: nil, id: id, at: now)
    case .remove(let id, let ieee, let force):
      requests.insert(id)
      host.removeDevice(ieee, force: force, id: id, at: now)
    case .acknowledge(let token): host.acknowledge(token, at: now)
    }
  }
}
