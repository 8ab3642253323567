/// Bytes that wait to be sent, bounded.
struct SendBuffer {
  private var bytes: [UInt8] = []
  private var head = 0
  let limit: Int

  init(limit: Int) { self.limit = limit }

  var count: Int { bytes.count - head }
  var isEmpty: Bool { count == 0 }

  /// All or none; false when they do not fit.
  mutating func append(_ more: [UInt8]) -> Bool {
    guard more.count <= limit - count else { return false }
    bytes += more
    return true
  }

  /// Hands the waiting bytes to `send`, which tells how many it took.
  mutating func drain(_ send: (UnsafeRawBufferPointer) -> Int) -> Int {
    let sent = bytes.withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: $0[head...])) }
    guard sent > 0 else { return sent }
    head += min(sent, count)
    if head == bytes.count {
      removeAll()
    } else if head > 64 * 1024 {
      bytes.removeFirst(head)
      head = 0
    }
    return sent
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 64 * 1024)
    head = 0
  }
}
