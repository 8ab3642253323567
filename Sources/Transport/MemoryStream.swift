import Reactor
import SansIO

/// One of the two ends of a pipe in memory, for tests and simulations on any loop.
///
/// Bytes arrive at the other end `latency` after they were written, in order and in the pieces in which
/// they were written.
package final class MemoryStream: ByteStream {
  package var onOpen: (() -> Void)?
  package var onBytes: (([UInt8]) -> Void)?
  package var onClosed: ((StreamClosure) -> Void)?
  package var onDrained: (() -> Void)?

  /// How long bytes and ends travel from here to the peer.
  package var latency: TimeSpan
  /// While set, what is written here vanishes, as on a link that is half open.
  package var isDeaf = false

  private enum Phase {
    case idle
    case opening
    case open
    case closed
  }

  private enum Parcel {
    case bytes([UInt8])
    case end(StreamClosure)
  }

  private let loop: any Loop
  private weak var peer: MemoryStream?
  private var phase = Phase.idle
  private var isReadingPaused = false
  /// What is under way to this end. Each arrival takes the oldest, so the order holds even where the loop
  /// shuffles timers of one instant.
  private var underWay: [Parcel] = []
  private var arrived: [[UInt8]] = []
  private var arrivedClosure: StreamClosure?

  private init(loop: any Loop, latency: TimeSpan) {
    self.loop = loop
    self.latency = latency
  }

  /// Both ends; each must be kept by its owner, since an end that is let go closes.
  package static func pair(
    on loop: any Loop, latency: TimeSpan = .zero
  ) -> (MemoryStream, MemoryStream) {
    let one = MemoryStream(loop: loop, latency: latency)
    let other = MemoryStream(loop: loop, latency: latency)
    one.peer = other
    other.peer = one
    return (one, other)
  }

  deinit {
    guard phase != .closed else { return }
    peer?.receive(.end(Self.ended), after: latency)
  }

  package func open() {
    guard phase == .idle else { return }
    phase = .opening
    later(.zero) { stream in
      guard stream.phase == .opening else { return }
      stream.phase = .open
      stream.onOpen?()
      stream.deliver()
    }
  }

  @discardableResult
  package func write(_ bytes: [UInt8]) -> Bool {
    guard phase == .open else { return false }
    guard !isDeaf, !bytes.isEmpty else { return true }
    peer?.receive(.bytes(bytes), after: latency)
    return true
  }

  package var bufferedByteCount: Int { 0 }

  package func pauseReading() { isReadingPaused = true }

  package func resumeReading() {
    isReadingPaused = false
    later(.zero) { $0.deliver() }
  }

  package func close() {
    guard phase != .closed else { return }
    phase = .closed
    peer?.receive(.end(Self.ended), after: latency)
  }

  /// Ends this end as the system would: its owner is told, and so is the peer's.
  package func fail(_ closure: StreamClosure) {
    receive(.end(closure), after: .zero)
    peer?.receive(.end(closure), after: latency)
  }

  private static let ended = StreamClosure(.endOfStream, "the peer ended the stream")

  private func receive(_ parcel: Parcel, after delay: TimeSpan) {
    underWay.append(parcel)
    later(delay) { stream in
      guard !stream.underWay.isEmpty else { return }
      switch stream.underWay.removeFirst() {
      case .bytes(let bytes): stream.arrived.append(bytes)
      case .end(let closure): stream.arrivedClosure = stream.arrivedClosure ?? closure
      }
      stream.deliver()
    }
  }

  private func later(_ delay: TimeSpan, _ body: @escaping (MemoryStream) -> Void) {
    loop.schedule(at: loop.now.monotonic + delay) { [weak self] in
      guard let self else { return }
      body(self)
    }
  }

  private func deliver() {
    while phase == .open, !isReadingPaused, !arrived.isEmpty {
      let bytes = arrived.removeFirst()
      onBytes?(bytes)
    }
    guard arrived.isEmpty, !isReadingPaused, let closure = arrivedClosure else { return }
    guard phase == .open || phase == .opening else { return }
    phase = .closed
    onClosed?(closure)
  }
}
