@testable import Transport

/// Another stream, seen through a window of one byte in both directions.
final class NarrowStream: ByteStream {
  private let inner: any ByteStream

  init(_ inner: any ByteStream) { self.inner = inner }

  var onOpen: (() -> Void)? {
    get { inner.onOpen }
    set { inner.onOpen = newValue }
  }

  var onBytes: (([UInt8]) -> Void)? {
    get { inner.onBytes }
    set { inner.onBytes = newValue.map { take in { bytes in for byte in bytes { take([byte]) } } } }
  }

  var onClosed: ((StreamClosure) -> Void)? {
    get { inner.onClosed }
    set { inner.onClosed = newValue }
  }

  var onDrained: (() -> Void)? {
    get { inner.onDrained }
    set { inner.onDrained = newValue }
  }

  func open() { inner.open() }

  func write(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { inner.write([$0]) } }

  var bufferedByteCount: Int { inner.bufferedByteCount }
  func pauseReading() { inner.pauseReading() }
  func resumeReading() { inner.resumeReading() }
  func close() { inner.close() }
}
