import Reactor
import SansIO

/// A stream over another stream: what TLS, a proxy and a WebSocket have in common. A subclass says what
/// happens to the bytes; this class keeps the promises of `ByteStream`.
///
/// The streams beneath and above share one budget for their opening: each layer's clock starts with `open()`,
/// and those beneath are armed first, so that the one which is at fault speaks first.
package class LayeredStream: LivingStream {
  /// Where the peer is, for the texts.
  package let place: String
  var life = StreamLife()
  let loop: any Loop
  let lower: any ByteStream
  let sendLimit: Int
  private let budget: TimeSpan
  private(set) var isLowerOpen = false
  private(set) var isReadingPaused = false
  private var timer: TimerToken?

  /// `lower` is a stream not yet opened, whose send buffer should hold a little more than `sendLimit`;
  /// `budget` is what the opening may take, that of the streams beneath included.
  init(over lower: any ByteStream, loop: any Loop, place: String, budget: TimeSpan, sendLimit: Int) {
    self.lower = lower
    self.loop = loop
    self.place = place
    self.budget = budget
    self.sendLimit = sendLimit
  }

  deinit {
    if let timer { loop.cancel(timer) }
    lower.close()
  }

  // MARK: What a subclass says

  /// The stream beneath is open: to begin talking.
  func lowerOpened() {}

  /// Takes bytes from beneath. Nothing is to be told to the owner before `deliver()` is called, which follows.
  func take(_ bytes: [UInt8]) {}

  /// Tells the owner what can be told, unless reading is paused; called again when it goes on.
  func deliver() {}

  /// What the bytes become on their way down; nil when they cannot be sent (and the end has been called for).
  func encoded(_ bytes: [UInt8]) -> [UInt8]? { bytes }

  /// The last words of an open stream; nil when there are none.
  func farewell() -> [UInt8]? { nil }

  /// Begins what else the opening needs; false when it cannot.
  func prepare() -> StreamClosure? { nil }

  /// What is said when the opening takes too long while this layer is at work.
  var delayText: String { "the connection took too long" }

  /// What the end of the stream beneath means.
  func meaning(of closure: StreamClosure) -> StreamClosure { closure }

  // MARK: The owner's side

  package func open() {
    guard life.phase == .idle else { return }
    life.phase = .opening
    connectLower()
    if let failure = prepare() { return endLater(failure) }
    lower.open()
    timer = loop.schedule(at: loop.now.monotonic + budget) { [weak self] in
      guard let self else { return }
      timer = nil
      end(StreamClosure(.timedOut, "\(place): \(delayText)"))
    }
  }

  @discardableResult
  package func write(_ bytes: [UInt8]) -> Bool {
    guard life.phase == .open, lower.bufferedByteCount + bytes.count <= sendLimit else { return false }
    guard !bytes.isEmpty else { return true }
    guard let encoded = encoded(bytes) else { return false }
    send(encoded)
    return true
  }

  package var bufferedByteCount: Int { lower.bufferedByteCount }
  package var localAddress: IPAddress? { lower.localAddress }

  package func pauseReading() {
    isReadingPaused = true
    lower.pauseReading()
  }

  package func resumeReading() {
    isReadingPaused = false
    lower.resumeReading()
    // What has come already has nothing to wake it.
    loop.schedule(at: loop.now.monotonic) { [weak self] in
      guard let self, life.phase == .open else { return }
      deliver()
    }
  }

  package func close() {
    guard life.phase != .closed else { return }
    if life.phase == .open, let words = farewell(), !words.isEmpty { lower.write(words) }
    life.phase = .closed
    release()
    life.forgetCallbacks()
  }

  // MARK: A subclass's side

  /// Whether the owner may be told of bytes now.
  var mayDeliver: Bool { life.phase == .open && !isReadingPaused }

  func send(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, !lower.write(bytes) else { return }
    endLater(StreamClosure(.system, "\(place): the send buffer beneath is full"))
  }

  /// This layer's opening is done.
  func opened() {
    guard life.phase == .opening else { return }
    if let timer { loop.cancel(timer) }
    timer = nil
    life.phase = .open
    life.onOpen?()
  }

  func endLater(_ closure: StreamClosure) {
    loop.schedule(at: loop.now.monotonic) { [weak self] in self?.end(closure) }
  }

  private func connectLower() {
    lower.onOpen = { [weak self] in
      guard let self else { return }
      isLowerOpen = true
      lowerOpened()
    }
    lower.onBytes = { [weak self] bytes in
      guard let self else { return }
      take(bytes)
      if life.phase == .open { deliver() }
    }
    lower.onDrained = { [weak self] in
      guard let self, life.phase == .open else { return }
      life.onDrained?()
    }
    lower.onClosed = { [weak self] closure in
      guard let self else { return }
      end(meaning(of: closure))
    }
  }

  func release() {
    if let timer { loop.cancel(timer) }
    timer = nil
    lower.close()
  }
}
