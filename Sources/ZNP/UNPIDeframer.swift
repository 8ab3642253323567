/// Finds UNPI frames in a stream of bytes, whatever the read boundaries.
///
/// UNPI has no escape for its start byte, so a start byte proves nothing: after a wrong check byte, an
/// impossible length or type, the search goes on one byte behind the false start, inside the bad frame.
/// A frame that stops coming would hold back the good ones behind it; the session calls
/// `abandonPartialFrame` when no byte came for longer than the line can pause.
///
/// Append, then take `nextFrame` until it is nil.
package struct UNPIDeframer: Sendable {
  /// Bytes kept when nobody takes frames; older ones are dropped.
  package static let bufferLimit = 65_536

  private var buffer: [UInt8] = []
  private var head = 0
  /// Bytes that belonged to no good frame, since the beginning.
  package private(set) var droppedBytes: UInt64 = 0
  /// Frames with a wrong check byte (or what looked like frames).
  package private(set) var checkFailures: UInt64 = 0
  package private(set) var deliveredFrames: UInt64 = 0

  package init() {}

  /// Bytes that wait for the rest of their frame.
  package var pendingByteCount: Int { buffer.count - head }

  package mutating func append(_ bytes: [UInt8]) {
    buffer.append(contentsOf: bytes)
    let excess = pendingByteCount - Self.bufferLimit
    if excess > 0 { drop(excess) }
  }

  package mutating func nextFrame() -> UNPIFrame? {
    while let attempt = attempt() {
      switch attempt {
      case .frame(let frame, let length):
        head += length
        deliveredFrames &+= 1
        compact()
        return frame
      case .garbage(let count):
        drop(count)
      }
    }
    compact()
    return nil
  }

  /// Gives up the frame that waits for its rest: the search goes on one byte behind its start.
  /// Returns the frames that were hidden in it.
  package mutating func abandonPartialFrame() -> [UNPIFrame] {
    var frames: [UNPIFrame] = []
    while pendingByteCount > 0 {
      drop(1)
      while let frame = nextFrame() { frames.append(frame) }
    }
    return frames
  }

  /// Forgets what waits, as after the port was opened anew.
  package mutating func discard() {
    drop(pendingByteCount)
    compact()
  }

  private enum Attempt {
    case frame(UNPIFrame, length: Int)
    case garbage(Int)
  }

  /// What lies at the head: nil means that more bytes are needed to tell.
  private mutating func attempt() -> Attempt? {
    guard head < buffer.count else { return nil }
    guard buffer[head] == UNPIFrame.startByte else {
      let next = buffer[head...].firstIndex(of: UNPIFrame.startByte) ?? buffer.endIndex
      return .garbage(next - head)
    }
    guard head + 1 < buffer.count else { return nil }
    let length = Int(buffer[head + 1])
    guard length <= UNPIFrame.longestPayload else { return .garbage(1) }
    guard head + 2 < buffer.count else { return nil }
    let first = buffer[head + 2]
    guard let type = MTMessageType(rawValue: first >> 5) else { return .garbage(1) }
    let total = length + UNPIFrame.overhead
    guard buffer.count - head >= total else { return nil }
    let end = head + total - 1
    guard UNPIFrame.checkByte(buffer[(head + 1)..<end]) == buffer[end] else {
      checkFailures &+= 1
      return .garbage(1)
    }
    let frame = UNPIFrame(
      type: type, id: MTCommandID(MTSubsystem(rawValue: first), buffer[head + 3]),
      payload: Array(buffer[(head + 4)..<end]))
    return .frame(frame, length: total)
  }

  private mutating func drop(_ count: Int) {
    head += count
    droppedBytes &+= UInt64(count)
  }

  private mutating func compact() {
    if head == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 4_096)
      head = 0
    } else if head > 1_024 {
      buffer.removeFirst(head)
      head = 0
    }
  }
}
