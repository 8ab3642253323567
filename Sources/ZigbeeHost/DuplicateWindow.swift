import SansIO
import ZCL
import Zigbee

/// The frames that one device sent in the last seconds, so that a copy (a retransmission, or the same
/// frame over two routes) is recognised: one event and one answer.
struct DuplicateWindow: Sendable {
  static let limit = 16

  private struct Entry: Sendable {
    var endpoint: EndpointID
    var cluster: ClusterID
    var frame: ZCLFrame
    var at: MonotonicInstant
  }

  private var entries: [Entry] = []

  /// Notes a frame; true when the same came within `window` before. A copy does not lengthen the window:
  /// devices exist whose sequence number never changes.
  mutating func isDuplicate(
    _ frame: ZCLFrame, endpoint: EndpointID, cluster: ClusterID, at now: MonotonicInstant,
    window: TimeSpan
  ) -> Bool {
    // In the order of their coming, so the outdated ones are the first.
    let outdated = entries.prefix { $0.at + window <= now }.count
    if outdated > 0 { entries.removeFirst(outdated) }
    for index in entries.indices
    where entries[index].frame.sequence == frame.sequence && entries[index].cluster == cluster
      && entries[index].endpoint == endpoint && entries[index].frame == frame
    {
      return true
    }
    if entries.count >= Self.limit { entries.removeFirst() }
    entries.append(Entry(endpoint: endpoint, cluster: cluster, frame: frame, at: now))
    return false
  }
}
