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
    entries.removeAll { $0.at + window <= now }
    if entries.contains(where: {
      $0.frame == frame && $0.endpoint == endpoint && $0.cluster == cluster
    }) {
      return true
    }
    if entries.count >= Self.limit { entries.removeFirst() }
    entries.append(Entry(endpoint: endpoint, cluster: cluster, frame: frame, at: now))
    return false
  }
}
