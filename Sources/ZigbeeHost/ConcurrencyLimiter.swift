import SansIO

/// How many sends the adapter may hold at once: halved when it says that its buffers are full, one more
/// after every 20 that went well.
///
/// A burst of refusals from one full buffer counts once: each send carries the epoch in which it was
/// handed over, and only the first refusal of an epoch halves.
struct ConcurrencyLimiter: Sendable {
  static let ceiling = 64
  static let successesPerStep = 20

  private(set) var limit: Int
  private(set) var epoch: UInt32 = 0
  private(set) var inFlight = 0
  private(set) var halvings = 0
  private var successes = 0

  init(initial: Int) {
    limit = min(max(initial, 1), Self.ceiling)
  }

  /// What an adapter takes at the beginning: new firmware has room for 16, the old 8-bit chips for 2.
  static func initial(for firmware: String) -> Int {
    if firmware.contains("3.x") { return 16 }
    if firmware.contains("3.0") { return 4 }
    if firmware.contains("1.2") { return 2 }
    return 8
  }

  mutating func restart(initial: Int) {
    limit = min(max(initial, 1), Self.ceiling)
    successes = 0
    epoch &+= 1
  }

  /// A quarter of the places (one at least, where there are two) is kept for control and replies.
  func hasRoom(for priority: ZCLRequest.Priority) -> Bool {
    let reserve = limit > 1 ? max(1, limit / 4) : 0
    return inFlight < (priority >= .reply ? limit : limit - reserve)
  }

  mutating func handed() -> UInt32 {
    inFlight += 1
    return epoch
  }

  mutating func ended(isCongested: Bool, isDelivered: Bool, epoch handedIn: UInt32) {
    inFlight = max(0, inFlight - 1)
    if isCongested, handedIn == epoch {
      limit = max(1, limit / 2)
      halvings += 1
      successes = 0
      epoch &+= 1
    } else if isDelivered {
      successes += 1
      if successes >= Self.successesPerStep {
        successes = 0
        limit = min(limit + 1, Self.ceiling)
      }
    }
  }
}
