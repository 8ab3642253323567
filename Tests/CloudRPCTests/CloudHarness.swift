import CloudRPC
import GatewayCore
import JSON
import MQTT
import RadioInterface
import SansIO
import ZCL
import Zigbee
import ZigbeeHost

/// The cloud front door on a core whose disk always works, with a lock and a lamp.
struct CloudHarness {
  var translator: CloudTranslator
  var core: GatewayCore
  var now = Instants(
    monotonic: MonotonicInstant(nanoseconds: 1_000_000_000_000),
    wall: WallTime(milliseconds: 1_790_000_000_000), wallIsTrusted: true)
  var published: [CloudMessage] = []
  var actions: [HostAction] = []
  var inputs: [CloudInput] = []
  private var nextCall: UInt64 = 1

  static let gateway = "GW01182510001"
  static let user = "5c4fe492dc93897aa7d8600b"
  static let lock = "ZG01182510002"

  init(profile: TopicTemplates = .direct) throws {
    translator = try CloudTranslator(
      configuration: CloudConfiguration(gatewayID: Self.gateway, topics: profile, processKey: [1, 2, 3]))
    var security = SecurityConfiguration()
    security.users = [Self.user]
    core = GatewayCore(
      configuration: CoreConfiguration(
        gatewayID: Self.gateway, security: security, durableFrontDoors: 1),
      restored: CoreState(), at: now)
    core.hostEvent(.radioStateChanged(.running), at: now)
    join(Self.lockDevice)
    join(Self.lampDevice)
    published = []
    actions = []
  }

  mutating func join(_ device: ZigbeeDevice) {
    core.hostEvent(.deviceChanged(device), at: now)
    core.hostEvent(.deviceReady(device.ieee), at: now)
    drain()
  }

  mutating func drain() {
    while let output = core.nextOutput() {
      switch output {
      case .persist(_, let ticket):
        if let ticket { core.persisted(ticket, at: now) }
      case .event(let event):
        if let message = translator.encode(event) { published.append(message) }
        if event.isCritical { core.eventStored(event.id, at: now) }
      case .reply(let reply):
        if let message = translator.encode(reply, at: now.wall) { published.append(message) }
      case .host(let action): actions.append(action)
      case .accepted, .diagnostic: break
      }
    }
  }

  mutating func host(_ event: HostEvent) {
    core.hostEvent(event, at: now)
    drain()
  }

  @discardableResult
  mutating func receive(
    _ body: String, on topic: String = "/orangeiot/GW01182510001/call", retained: Bool = false
  ) throws -> CloudInput {
    try receive(Array(body.utf8), on: topic, retained: retained)
  }

  @discardableResult
  mutating func receive(
    _ body: [UInt8], on topic: String = "/orangeiot/GW01182510001/call", retained: Bool = false
  ) throws -> CloudInput {
    let message = Message(topic: try TopicName(topic), payload: body, qos: .exactlyOnce, retain: retained)
    let input = translator.decode(message, as: CallID(rawValue: nextCall))
    nextCall += 1
    inputs.append(input)
    if case .call(let call) = input {
      core.call(call, at: now)
      drain()
    }
    return input
  }

  mutating func complete(_ result: HostResult) {
    for action in actions.reversed() {
      if case .request(let id, _) = action { return host(.requestCompleted(id, result)) }
    }
  }

  var lastBody: String { published.last.map { String(decoding: $0.message.payload, as: UTF8.self) } ?? "" }

  var lastReply: JSONValue? { published.last.flatMap { try? JSONValue(parsing: $0.message.payload) } }

  var replyCode: String? { lastReply?["returnCode"]?.stringValue }

  static func device(
    _ ieee: UInt64, model: String, endpoint: UInt8, clusters: [ClusterID]
  ) -> ZigbeeDevice {
    var device = ZigbeeDevice(
      ieee: IEEEAddress(rawValue: ieee), networkAddress: NetworkAddress(rawValue: UInt16(ieee & 0x7FFF)),
      joinedAt: WallTime(milliseconds: 1_789_000_000_000))
    device.modelIdentifier = model
    device.manufacturerName = "ACME"
    device.softwareBuild = "V1.02.040"
    device.hardwareVersion = 3
    device.linkQuality = LinkQuality(rawValue: 204)
    device.interview = .complete
    device.endpoints = [
      ZigbeeEndpoint(
        id: EndpointID(endpoint), profile: .homeAutomation, deviceID: DeviceID(rawValue: 0x000A),
        inputClusters: clusters)
    ]
    return device
  }

  static let lockDevice = device(
    0x0012_4B00_1BA5_09C1, model: lock, endpoint: 10,
    clusters: [.basic, .powerConfiguration, .identify, .alarms, .doorLock])
  static let lampDevice = device(
    0x0017_8801_0201_0304, model: "LWB010", endpoint: 11,
    clusters: [.basic, .onOff, .levelControl, .colorControl])
  static let lamp = "0017880102010304"

  /// A call as apps send it; every part can be replaced.
  static func call(
    _ function: String, params: String = "{}", device: String = lock, user: String = user,
    gateway: String = gateway, message: String = "12", timestamp: String = "\"1790000000000\""
  ) -> String {
    #"{"msgtype":"request","userId":"\#(user)","msgId":\#(message),"gwId":"\#(gateway)","#
      + #""deviceId":"\#(device)","func":"\#(function)","params":\#(params),"returnCode":"0","#
      + #""returnData":{},"timestamp":\#(timestamp)}"#
  }

  static let unlockParams =
    #"{"optype":"unlock","type":"pin","pin":"482915","userid":"5c4fe492dc93897aa7d8600b"}"#
}
