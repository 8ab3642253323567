import Glibc
import Synchronization

/// Writes each record as a line to standard error.
package final class StandardErrorSink: LogSink {
  private let descriptor: Int32
  private let isWriting = Mutex(())

  package init(descriptor: Int32 = 2) { self.descriptor = descriptor }

  package func write(_ record: LogRecord) {
    let bytes = Array(record.line.utf8) + [0x0A]
    isWriting.withLock { _ in
      // One write, so that lines of several processes do not mix; a log that cannot be written is lost.
      _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
  }
}
