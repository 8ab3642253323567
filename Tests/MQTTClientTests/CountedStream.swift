import Transport

/// A stream that does nothing but count, with its siblings, how many of them are open.
final class CountedStream: ByteStream {
  final class Counter {
    var open = 0
    var made = 0
  }

  var onOpen: (() -> Void)?
  var onBytes: (([UInt8]) -> Void)?
  var onClosed: ((StreamClosure) -> Void)?
  var onDrained: (() -> Void)?
  var bufferedByteCount: Int { 0 }
  private let counter: Counter
  private var isOpen = false

  init(_ counter: Counter) {
    self.counter = counter
    counter.made += 1
  }

  func open() {
    isOpen = true
    counter.open += 1
  }

  func write(_ bytes: [UInt8]) -> Bool { isOpen }
  func pauseReading() {}
  func resumeReading() {}

  func close() {
    if isOpen { counter.open -= 1 }
    isOpen = false
  }
}
