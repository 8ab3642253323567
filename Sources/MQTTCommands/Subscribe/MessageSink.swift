import Glibc
import Storage

/// Where shown messages go.
protocol MessageSink: AnyObject {
  /// Writes them; then the changes that have to be durable together with the acceptance of these messages.
  func write(_ bytes: [UInt8]) throws(MQTTCommandFailure) -> [StoreChange]
}

final class StandardOutputSink: MessageSink {
  func write(_ bytes: [UInt8]) throws(MQTTCommandFailure) -> [StoreChange] {
    guard CommandOutput.write(bytes) else { throw .failed("standard output: \(SystemText.of(errno))") }
    return []
  }
}

/// A file that gets every message once, whatever is killed in between.
///
/// Its length is stored in the transaction that makes the broker forget the messages. What the file has beyond
/// that length belongs to messages that will come again, and is cut off at the start.
final class OnceOnlyFile: MessageSink {
  private let path: String
  private let key: String
  private let descriptor: Int32
  private var length: Int

  init(path: String, metadata: [String: [UInt8]]) throws(MQTTCommandFailure) {
    self.path = path
    key = "mqtt.output:\(path)"
    length = metadata[key].flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .failed("--output \(path): \(SystemText.of(errno))") }
    let end = lseek(descriptor, 0, SEEK_END)
    guard end >= length else {
      throw .failed(
        "--output \(path): has \(end) bytes, and the store knows of \(length): is it the same file?")
    }
    guard length > 0 || end == 0 || metadata[key] != nil else {
      throw .failed("--output \(path): has \(end) bytes that the store knows nothing of; name a new file")
    }
    guard ftruncate(descriptor, length) == 0 else {
      throw .failed("--output \(path): \(SystemText.of(errno))")
    }
  }

  deinit { close(descriptor) }

  func write(_ bytes: [UInt8]) throws(MQTTCommandFailure) -> [StoreChange] {
    guard lseek(descriptor, length, SEEK_SET) == length, CommandOutput.write(bytes, to: descriptor),
      fdatasync(descriptor) == 0
    else { throw .failed("--output \(path): \(SystemText.of(errno))") }
    length += bytes.count
    return [.putMetadata(key: key, value: Array(String(length).utf8))]
  }
}
