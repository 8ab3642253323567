import ByteCoding
import JSON
import SansIO
import ZCL
import ZNP
import Zigbee

@testable import Simulation

/// A host for tests: it speaks MT to a house under virtual time, and remembers what comes back.
struct HostProbe {
  var house: VirtualHouse
  var now = MonotonicInstant.zero
  private var deframer = UNPIDeframer()
  /// Frames that nobody has taken yet.
  private(set) var frames: [UNPIFrame] = []
  /// Every byte that came, for comparing runs.
  private(set) var bytes: [UInt8] = []

  init(_ options: HouseOptions = HouseOptions()) {
    house = VirtualHouse(options: options)
    house.powerOn(at: now)
    run(for: .seconds(1))
  }

  init(restoring house: VirtualHouse) {
    self.house = house
    self.house.powerOn(at: now)
    run(for: .seconds(1))
  }

  init(release: ZStackRelease, seed: UInt64 = 1) {
    self.init(HouseOptions(coordinator: CoordinatorOptions(release: release), seed: seed))
  }

  mutating func run(for interval: TimeSpan) {
    let end = now + interval
    collect()
    while let deadline = house.nextDeadline, deadline <= end {
      now = max(now, deadline)
      house.deadlinePassed(at: now)
      collect()
    }
    now = end
  }

  private mutating func collect() {
    let new = house.takeBytes()
    bytes += new
    deframer.append(new)
    while let frame = deframer.nextFrame() { frames.append(frame) }
  }

  mutating func sendRaw(_ bytes: [UInt8]) {
    house.bytesReceived(bytes, at: now)
    collect()
  }

  mutating func send(
    _ type: MTMessageType, _ subsystem: MTSubsystem, _ command: UInt8,
    _ payload: [UInt8] = []
  ) {
    let frame = UNPIFrame(type: type, id: MTCommandID(subsystem, command), payload: payload)
    sendRaw(frame.bytes ?? [])
  }

  /// Sends a request and takes its answer.
  mutating func request(_ subsystem: MTSubsystem, _ command: UInt8, _ payload: [UInt8] = []) -> [UInt8]? {
    send(.synchronousRequest, subsystem, command, payload)
    let index = frames.firstIndex {
      $0.type == .synchronousResponse && $0.id == MTCommandID(subsystem, command)
    }
    return index.map { frames.remove(at: $0).payload }
  }

  /// Takes the first indication of this kind.
  mutating func take(_ subsystem: MTSubsystem, _ command: UInt8) -> [UInt8]? {
    let index = frames.firstIndex {
      $0.type == .asynchronousRequest && $0.id == MTCommandID(subsystem, command)
    }
    return index.map { frames.remove(at: $0).payload }
  }

  mutating func takeAll(_ subsystem: MTSubsystem, _ command: UInt8) -> [[UInt8]] {
    var all: [[UInt8]] = []
    while let one = take(subsystem, command) { all.append(one) }
    return all
  }

  mutating func forgetFrames() { frames.removeAll() }

  // MARK: A running network

  /// Forms a network, registers endpoint 1 for home automation and has ZDO answers told.
  mutating func formNetwork() {
    if house.zStack.release.hasBDB {
      _ = request(.appConfig, 0x08, [1, 0x00, 0x80, 0x00, 0x00])
      _ = request(.appConfig, 0x05, [0x04])
    } else {
      _ = request(.zdo, 0x40, [100, 0])
    }
    run(for: .seconds(2))
    register()
  }

  mutating func register() {
    _ = request(.sys, 0x09, [0x8F, 0x00, 0x00, 0x01, 0x01])
    _ = request(.af, 0x00, [1, 0x04, 0x01, 0x05, 0x00, 0, 0, 0, 0])
    forgetFrames()
  }

  mutating func permitJoining(_ seconds: UInt8 = 60) {
    _ = request(.zdo, 0x36, [0x0F, 0xFC, 0xFF, seconds, 1])
  }

  @discardableResult
  mutating func execute(_ text: String) throws -> String {
    guard let line = try ScriptParser.parse(text, line: 1) else { return "" }
    let answer = try house.execute(line, at: now)
    house.drainCoordinator(at: now)
    collect()
    return answer.map { JSONValue.object($0).description } ?? ""
  }

  /// Adds a device and lets it join an open network; its short address.
  mutating func join(_ kind: DeviceKind, _ name: String) -> NetworkAddress {
    house.add(kind, name: name)
    permitJoining()
    if let index = house.index(named: name) { house.startSearching(index, at: now) }
    house.drainCoordinator(at: now)
    run(for: .seconds(1))
    forgetFrames()
    return house.device(named: name)?.address ?? .unknown
  }

  // MARK: ZCL

  mutating func sendZCL(
    _ frame: ZCLFrame, _ cluster: ClusterID, to address: NetworkAddress, endpoint: UInt8 = 1,
    transaction: UInt8 = 9
  ) -> [UInt8]? {
    let data = frame.encodedBytes
    let head = littleEndian(address.rawValue) + [endpoint, 1] + littleEndian(cluster.rawValue)
    return request(.af, 0x01, head + [transaction, 0, 30, UInt8(data.count)] + data)
  }

  /// What came from a cluster, oldest first: the ZCL frames of AF incoming messages.
  mutating func takeZCL(_ cluster: ClusterID) -> [ZCLFrame] {
    let all = takeAll(.af, 0x81).filter { $0.count > 17 }
    return all.compactMap { message in
      guard UInt16(message[2]) | UInt16(message[3]) << 8 == cluster.rawValue else { return nil }
      return try? ZCLFrame(prefixOf: Array(message[17..<(17 + Int(message[16]))]))
    }
  }

  /// Sends a command of a cluster and takes the answer, within `seconds`.
  mutating func ask(
    _ cluster: ClusterID, _ command: UInt8, _ payload: [UInt8] = [], of address: NetworkAddress,
    seconds: Int64 = 2
  ) -> ZCLFrame? {
    let frame = ZCLFrame(
      kind: .cluster, direction: .clientToServer, sequence: 77, command: CommandID(command), payload: payload)
    return answer(to: frame, cluster, address, seconds)
  }

  mutating func askGlobal(
    _ cluster: ClusterID, _ command: CommandID, _ payload: [UInt8], of address: NetworkAddress
  ) -> ZCLFrame? {
    let frame = ZCLFrame(
      kind: .global, direction: .clientToServer, sequence: 77, command: command, payload: payload)
    return answer(to: frame, cluster, address, 2)
  }

  private mutating func answer(
    to frame: ZCLFrame, _ cluster: ClusterID, _ address: NetworkAddress, _ seconds: Int64
  ) -> ZCLFrame? {
    forgetFrames()
    _ = sendZCL(frame, cluster, to: address)
    run(for: .seconds(seconds))
    return takeZCL(cluster).first { $0.sequence == 77 }
  }

  mutating func read(_ cluster: ClusterID, _ attribute: UInt16, of address: NetworkAddress) -> TypedValue? {
    let answer = askGlobal(cluster, GlobalCommand.readAttributes, littleEndian(attribute), of: address)
    guard let answer, let response = try? ReadAttributesResponse(prefixOf: answer.payload) else { return nil }
    return response.list.records.first?.value
  }

  mutating func bind(_ cluster: ClusterID, of address: NetworkAddress, _ ieee: IEEEAddress) -> [UInt8]? {
    let coordinator = littleEndian(house.coordinator.ieeeAddress.rawValue)
    _ = request(
      .zdo, 0x21,
      littleEndian(address.rawValue) + littleEndian(ieee.rawValue) + [1] + littleEndian(cluster.rawValue) + [
        3
      ]
        + coordinator + [1])
    run(for: .seconds(7))
    return take(.zdo, 0xA1)
  }
}
