import SansIO

/// Where a script comes from: each source waits for itself.
package enum ScriptSource: Hashable, Sendable {
  case file
  case input
}

/// Holds script lines until their time has come: in order, `wait` holds back what follows in its source, `at`
/// and `every` run beside.
package struct ScriptPlayer: Sendable {
  /// A line that is to run now, or one that cannot be read.
  package enum Step: Sendable {
    case run(ScriptLine)
    case failed(ScriptError)
  }

  private struct Timed: Sendable {
    var due: MonotonicInstant
    var interval: TimeSpan?
    var line: ScriptLine
  }

  private struct Queue: Sendable {
    var text: [UInt8] = []
    var lines = BoundedQueue<String>(limit: ScriptPlayer.lineLimit)
    var lineNumber = 0
    var resumeAt: MonotonicInstant?
  }

  /// Lines that wait in one source, and commands that wait for their time.
  package static let lineLimit = 100_000
  static let timedLimit = 10_000

  private var file = Queue()
  private var input = Queue()
  private var timed: [Timed] = []
  private let start: MonotonicInstant

  package init(startingAt start: MonotonicInstant) { self.start = start }

  /// Adds bytes of a source; lines may come in pieces.
  package mutating func append(_ bytes: some Sequence<UInt8>, to source: ScriptSource) {
    var queue = source == .file ? file : input
    for byte in bytes {
      if byte == 0x0A {
        queue.lines.append(String(decoding: queue.text, as: UTF8.self))
        queue.text.removeAll(keepingCapacity: true)
      } else if queue.text.count <= ScriptParser.lineLimit {
        queue.text.append(byte)
      }
    }
    if source == .file { file = queue } else { input = queue }
  }

  /// The source has ended: its last line needs no newline.
  package mutating func end(_ source: ScriptSource) { append([0x0A], to: source) }

  package func nextDeadline(at now: MonotonicInstant) -> MonotonicInstant? {
    var candidates = timed.map(\.due)
    for queue in [file, input] where !queue.lines.isEmpty { candidates.append(queue.resumeAt ?? now) }
    return candidates.min()
  }

  package mutating func nextStep(at now: MonotonicInstant) -> Step? {
    if let index = timed.indices.filter({ timed[$0].due <= now }).min(by: { timed[$0].due < timed[$1].due }) {
      let line = timed[index].line
      if let interval = timed[index].interval {
        timed[index].due = max(timed[index].due + interval, now)
      } else {
        timed.remove(at: index)
      }
      return .run(line)
    }
    return step(from: .file, at: now) ?? step(from: .input, at: now)
  }

  private mutating func step(from source: ScriptSource, at now: MonotonicInstant) -> Step? {
    var queue = source == .file ? file : input
    defer { if source == .file { file = queue } else { input = queue } }
    if let resume = queue.resumeAt {
      guard resume <= now else { return nil }
      queue.resumeAt = nil
    }
    while let text = queue.lines.popFirst() {
      queue.lineNumber += 1
      do throws(ScriptError) {
        guard let line = try ScriptParser.parse(text, line: queue.lineNumber) else { continue }
        switch line.command {
        case .wait(let time):
          queue.resumeAt = now + time
          return .run(line)
        case .at(let time, let nested):
          try plan(Timed(due: start + time, interval: nil, line: nested), line)
          return .run(line)
        case .every(let interval, let nested):
          try plan(Timed(due: now + interval, interval: interval, line: nested), line)
          return .run(line)
        default: return .run(line)
        }
      } catch {
        return .failed(error)
      }
    }
    return nil
  }

  private mutating func plan(_ entry: Timed, _ line: ScriptLine) throws(ScriptError) {
    guard timed.count < Self.timedLimit else {
      throw ScriptError(
        line: line.line, column: line.column, message: "more than \(Self.timedLimit) timed commands")
    }
    timed.append(entry)
  }
}
