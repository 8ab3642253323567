import RadioInterface
import SansIO

/// Long messages that are being fetched from the adapter, one after the other.
struct RetrievalTable: Sendable {
  static let limit = 8
  static let longestMessage = 2_048
  static let pieceLength = 240

  private struct Entry: Sendable {
    var message: IncomingMessage
    var timestamp: UInt32
    var length: Int
  }

  private var queue = BoundedQueue<Entry>(limit: limit)
  private var current: Entry?

  /// False when it cannot be fetched: too long, or too many wait.
  mutating func add(_ message: IncomingMessage) -> Bool {
    guard let waiting = message.waiting, waiting.length <= Self.longestMessage else { return false }
    return queue.append(Entry(message: message, timestamp: waiting.timestamp, length: waiting.length))
  }

  /// The request for the next piece; nil when one is out already or nothing waits.
  mutating func nextRequest() -> MTRequest? {
    guard current == nil, let next = queue.popFirst() else { return nil }
    current = next
    return piece(next)
  }

  private func piece(_ entry: Entry) -> MTRequest {
    let offset = entry.message.indication.payload.count
    return .retrieve(
      timestamp: entry.timestamp, offset: UInt16(truncatingIfNeeded: offset),
      length: UInt8(truncatingIfNeeded: min(Self.pieceLength, entry.length - offset)))
  }

  /// What follows a piece: the next request, the whole message, or nothing when it is lost.
  mutating func take(_ reply: MTReply) -> (request: MTRequest?, message: APSIndication?) {
    guard var entry = current else { return (nil, nil) }
    current = nil
    let missing = entry.length - entry.message.indication.payload.count
    if missing == 0 { return (nil, nil) }
    guard let data = reply.value, !data.isEmpty, data.count <= missing else { return (nil, nil) }
    entry.message.indication.payload += data
    current = entry
    if data.count < missing { return (piece(entry), nil) }
    let release = MTRequest.retrieve(timestamp: entry.timestamp, offset: 0, length: 0)
    return (release, entry.message.indication)
  }
}
