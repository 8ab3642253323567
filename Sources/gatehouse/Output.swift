import Glibc

/// Text to the two standard streams, whole lines, without buffering surprises.
enum Output {
  static func line(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }
  static func error(_ text: String) { write("gatehouse: \(text)\n", to: STDERR_FILENO) }

  static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return
      }
      bytes = bytes.dropFirst(count)
    }
  }

  /// A table with its columns padded; the last column is not.
  static func table(_ rows: [[String]]) {
    guard let first = rows.first else { return }
    let widths = first.indices.map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    for row in rows {
      var text = ""
      for (column, cell) in row.enumerated() {
        let isLast = column == row.count - 1
        text += cell + (isLast ? "" : String(repeating: " ", count: max(0, widths[column] - cell.count) + 2))
      }
      line(text)
    }
  }
}

/// The exit codes (README): success, failure, wrong usage, wrong configuration.
enum ExitCode: Int32 {
  case success = 0
  case failure = 1
  case usage = 2
  /// `gatehouse mqtt -W` waited long enough.
  case timedOut = 27
  /// `EX_CONFIG` of sysexits: the service is not restarted for it.
  case configuration = 78
}
