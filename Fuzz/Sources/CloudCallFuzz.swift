import CloudRPC
import GatewayCore
import JSON
import MQTT
import RadioInterface
import SansIO
import ZCL
import Zigbee
import ZigbeeHost

@testable import GatewayRuntime

/// A message of the broker from its bytes to what the radio is asked and what is answered: one byte of flags,
/// one for how the device answers, then the body.
enum CloudCallFuzz: FuzzTarget {
  static let name = "cloud-call"
  private static let base: Life? = Life()

  static func run(_ bytes: [UInt8]) {
    guard var life = base else { return require(false, "the core could not be made") }
    var input = FuzzInput(bytes)
    let flags = input.byte()
    let ending = input.byte()
    life.receive(input.rest(), flags: flags)
    life.end(ending)
    life.passTime()
    require(life.replies <= 1, "a call was answered \(life.replies) times")
  }

  private struct Life {
    var translator: CloudTranslator
    var core: GatewayCore
    var now = Instants(
      monotonic: MonotonicInstant(nanoseconds: 1_000_000_000_000),
      wall: WallTime(milliseconds: 1_790_000_000_000), wallIsTrusted: true)
    var replies = 0
    var open: [HostRequestID] = []
    static let bodyLimit = 512 * 1024

    init?() {
      guard
        let translator = try? CloudTranslator(
          configuration: CloudConfiguration(gatewayID: GatewayStack.gatewayID, processKey: [1, 2, 3]))
      else { return nil }
      self.translator = translator
      var security = SecurityConfiguration()
      security.users = [GatewayStack.user]
      core = GatewayCore(
        configuration: CoreConfiguration(
          gatewayID: GatewayStack.gatewayID, security: security, durableFrontDoors: 1),
        restored: CoreState(), at: now)
      core.hostEvent(.radioStateChanged(.running), at: now)
      join(
        Self.device(
          0x0012_4B00_1BA5_09C1, model: "ZG01182510002", endpoint: 10,
          clusters: [.basic, .powerConfiguration, .identify, .alarms, .doorLock]))
      join(
        Self.device(
          0x0017_8801_0201_0304, model: "LWB010", endpoint: 11,
          clusters: [.basic, .onOff, .levelControl, .colorControl]))
      open = []
      replies = 0
    }

    private static func device(
      _ ieee: UInt64, model: String, endpoint: UInt8, clusters: [ClusterID]
    ) -> ZigbeeDevice {
      var device = ZigbeeDevice(
        ieee: IEEEAddress(rawValue: ieee), networkAddress: NetworkAddress(rawValue: UInt16(ieee & 0x7FFF)),
        joinedAt: WallTime(milliseconds: 1_789_000_000_000))
      device.modelIdentifier = model
      device.interview = .complete
      device.endpoints = [
        ZigbeeEndpoint(
          id: EndpointID(endpoint), profile: .homeAutomation, deviceID: DeviceID(rawValue: 0x000A),
          inputClusters: clusters)
      ]
      return device
    }

    private mutating func join(_ device: ZigbeeDevice) {
      core.hostEvent(.deviceChanged(device), at: now)
      core.hostEvent(.deviceReady(device.ieee), at: now)
      drain()
    }

    mutating func receive(_ body: [UInt8], flags: UInt8) {
      let topics = translator.topics.calls
      guard let topic = topics.isEmpty ? nil : topics[Int(flags & 7) % topics.count] else { return }
      let message = Message(topic: topic, payload: body, qos: .exactlyOnce, retain: flags & 8 != 0)
      guard case .call(let call) = translator.decode(message, as: CallID(rawValue: 1)) else { return }
      core.call(call, at: now)
      drain()
      if flags & 8 != 0 { require(open.isEmpty, "a retained message moved something") }
    }

    /// The radio's end of what was asked.
    mutating func end(_ draw: UInt8) {
      let record = AttributeReadResult(
        attribute: AttributeID(UInt16(draw)), status: ZCLStatus(rawValue: draw & 1),
        value: TypedValue(.uint8, .unsigned(UInt64(draw))))
      let ends: [HostResult] = [
        .succeeded, .response(CommandID(1), payload: [draw & 1]), .response(CommandID(draw), payload: []),
        .failed(.timedOut), .failed(.unknownOutcome), .refused(.failure), .attributes([]),
        .attributes([record]),
      ]
      let result = ends[Int(draw >> 4) % ends.count]
      while let id = open.popLast() {
        core.hostEvent(.requestCompleted(id, result), at: now)
        drain()
      }
    }

    mutating func passTime() {
      for _ in 0..<64 {
        guard let next = core.nextDeadline else { return }
        now.monotonic = max(now.monotonic, next)
        core.deadlinePassed(at: now)
        drain()
        end(0x30)
      }
      require(false, "the core's deadlines never end")
    }

    private mutating func drain() {
      for _ in 0..<4_096 {
        guard let output = core.nextOutput() else { return }
        switch output {
        case .persist(let changes, let ticket):
          check(changes)
          if let ticket { core.persisted(ticket, at: now) }
        case .event(let event):
          check(translator.encode(event))
          if event.isCritical { core.eventStored(event.id, at: now) }
        case .reply(let reply):
          replies += 1
          check(translator.encode(reply, at: now.wall))
          core.replyStored(reply.id, at: now)
        case .host(.request(let id, let request)):
          if case .command(_, let payload, _) = request.operation {
            require(payload.count <= 80, "a command that fits no frame")
          }
          open.append(id)
        case .host(.permitJoin(let id, _)), .host(.remove(let id, _, _)): open.append(id)
        case .host(.acknowledge), .accepted, .diagnostic: break
        }
      }
      require(false, "the core's outputs never end")
    }

    private func check(_ message: CloudMessage?) {
      guard let body = message?.message.payload else { return }
      require(body.count <= Self.bodyLimit, "a message of \(body.count) bytes")
      require((try? JSONValue(parsing: body, limits: JSONLimits(size: Self.bodyLimit))) != nil, "no JSON")
    }

    /// A record that was written is read again as it was.
    private func check(_ changes: [CoreChange]) {
      for case .putCall(let record) in changes {
        let again = CallRowMapping.record(CallRowMapping.row(record))
        require(again == record, "a call's record changes on its way through the store: \(record)")
      }
    }
  }
}
