import Transport

/// The bytes on their way to one stream: all of a turn in one write, and what does not fit in the stream's
/// send buffer when that is empty again.
struct MQTTLink {
  /// Above so many unsent bytes no new messages are begun.
  static let congestedAbove = 128 * 1024

  private(set) var stream: (any ByteStream)?
  private var unsent: [UInt8] = []
  private var isCongested = false

  init(stream: (any ByteStream)? = nil) { self.stream = stream }

  /// Whether it matters that the stream's send buffer has become empty.
  var waitsForRoom: Bool { isCongested || !unsent.isEmpty }

  mutating func append(_ bytes: [UInt8]) {
    guard stream != nil else { return }
    if unsent.isEmpty { unsent = bytes } else { unsent += bytes }
  }

  mutating func flush() {
    guard let stream, !unsent.isEmpty else { return }
    if stream.bufferedByteCount + unsent.count <= StreamLimits.sendBuffer, stream.write(unsent) {
      unsent = []
      return
    }
    // Nothing fits while the buffer holds something: `onDrained` comes and brings us here again.
    guard stream.bufferedByteCount == 0 else { return }
    let piece = Array(unsent.prefix(StreamLimits.sendBuffer))
    if stream.write(piece) { unsent.removeFirst(piece.count) }
  }

  /// Whether the link has become congested, or is no longer; nil while nothing has changed.
  mutating func congestionChange() -> Bool? {
    let waiting = unsent.count + (stream?.bufferedByteCount ?? 0)
    let congested = isCongested ? waiting > 0 : waiting > Self.congestedAbove
    guard congested != isCongested else { return nil }
    isCongested = congested
    return congested
  }
}
