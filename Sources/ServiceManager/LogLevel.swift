/// How much a line of the log matters; the numbers are syslog's.
package enum LogLevel: Int, Comparable, Hashable, Sendable, CaseIterable {
  case error = 3
  case warning = 4
  case notice = 5
  case info = 6
  case debug = 7

  /// The name as in `[log] level`.
  package init?(name: String) {
    guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = level
  }

  package var name: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .notice: "notice"
    case .info: "info"
    case .debug: "debug"
    }
  }

  /// Less is more important.
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
