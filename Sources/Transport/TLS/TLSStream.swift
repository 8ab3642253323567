import Reactor
import SansIO

/// TLS over another stream, as its client.
///
/// OpenSSL works between two buffers in memory and never sees the socket, so a socket that takes only a part
/// of what is written cannot harm a record. The server's certificate and its name are always checked.
package final class TLSStream: LayeredStream {
  package let settings: TLSSettings
  private let worker: any Worker
  private let expectedName: String
  private let resumption: TLSResumption?
  private var session: TLSSession?
  private var context: TLSContext?

  /// `lower` is a stream not yet opened, to `host`, whose send buffer should hold a little more than
  /// `sendLimit`; `worker` reads the files of certificates.
  package init(
    over lower: any ByteStream, loop: any Loop, worker: any Worker, host: String,
    settings: TLSSettings, place: String? = nil, resumption: TLSResumption? = nil,
    budget: TimeSpan = StreamLimits.openingBudget, sendLimit: Int = StreamLimits.sendBuffer
  ) {
    self.worker = worker
    self.settings = settings
    self.resumption = resumption
    expectedName = settings.serverName ?? host
    super.init(over: lower, loop: loop, place: place ?? host, budget: budget, sendLimit: sendLimit)
  }

  /// TLS over TCP.
  package convenience init(
    loop: EventLoop, worker: any Worker, host: String, port: UInt16, settings: TLSSettings,
    tcp: TCPSettings = TCPSettings(), resumption: TLSResumption? = nil,
    sendLimit: Int = StreamLimits.sendBuffer
  ) {
    let lower = TCPStream(
      loop: loop, worker: worker, host: host, port: port, settings: tcp,
      sendLimit: StreamLimits.sendBuffer(beneath: sendLimit))
    self.init(
      over: lower, loop: loop, worker: worker, host: host, settings: settings, place: lower.place,
      resumption: resumption, budget: tcp.budget, sendLimit: sendLimit)
  }

  /// The ALPN protocol that the server chose.
  package var applicationProtocol: String? { session?.applicationProtocol }
  /// Such as "TLSv1.3"; nil before the handshake.
  package var version: String? { life.phase == .open ? session?.version : nil }
  /// Whether an earlier session goes on.
  package var isResumed: Bool { session?.isResumed ?? false }

  override var delayText: String { "the TLS handshake took too long" }

  override func prepare() -> StreamClosure? {
    let settings = settings
    let isTaken = worker.submit({
      Result { () throws(StreamClosure) in try TLSContext.load(settings) }
    }) { [weak self] result in
      guard let self, life.phase == .opening else { return }
      loaded(result)
    }
    return isTaken
      ? nil : StreamClosure(.system, "\(place): too much work waits for the certificates to be read")
  }

  override func meaning(of closure: StreamClosure) -> StreamClosure {
    guard life.phase == .opening, isLowerOpen, closure.reason == .endOfStream else { return closure }
    return StreamClosure(
      .tls,
      "\(place): the server ended the connection during the TLS handshake; does it speak TLS on this port?")
  }

  override func lowerOpened() {
    // Nothing may come before there is somebody to take it.
    if context == nil { lower.pauseReading() }
    beginIfReady()
  }

  override func take(_ bytes: [UInt8]) {
    session?.feed(bytes)
    if life.phase == .opening { advance() }
  }

  override func deliver() {
    while mayDeliver, let session {
      let received = session.read()
      send(session.takeOutgoing())
      keepTickets(session)
      switch received {
      case .bytes(let bytes): life.onBytes?(bytes)
      case .needsMore: return
      case .ended:
        return end(StreamClosure(.endOfStream, "\(place): the server ended the connection"))
      case .failed(let closure): return fail(closure)
      }
    }
  }

  override func encoded(_ bytes: [UInt8]) -> [UInt8]? {
    guard let session else { return nil }
    if case .failed(let closure) = session.write(bytes) {
      endLater(closure)
      return nil
    }
    return session.takeOutgoing()
  }

  override func farewell() -> [UInt8]? {
    session?.shutDown()
    return session?.takeOutgoing()
  }

  // MARK: The handshake

  private func loaded(_ result: Result<TLSContext, StreamClosure>) {
    switch result {
    case .success(let context):
      self.context = context
      if isLowerOpen, !isReadingPaused { lower.resumeReading() }
      beginIfReady()
    case .failure(let closure): end(closure)
    }
  }

  private func beginIfReady() {
    guard life.phase == .opening, isLowerOpen, session == nil, let context else { return }
    do throws(StreamClosure) {
      func begin(_ ticket: OpaquePointer?) throws(StreamClosure) -> TLSSession {
        try TLSSession(context: context, place: place, expectedName: expectedName, ticket: ticket)
      }
      if let resumption {
        session = try resumption.withTicket(begin)
      } else {
        session = try begin(nil)
      }
    } catch {
      return end(error)
    }
    advance()
  }

  private func advance() {
    guard let session, life.phase == .opening else { return }
    let progress = session.handshake()
    send(session.takeOutgoing())
    switch progress {
    case .needsMore: return
    case .failed(let closure): return fail(closure)
    case .done: break
    }
    opened()
    if life.phase == .open { deliver() }
  }

  /// Only a session that was found good leaves tickets behind.
  private func keepTickets(_ session: TLSSession) {
    guard !session.tickets.isEmpty, let resumption else { return }
    resumption.add(session.tickets)
    session.tickets = []
  }

  private func fail(_ closure: StreamClosure) {
    resumption?.forget()
    end(closure)
  }
}
