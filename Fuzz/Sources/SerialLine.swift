import RadioInterface
import SansIO
import Simulation
import ZNP
import Zigbee

/// A session and a house with its coordinator at the two ends of a serial line, in virtual time.
struct SerialLine {
  var session: ZNPSession
  var house: VirtualHouse
  var now = MonotonicInstant.zero
  var events: [RadioEvent] = []
  var isOpen = false
  /// Bytes from the coordinator that have not arrived.
  var underWay: [UInt8] = []

  static let entropy = FormingEntropy(
    networkKey: Secret(
      KeyBytes((0..<16).map { UInt8(201 &- $0 * 11) }) ?? KeyBytes.wellKnownLinkKey.reveal()),
    panID: PANIdentifier(rawValue: 0x3C5A),
    extendedPANID: ExtendedPANIdentifier(rawValue: 0x5EED_0BAD_F00D_0001))

  /// Bytes on the line beyond which older ones would be lost; a coordinator has no more either.
  static let lineLimit = 65_536

  init() {
    house = VirtualHouse()
    session = ZNPSession(configuration: ZNPConfiguration(entropy: Self.entropy))
  }

  /// A line whose coordinator has formed a network.
  static func formed() -> SerialLine {
    var line = SerialLine()
    line.open()
    line.run(for: .seconds(30)) { $0.session.state == .running }
    require(line.session.state == .running, "the network was not formed: \(line.session.state)")
    line.events = []
    return line
  }

  mutating func open() {
    guard !isOpen else { return }
    isOpen = true
    house.powerOn(at: now)
    session.linkOpened(at: now)
    drain()
  }

  mutating func close() {
    guard isOpen else { return }
    isOpen = false
    underWay = []
    session.linkClosed(reason: "unplugged", at: now)
    drain()
  }

  mutating func inject(_ bytes: [UInt8]) {
    session.bytesReceived(bytes, at: now)
    drain()
  }

  /// What the coordinator has sent arrives.
  mutating func deliver() {
    for _ in 0..<256 {
      drain()
      guard !underWay.isEmpty else { return }
      let bytes = underWay
      underWay = []
      if isOpen { session.bytesReceived(bytes, at: now) }
    }
    require(false, "session and coordinator never come to rest")
  }

  mutating func drain() {
    for _ in 0..<8_192 {
      guard let output = session.nextOutput() else {
        underWay += house.takeBytes()
        if underWay.count > Self.lineLimit { underWay = [] }
        return
      }
      switch output {
      case .transmit(let bytes): if isOpen { house.bytesReceived(bytes, at: now) }
      case .needsEntropy: session.provideEntropy(Self.entropy, at: now)
      case .closeLink: isOpen = false
      case .event(let event): events.append(event)
      case .setLines: break
      }
    }
    require(false, "the session's outputs never end")
  }

  /// One timer; false when none is due until `end`.
  mutating func step(until end: MonotonicInstant, delivering: Bool = true) -> Bool {
    guard let next = [session.nextDeadline, house.nextDeadline].compactMap(\.self).min(), next <= end
    else { return false }
    now = max(now, next)
    house.deadlinePassed(at: now)
    if let deadline = session.nextDeadline, deadline <= now {
      session.deadlinePassed(at: now)
      drain()
      require(
        session.nextDeadline.map { $0 > now } ?? true, "a deadline that has passed stays: \(session.state)")
    }
    if delivering { deliver() } else { drain() }
    return true
  }

  mutating func run(for span: TimeSpan, until isDone: (SerialLine) -> Bool = { _ in false }) {
    let end = now + span
    deliver()
    while !isDone(self), step(until: end) {}
    if !isDone(self) { now = max(now, end) }
  }
}
