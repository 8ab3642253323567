import ByteCoding
import RadioInterface
import SansIO
import ZCL
import Zigbee

@testable import ZigbeeHost

/// A host under virtual time, an adapter that delivers with delays and losses, and virtual devices.
struct HostHarness {
  static let coordinator = IEEEAddress(rawValue: 0x00124B_0000000001)
  static let wallStart: Int64 = 1_800_000_000_000

  var host: ZigbeeHost
  var devices: [IEEEAddress: VirtualDevice] = [:]
  var events: [HostEvent] = []
  var sent: [(at: MonotonicInstant, request: APSRequest)] = []
  var otherCommands: [RadioCommand] = []
  /// Chance in percent that a frame or an answer is lost on the air.
  var lossPercent: UInt64 = 0
  /// How the adapter ends the next sends instead of delivering.
  var scriptedResults: [DeliveryResult] = []
  /// The adapter takes sends and never ends them.
  var isMute = false
  var wallIsTrusted = true
  var largestSendsInFlight = 0
  private(set) var monotonic = MonotonicInstant(nanoseconds: 1_000_000_000)
  private var generator: SeededGenerator
  private var pending: [(due: MonotonicInstant, order: Int, event: RadioEvent)] = []
  private var order = 0
  private var sendsInFlight = 0

  init(
    configuration: HostConfiguration = HostConfiguration(), records: [ZigbeeDevice] = [],
    devices: [VirtualDevice] = [], seed: UInt64 = 1
  ) {
    host = ZigbeeHost(configuration: configuration, devices: records, seed: seed)
    generator = SeededGenerator(seed: seed &+ 99)
    for device in devices { self.devices[device.ieee] = device }
  }

  var now: Instants {
    Instants(
      monotonic: monotonic,
      wall: WallTime(milliseconds: Self.wallStart + monotonic.nanoseconds / 1_000_000),
      wallIsTrusted: wallIsTrusted)
  }

  // MARK: - Inputs

  mutating func bringUp(firmware: String = "Z-Stack 3.x.0, build 20240710") {
    guard let channel = RadioChannel(rawValue: 15) else { return }
    input(.stateChanged(.running))
    let parameters = NetworkParameters(
      panID: PANIdentifier(rawValue: 0x1A62), extendedPANID: ExtendedPANIdentifier(rawValue: 1),
      channel: channel, coordinator: Self.coordinator, networkKey: nil)
    input(
      .networkUp(
        parameters,
        AdapterIdentity(family: "znp", firmware: firmware, ieee: Self.coordinator)))
  }

  mutating func input(_ event: RadioEvent) {
    host.radioEvent(event, at: now)
    drain()
  }

  mutating func call(_ body: (inout ZigbeeHost, Instants) -> Void) {
    body(&host, now)
    drain()
  }

  mutating func join(_ ieee: IEEEAddress, awakeFor span: TimeSpan = .seconds(20)) {
    guard let device = devices[ieee] else { return }
    devices[ieee]?.awakeUntil = monotonic + span
    input(.deviceJoined(ieee, device.address, parent: .coordinator))
    announce(ieee)
  }

  mutating func announce(_ ieee: IEEEAddress) {
    guard let device = devices[ieee] else { return }
    let message = ZDOMessage(
      sequence: 0x51,
      DeviceAnnounce(
        networkAddress: device.address, ieee: ieee, capability: device.capability))
    input(
      .received(
        APSIndication(
          source: device.address, sourceEndpoint: .deviceObject, destination: .broadcast,
          destinationEndpoint: .deviceObject, profile: .deviceProfile, cluster: message.cluster,
          payload: message.payload, linkQuality: LinkQuality(rawValue: 120))))
  }

  /// The device sends a frame of its own accord (and listens for a moment afterwards).
  mutating func speak(
    _ ieee: IEEEAddress, _ frame: ZCLFrame, cluster: ClusterID,
    destination: APSIndication.Destination = .device, awakeFor span: TimeSpan = .seconds(3)
  ) {
    guard let device = devices[ieee] else { return }
    devices[ieee]?.awakeUntil = max(device.awakeUntil, monotonic + span)
    input(.received(indication(device, frame, cluster: cluster, destination: destination)))
  }

  func indication(
    _ device: VirtualDevice, _ frame: ZCLFrame, cluster: ClusterID,
    destination: APSIndication.Destination = .device
  ) -> APSIndication {
    APSIndication(
      source: device.address, sourceEndpoint: EndpointID(1), destination: destination,
      destinationEndpoint: EndpointID(1), cluster: cluster, payload: frame.encodedBytes,
      linkQuality: LinkQuality(rawValue: 100))
  }

  // MARK: - Time

  mutating func run(for span: TimeSpan) {
    let end = monotonic + span
    while true {
      let nextEvent = pending.first?.due
      let nextTimer = host.nextDeadline
      guard let next = [nextEvent, nextTimer].compactMap({ $0 }).min(), next <= end else { break }
      monotonic = max(monotonic, next)
      if let nextEvent, nextEvent <= monotonic {
        let event = pending.removeFirst().event
        if case .sent = event { sendsInFlight -= 1 }
        host.radioEvent(event, at: now)
      } else {
        host.deadlinePassed(at: now)
      }
      drain()
    }
    monotonic = end
  }

  // MARK: - The adapter

  private mutating func schedule(_ event: RadioEvent, after span: TimeSpan) {
    order += 1
    let due = monotonic + span
    let index = pending.firstIndex { ($0.due, $0.order) > (due, order) } ?? pending.endIndex
    pending.insert((due, order, event), at: index)
  }

  private mutating func isLost() -> Bool { generator.next() % 100 < lossPercent }

  private mutating func drain() {
    while let output = host.nextOutput() {
      switch output {
      case .event(let event): events.append(event)
      case .radio(.send(let id, let request)): carry(id, request)
      case .radio(.permitJoin(let id, let seconds, let through)):
        otherCommands.append(.permitJoin(id, seconds: seconds, through: through))
        schedule(.permitJoinChanged(seconds: seconds), after: .milliseconds(5))
        schedule(.completed(id, .succeeded), after: .milliseconds(6))
      case .radio(let command): otherCommands.append(command)
      }
    }
  }

  private mutating func carry(_ id: RadioRequestID, _ request: APSRequest) {
    sent.append((monotonic, request))
    sendsInFlight += 1
    largestSendsInFlight = max(largestSendsInFlight, sendsInFlight)
    if isMute { return }
    if !scriptedResults.isEmpty {
      let result = scriptedResults.removeFirst()
      schedule(.sent(id, result), after: .milliseconds(10))
      guard result == .delivered else { return }
    } else if case .broadcast = request.destination {
      schedule(.sent(id, .delivered), after: .milliseconds(20))
    } else {
      guard case .device(let address) = request.destination,
        let device = devices.values.first(where: { $0.address == address }), !device.hasLeft,
        device.isListening(at: monotonic), !isLost()
      else {
        schedule(.sent(id, .failed(.noAcknowledgement(status: 0xE9))), after: .seconds(2))
        return
      }
      schedule(.sent(id, .delivered), after: .milliseconds(20))
    }
    deliver(request)
  }

  private mutating func deliver(_ request: APSRequest) {
    for ieee in devices.keys.sorted() {
      guard var device = devices[ieee] else { continue }
      switch request.destination {
      case .device(device.address): break
      case .broadcast where request.cluster == .networkAddressRequest:
        guard device.isListening(at: monotonic),
          let message = try? ZDOMessage(cluster: request.cluster, payload: request.payload),
          let asked = try? message.decode(NetworkAddressRequest.self), asked.ieee == ieee
        else { continue }
      default: continue
      }
      if device.isSleepy { device.awakeUntil = max(device.awakeUntil, monotonic + .seconds(3)) }
      let answers = device.answers(to: request)
      devices[ieee] = device
      for answer in answers where !isLost() {
        let indication = APSIndication(
          source: device.address, sourceEndpoint: answer.endpoint,
          destinationEndpoint: answer.destination, cluster: answer.cluster,
          payload: answer.payload, linkQuality: LinkQuality(rawValue: 90))
        schedule(.received(indication), after: .milliseconds(40))
      }
    }
  }

  // MARK: - Looking at what came out

  func results(of id: UInt64) -> [HostResult] {
    events.compactMap {
      if case .requestCompleted(HostRequestID(rawValue: id), let result) = $0 { return result }
      return nil
    }
  }

  var commands: [DeviceCommand] {
    events.compactMap {
      if case .command(let command) = $0 { return command }
      return nil
    }
  }

  var updates: [AttributeUpdate] {
    events.compactMap {
      if case .attributes(let update) = $0 { return update }
      return nil
    }
  }

  func count(_ event: HostEvent) -> Int { events.count { $0 == event } }

  var warnings: [String] {
    events.compactMap {
      if case .diagnostic(.warning(let text)) = $0 { return text }
      return nil
    }
  }

  /// The last stored record of a device, as a store would have it.
  func stored(_ ieee: IEEEAddress) -> ZigbeeDevice? {
    for event in events.reversed() {
      if case .deviceChanged(let device) = event, device.ieee == ieee { return device }
    }
    return nil
  }
}
