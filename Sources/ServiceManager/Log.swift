import Synchronization

/// Where the records of a log go. Called from any thread, one call at a time.
package protocol LogSink: Sendable {
  func write(_ record: LogRecord)
}

/// The log of the process, handed down by its composition root. May be used from any thread.
///
/// It hides nothing by itself: secrets have a type without a description. The same message at the same
/// level more than ten times in half a minute is counted rather than repeated, and the count is told with
/// the next one that gets through.
package final class Log: Sendable {
  private struct State {
    var limiter = RepetitionLimiter()
    var level: LogLevel
  }

  private let state: Mutex<State>
  private let sink: any LogSink
  private let clock: @Sendable () -> Int64

  /// `clock` gives monotonic seconds, for the counting of repetitions.
  package init(level: LogLevel, sink: any LogSink, clock: @escaping @Sendable () -> Int64) {
    state = Mutex(State(level: level))
    self.sink = sink
    self.clock = clock
  }

  /// The least important level that is written; a reload may change it.
  package var level: LogLevel {
    get { state.withLock { $0.level } }
    set { state.withLock { $0.level = newValue } }
  }

  package func isEnabled(_ level: LogLevel) -> Bool { level <= self.level }

  package func write(
    _ level: LogLevel, _ message: @autoclosure () -> String,
    _ fields: @autoclosure () -> KeyValuePairs<String, String> = [:]
  ) {
    guard isEnabled(level) else { return }
    let text = message()
    let now = clock()
    let verdict = state.withLock { $0.limiter.judge(level: level, message: text, at: now) }
    guard case .pass(let suppressed) = verdict else { return }
    var all = fields().map { ($0.key, $0.value) }
    if suppressed > 0 { all.append(("suppressed", "\(suppressed)")) }
    sink.write(LogRecord(level: level, message: text, fields: all))
  }

  package func error(
    _ message: @autoclosure () -> String,
    _ fields: @autoclosure () -> KeyValuePairs<String, String> = [:]
  ) { write(.error, message(), fields()) }

  package func warning(
    _ message: @autoclosure () -> String,
    _ fields: @autoclosure () -> KeyValuePairs<String, String> = [:]
  ) { write(.warning, message(), fields()) }

  package func notice(
    _ message: @autoclosure () -> String,
    _ fields: @autoclosure () -> KeyValuePairs<String, String> = [:]
  ) { write(.notice, message(), fields()) }

  package func info(
    _ message: @autoclosure () -> String,
    _ fields: @autoclosure () -> KeyValuePairs<String, String> = [:]
  ) { write(.info, message(), fields()) }

  package func debug(
    _ message: @autoclosure () -> String,
    _ fields: @autoclosure () -> KeyValuePairs<String, String> = [:]
  ) { write(.debug, message(), fields()) }
}
