/// Counts equal messages so that a fault in a loop cannot fill a disk.
struct RepetitionLimiter {
  static let windowSeconds: Int64 = 30
  static let messagesPerWindow = 10
  /// How many different messages are kept count of; beyond it the oldest windows go.
  static let tableLimit = 256

  enum Verdict: Equatable {
    /// To be written, with how many like it were left out before.
    case pass(suppressed: Int)
    case suppress
  }

  private struct Key: Hashable {
    var level: LogLevel
    var message: String
  }

  private struct Window {
    var start: Int64
    var count: Int
  }

  private var windows: [Key: Window] = [:]

  mutating func judge(level: LogLevel, message: String, at now: Int64) -> Verdict {
    let key = Key(level: level, message: message)
    guard let window = windows[key] else {
      makeRoom(at: now)
      windows[key] = Window(start: now, count: 1)
      return .pass(suppressed: 0)
    }
    guard now - window.start < Self.windowSeconds else {
      windows[key] = Window(start: now, count: 1)
      return .pass(suppressed: max(0, window.count - Self.messagesPerWindow))
    }
    windows[key]?.count += 1
    return window.count < Self.messagesPerWindow ? .pass(suppressed: 0) : .suppress
  }

  private mutating func makeRoom(at now: Int64) {
    guard windows.count >= Self.tableLimit else { return }
    windows = windows.filter { now - $0.value.start < Self.windowSeconds }
    while windows.count >= Self.tableLimit,
      let oldest = windows.min(by: { $0.value.start < $1.value.start })
    {
      windows[oldest.key] = nil
    }
  }
}
