import Glibc
import ServiceManager
import Settings

/// The log that the settings ask for.
enum LogSetup {
  static func log(_ settings: Settings.Log) -> Log {
    Log(level: level(settings.level), sink: sink(settings.target), clock: monotonicSeconds)
  }

  static func level(_ level: Settings.Log.Level) -> LogLevel {
    switch level {
    case .error: .error
    case .warning: .warning
    case .notice: .notice
    case .info: .info
    case .debug: .debug
    }
  }

  private static func sink(_ target: Settings.Log.Target) -> any LogSink {
    switch target {
    case .journal: JournalSink(identifier: "gatehouse")
    case .stderr: StandardErrorSink()
    case .auto:
      JournalSink.isJournalListening() ? JournalSink(identifier: "gatehouse") : StandardErrorSink()
    }
  }

  @Sendable private static func monotonicSeconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec)
  }
}
