import SansIO

/// The race of connection attempts to the addresses of one host (RFC 8305, "happy eyeballs").
///
/// Theory of operation. The families take turns, beginning with that of the address which the system puts
/// first. An attempt begins when the one before it has failed, or has not come to an end within the stagger;
/// earlier ones go on. The first to connect wins, and the others are abandoned.
///
///     idle -start-> racing -connected-> won; racing -(all failed)-> lost
struct AddressRace {
  /// RFC 8305, 5: "Connection Attempt Delay".
  static let stagger = TimeSpan.milliseconds(250)

  enum Output: Hashable {
    case attempt(SocketAddress)
    /// The attempt at this address is not needed any more.
    case abandon(SocketAddress)
    case won(SocketAddress)
    /// Every address was tried in vain.
    case lost
  }

  private var waiting: [SocketAddress]
  private var running: [SocketAddress] = []
  private let stagger: TimeSpan
  private var isOver = false
  private var outputs: [Output] = []
  private(set) var nextDeadline: MonotonicInstant?

  init(addresses: [SocketAddress], stagger: TimeSpan = AddressRace.stagger) {
    waiting = Self.interleaved(addresses).reversed()
    self.stagger = stagger
  }

  /// The families in turns, each in its order.
  static func interleaved(_ addresses: [SocketAddress]) -> [SocketAddress] {
    let family = addresses.first?.family
    let (first, second) = (addresses.filter { $0.family == family }, addresses.filter { $0.family != family })
    return (0..<max(first.count, second.count)).flatMap { place in
      first.dropFirst(place).prefix(1) + second.dropFirst(place).prefix(1)
    }
  }

  mutating func nextOutput() -> Output? { outputs.isEmpty ? nil : outputs.removeFirst() }

  mutating func start(at now: MonotonicInstant) {
    guard running.isEmpty, !isOver else { return }
    attemptNext(at: now)
  }

  mutating func deadlinePassed(at now: MonotonicInstant) {
    guard let nextDeadline, nextDeadline <= now else { return }
    attemptNext(at: now)
  }

  mutating func failed(_ address: SocketAddress, at now: MonotonicInstant) {
    guard let place = running.firstIndex(of: address), !isOver else { return }
    running.remove(at: place)
    attemptNext(at: now)
  }

  mutating func connected(_ address: SocketAddress) {
    guard running.contains(address), !isOver else { return }
    finish(.won(address), except: address)
  }

  private mutating func attemptNext(at now: MonotonicInstant) {
    guard let address = waiting.popLast() else {
      nextDeadline = nil
      if running.isEmpty { finish(.lost, except: nil) }
      return
    }
    running.append(address)
    nextDeadline = waiting.isEmpty ? nil : now + stagger
    outputs.append(.attempt(address))
  }

  private mutating func finish(_ end: Output, except winner: SocketAddress?) {
    isOver = true
    nextDeadline = nil
    outputs += running.filter { $0 != winner }.map { .abandon($0) }
    outputs.append(end)
    (running, waiting) = ([], [])
  }
}
