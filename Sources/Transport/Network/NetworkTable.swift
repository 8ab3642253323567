import ByteCoding

/// What the kernel says of links and addresses over rtnetlink, and what changes there.
///
/// Theory of operation. A dump of the links, then one of the addresses, fills the table without a word; from
/// then on each notice is compared with it, so that the refreshing of what is known (an address's lifetime, a
/// radio's statistics) is no change. When notices were lost the dumps are made anew and compared with what
/// was known before. Routes are not kept: each notice of one is told.
///
///     begin() -> links -(done)-> addresses -(done)-> live -(overrun)-> links
struct NetworkTable {
  /// More links or addresses than this are not followed.
  static let entryLimit = 1_024
  /// More changes than this never wait to be taken.
  static let outputLimit = 4_096

  enum Output: Hashable {
    case send([UInt8])
    case change(NetworkChange)
  }

  private enum Phase {
    case links
    case addresses
    case live
  }

  private struct Entries: Hashable {
    /// By interface index.
    var links: [Int32: Link] = [:]
    var addresses: Set<IPAddress> = []
  }

  private struct Link: Hashable {
    var name: String
    var isUp: Bool
  }

  private var phase = Phase.links
  private var entries = Entries()
  /// What was known before notices were lost.
  private var previous: Entries?
  private var outputs: [Output] = []
  private var sequence: UInt32 = 0

  /// Whether the address is one of this machine's; nil while that is not known yet.
  func holds(_ address: IPAddress) -> Bool? {
    phase == .live ? entries.addresses.contains(address) : previous?.addresses.contains(address)
  }

  mutating func begin() {
    entries = Entries()
    phase = .links
    request(NetlinkMessage.getLink, body: [UInt8](repeating: 0, count: 16))
  }

  /// Notices were lost.
  mutating func overran() {
    if phase == .live { previous = entries }
    begin()
  }

  mutating func nextOutput() -> Output? { outputs.isEmpty ? nil : outputs.removeFirst() }

  mutating func received(_ datagram: [UInt8]) {
    for message in NetlinkMessage.messages(in: datagram) { take(message) }
  }

  private mutating func take(_ message: NetlinkMessage) {
    switch message.body {
    case .done: finishDump(message.sequence)
    case .error: finishDump(message.sequence)
    case .link(let link): takeLink(link)
    case .address(let address): takeAddress(address)
    case .route(let route):
      guard phase == .live, route.counts else { return }
      tell(
        route.isRemoved ? .routeRemoved(isDefault: route.isDefault) : .routeAdded(isDefault: route.isDefault))
    }
  }

  private mutating func takeLink(_ link: NetlinkMessage.Link) {
    guard !link.isLoopback else { return }
    let known = entries.links[link.index]
    if link.isRemoved {
      entries.links[link.index] = nil
    } else {
      guard known != nil || entries.links.count < Self.entryLimit else { return }
      entries.links[link.index] = Link(name: link.name, isUp: link.isUp)
    }
    guard phase == .live else { return }
    let (was, isNow) = (known?.isUp ?? false, !link.isRemoved && link.isUp)
    guard was != isNow else { return }
    tell(isNow ? .linkUp(interface: link.name) : .linkDown(interface: link.name))
  }

  private mutating func takeAddress(_ address: NetlinkMessage.Address) {
    if address.isRemoved || address.isTentative {
      // A tentative address cannot be used yet; the notice that it can comes later.
      guard entries.addresses.remove(address.address) != nil, phase == .live else { return }
      tell(.addressRemoved(address.address))
    } else {
      guard entries.addresses.count < Self.entryLimit,
        entries.addresses.insert(address.address).inserted, phase == .live
      else { return }
      tell(.addressAdded(address.address))
    }
  }

  private mutating func finishDump(_ answered: UInt32) {
    guard answered == sequence else { return }
    switch phase {
    case .links:
      phase = .addresses
      request(NetlinkMessage.getAddress, body: [UInt8](repeating: 0, count: 8))
    case .addresses:
      phase = .live
      if let previous { compare(with: previous) }
      previous = nil
    case .live: break
    }
  }

  private mutating func compare(with old: Entries) {
    for address in old.addresses.subtracting(entries.addresses).sorted(by: Self.isBefore) {
      tell(.addressRemoved(address))
    }
    for (index, link) in old.links.sorted(by: { $0.key < $1.key })
    where link.isUp && entries.links[index]?.isUp != true {
      tell(.linkDown(interface: link.name))
    }
    for (index, link) in entries.links.sorted(by: { $0.key < $1.key })
    where link.isUp && old.links[index]?.isUp != true {
      tell(.linkUp(interface: link.name))
    }
    for address in entries.addresses.subtracting(old.addresses).sorted(by: Self.isBefore) {
      tell(.addressAdded(address))
    }
  }

  private static func isBefore(_ left: IPAddress, _ right: IPAddress) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  private mutating func tell(_ change: NetworkChange) {
    guard outputs.count < Self.outputLimit else { return }
    outputs.append(.change(change))
  }

  private mutating func request(_ type: UInt16, body: [UInt8]) {
    sequence &+= 1
    outputs.append(.send(NetlinkMessage.dumpRequest(type, sequence: sequence, body: body)))
  }
}
