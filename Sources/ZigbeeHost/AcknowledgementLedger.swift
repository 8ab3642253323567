import SansIO
import ZCL
import Zigbee

/// Frames whose default response waits until their record is durable (design rule 7).
///
/// - received: pending, a token goes up with the event;
/// - the same frame again while pending: no second event, the answer that comes covers both;
/// - acknowledged or refused: the response is handed over once, the entry is kept as answered;
/// - the same frame again later than `repeatTime` after the answer: the device did not hear it, so it is
///   answered again without an event;
/// - refused, and the same frame again: it is new, perhaps it can be recorded now;
/// - pending for longer than the limit: dropped, nothing is sent, and the device keeps its record.
struct AcknowledgementLedger: Sendable {
  struct Entry: Sendable {
    var device: IEEEAddress
    var endpoint: EndpointID
    /// The gateway's endpoint that the frame was sent to.
    var ownEndpoint: EndpointID
    var cluster: ClusterID
    var frame: ZCLFrame
    var receivedAt: MonotonicInstant
    var answer: (status: ZCLStatus, at: MonotonicInstant)?
  }

  enum Arrival: Equatable, Sendable {
    case new(AcknowledgementToken)
    /// A copy that needs nothing.
    case copy
    /// A copy whose answer was lost: answer it again.
    case unheard(ZCLStatus)
  }

  static let repeatTime = TimeSpan.seconds(1)

  let limit: Int
  let pendingTime: TimeSpan
  let answeredTime: TimeSpan
  private var entries: [AcknowledgementToken: Entry] = [:]
  private var order: [AcknowledgementToken] = []
  private var nextToken: UInt64 = 1
  /// Frames that were never acknowledged in time.
  private(set) var lapsed = 0

  init(limit: Int, pendingTime: TimeSpan, answeredTime: TimeSpan) {
    self.limit = max(1, limit)
    self.pendingTime = pendingTime
    self.answeredTime = answeredTime
  }

  var pendingCount: Int { entries.values.count { $0.answer == nil } }

  private func expiry(of entry: Entry) -> MonotonicInstant {
    if let answer = entry.answer { return answer.at + answeredTime }
    return entry.receivedAt + pendingTime
  }

  mutating func received(
    _ frame: ZCLFrame, from device: IEEEAddress, endpoint: EndpointID,
    ownEndpoint: EndpointID, cluster: ClusterID, at now: MonotonicInstant
  ) -> Arrival {
    expire(at: now)
    for (token, entry) in entries
    where entry.device == device && entry.endpoint == endpoint && entry.cluster == cluster
      && entry.frame == frame
    {
      guard let answer = entry.answer else { return .copy }
      guard answer.at + Self.repeatTime <= now else { return .copy }
      guard answer.status == .success else {
        // It was refused and the device tries again: so may we.
        drop(token)
        break
      }
      entries[token]?.answer = (answer.status, now)
      return .unheard(answer.status)
    }
    if order.count >= limit, let oldest = order.first { drop(oldest) }
    let token = AcknowledgementToken(rawValue: nextToken)
    nextToken += 1
    entries[token] = Entry(
      device: device, endpoint: endpoint, ownEndpoint: ownEndpoint, cluster: cluster, frame: frame,
      receivedAt: now)
    order.append(token)
    return .new(token)
  }

  /// The frame to answer; nil when the token is unknown, lapsed or answered already.
  mutating func settle(
    _ token: AcknowledgementToken, status: ZCLStatus, at now: MonotonicInstant
  ) -> Entry? {
    expire(at: now)
    guard let entry = entries[token], entry.answer == nil else { return nil }
    entries[token]?.answer = (status, now)
    return entry
  }

  mutating func expire(at now: MonotonicInstant) {
    for token in order {
      guard let entry = entries[token], expiry(of: entry) <= now else { continue }
      drop(token)
    }
  }

  private mutating func drop(_ token: AcknowledgementToken) {
    if let entry = entries.removeValue(forKey: token), entry.answer == nil { lapsed += 1 }
    order.removeAll { $0 == token }
  }

  mutating func forget(_ device: IEEEAddress) {
    let gone = Set(entries.filter { $0.value.device == device }.keys)
    order.removeAll { gone.contains($0) }
    for token in gone { entries[token] = nil }
  }
}
