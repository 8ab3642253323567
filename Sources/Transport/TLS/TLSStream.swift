import Reactor
import SansIO

/// TLS 1.2 or later over another stream, as its client.
///
/// The server's certificate and its name are always checked; there is no way to leave that out.
package final class TLSStream: LivingStream {
  /// How long the handshake may take once the stream beneath is open.
  package static let handshakeDeadline = TimeSpan.seconds(15)

  package let settings: TLSSettings
  /// Where the peer is, for the texts.
  package let place: String
  var life = StreamLife()
  private let loop: any Loop
  private let worker: any Worker
  private let lower: any ByteStream
  private let expectedName: String
  private let sendLimit: Int
  private let handshakeDeadline: TimeSpan
  private var session: TLSSession?
  private var context: TLSContext?
  private var isLowerOpen = false
  private var isReadingPaused = false
  private var timer: TimerToken?

  /// `lower` is a stream not yet opened, to `host`, whose send buffer should hold a little more than
  /// `sendLimit`; `worker` reads the files of certificates.
  package init(
    over lower: any ByteStream, loop: any Loop, worker: any Worker, host: String,
    settings: TLSSettings, place: String? = nil,
    handshakeDeadline: TimeSpan = TLSStream.handshakeDeadline,
    sendLimit: Int = StreamLimits.sendBuffer
  ) {
    self.lower = lower
    self.loop = loop
    self.worker = worker
    self.settings = settings
    self.place = place ?? host
    expectedName = settings.serverName ?? host
    self.handshakeDeadline = handshakeDeadline
    self.sendLimit = sendLimit
  }

  /// TLS over TCP.
  package convenience init(
    loop: EventLoop, worker: any Worker, host: String, port: UInt16, settings: TLSSettings,
    deadlines: TCPStream.Deadlines = TCPStream.Deadlines(),
    sendLimit: Int = StreamLimits.sendBuffer
  ) {
    let lower = TCPStream(
      loop: loop, worker: worker, host: host, port: port, deadlines: deadlines,
      sendLimit: sendLimit + sendLimit / 8 + 65_536)
    self.init(
      over: lower, loop: loop, worker: worker, host: host, settings: settings, place: lower.place,
      sendLimit: sendLimit)
  }

  deinit {
    if let timer { loop.cancel(timer) }
    lower.close()
  }

  /// The ALPN protocol that the server chose.
  package var applicationProtocol: String? { session?.applicationProtocol }
  /// Such as "TLSv1.3"; nil before the handshake.
  package var version: String? { life.phase == .open ? session?.version : nil }

  package func open() {
    guard life.phase == .idle else { return }
    life.phase = .opening
    connectLower()
    let settings = settings
    let isTaken = worker.submit({
      Result { () throws(StreamClosure) in try TLSContext.load(settings) }
    }) { [weak self] result in
      guard let self, life.phase == .opening else { return }
      loaded(result)
    }
    if isTaken { return lower.open() }
    timer = loop.schedule(at: loop.now.monotonic) { [weak self] in
      guard let self else { return }
      end(StreamClosure(.system, "\(place): too much work waits for the certificates to be read"))
    }
  }

  @discardableResult
  package func write(_ bytes: [UInt8]) -> Bool {
    guard life.phase == .open, let session else { return false }
    guard lower.bufferedByteCount + bytes.count <= sendLimit else { return false }
    if case .failed(let closure) = session.write(bytes) {
      endLater(closure)
      return false
    }
    sendOutgoing()
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
    // What is decrypted already has nothing to wake it.
    loop.schedule(at: loop.now.monotonic) { [weak self] in
      guard let self, life.phase == .open else { return }
      deliver()
    }
  }

  package func close() {
    guard life.phase != .closed else { return }
    if life.phase == .open {
      session?.shutDown()
      sendOutgoing()
    }
    life.phase = .closed
    release()
    life.forgetCallbacks()
  }

  // MARK: The stream beneath

  private func connectLower() {
    lower.onOpen = { [weak self] in
      guard let self else { return }
      isLowerOpen = true
      beginIfReady()
    }
    lower.onBytes = { [weak self] bytes in
      guard let self else { return }
      session?.feed(bytes)
      advance()
    }
    lower.onDrained = { [weak self] in
      guard let self, life.phase == .open else { return }
      life.onDrained?()
    }
    lower.onClosed = { [weak self] closure in
      guard let self else { return }
      lowerClosed(closure)
    }
  }

  private func lowerClosed(_ closure: StreamClosure) {
    let isEarly = life.phase == .opening && isLowerOpen && closure.reason == .endOfStream
    end(
      isEarly
        ? StreamClosure(
          .tls,
          "\(place): the server ended the connection during the TLS handshake; "
            + "does it speak TLS on this port?") : closure)
  }

  private func loaded(_ result: Result<TLSContext, StreamClosure>) {
    switch result {
    case .success(let context):
      self.context = context
      beginIfReady()
    case .failure(let closure): end(closure)
    }
  }

  private func beginIfReady() {
    guard life.phase == .opening, isLowerOpen, session == nil, let context else { return }
    do throws(StreamClosure) {
      session = try TLSSession(context: context, place: place, expectedName: expectedName)
    } catch {
      return end(error)
    }
    timer = loop.schedule(at: loop.now.monotonic + handshakeDeadline) { [weak self] in
      guard let self else { return }
      timer = nil
      end(StreamClosure(.timedOut, "\(place): the TLS handshake took too long"))
    }
    advance()
  }

  private func advance() {
    guard let session else { return }
    if life.phase == .opening {
      let progress = session.handshake()
      sendOutgoing()
      switch progress {
      case .needsMore: return
      case .failed(let closure): return end(closure)
      case .done: break
      }
      if let timer { loop.cancel(timer) }
      timer = nil
      life.phase = .open
      life.onOpen?()
    }
    deliver()
  }

  private func deliver() {
    while life.phase == .open, !isReadingPaused, let session {
      let received = session.read()
      sendOutgoing()
      switch received {
      case .bytes(let bytes): life.onBytes?(bytes)
      case .needsMore: return
      case .ended:
        return end(StreamClosure(.endOfStream, "\(place): the server ended the connection"))
      case .failed(let closure): return end(closure)
      }
    }
  }

  private func sendOutgoing() {
    guard let bytes = session?.takeOutgoing(), !bytes.isEmpty, !lower.write(bytes) else { return }
    endLater(StreamClosure(.system, "\(place): the send buffer beneath TLS is full"))
  }

  // MARK: Ending

  private func endLater(_ closure: StreamClosure) {
    loop.schedule(at: loop.now.monotonic) { [weak self] in self?.end(closure) }
  }

  private func end(_ closure: StreamClosure) {
    guard life.phase != .closed else { return }
    life.phase = .closed
    release()
    let onClosed = life.onClosed
    life.forgetCallbacks()
    onClosed?(closure)
  }

  private func release() {
    if let timer { loop.cancel(timer) }
    timer = nil
    lower.close()
  }
}
