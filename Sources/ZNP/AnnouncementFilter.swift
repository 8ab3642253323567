import SansIO
import Zigbee

/// The stack tells one device announcement twice, as an indication of its own and as a ZDO message; the
/// first of the two is delivered.
struct AnnouncementFilter: Sendable {
  static let limit = 16
  static let window = TimeSpan.seconds(3)

  private struct Entry: Hashable, Sendable {
    var address: NetworkAddress
    var ieee: IEEEAddress
    var isRaw: Bool
    var time: MonotonicInstant
  }

  private var recent: [Entry] = []

  /// Whether this form of an announcement is the first.
  mutating func isFirst(
    _ address: NetworkAddress, _ ieee: IEEEAddress, isRaw: Bool, at now: MonotonicInstant
  ) -> Bool {
    recent.removeAll { now - $0.time > Self.window }
    if let twin = recent.firstIndex(where: {
      $0.address == address && $0.ieee == ieee && $0.isRaw != isRaw
    }) {
      recent.remove(at: twin)
      return false
    }
    if recent.count >= Self.limit { recent.removeFirst() }
    recent.append(Entry(address: address, ieee: ieee, isRaw: isRaw, time: now))
    return true
  }
}
