import Glibc
import Reactor

/// Lines of standard input, read on a thread of its own, one piece at a time: the next is read when `resume` asks
/// for it.
final class LineInput {
  /// A line that is longer ends the command.
  private static let longestLine = PublishOptions.longestPayload

  var onLines: ([[UInt8]]) -> Void = { _ in }
  /// At the end of the input, or when it cannot be read.
  var onEnd: (String?) -> Void = { _ in }

  private let worker: SerialWorker?
  private var rest: [UInt8] = []
  private var isReading = false
  private var isOver = false

  init(loop: any Loop) { worker = try? SerialWorker(name: "input", loop: loop) }

  func resume() {
    guard !isReading, !isOver else { return }
    guard let worker else { return end("no thread to read it on") }
    isReading = true
    let isTaken = worker.submit({ InputFile.chunk(STDIN_FILENO) }) { [weak self] in self?.take($0) }
    if !isTaken { end("the reader is busy") }
  }

  func stop() { isOver = true }

  private func take(_ result: Result<[UInt8], InputFile.Failure>) {
    isReading = false
    guard !isOver else { return }
    switch result {
    case .failure(let failure): end(failure.description)
    case .success(let bytes) where bytes.isEmpty:
      // The last line need not end with a line feed.
      if !rest.isEmpty { onLines([rest]) }
      end(nil)
    case .success(let bytes): split(bytes)
    }
  }

  private func split(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    if !rest.isEmpty, let first = lines.first { lines[0] = rest + first }
    rest = lines.popLast() ?? []
    guard rest.count <= Self.longestLine else {
      return end("a line is longer than \(Self.longestLine) bytes")
    }
    if lines.isEmpty { resume() } else { onLines(lines) }
  }

  private func end(_ failure: String?) {
    guard !isOver else { return }
    isOver = true
    onEnd(failure)
  }
}
