import RadioInterface
import Reactor
import SansIO
import ServiceManager
import Transport
import Zigbee

/// Drives the session of one adapter over one stream, for ever: a stream that ends is opened again with
/// back-off, whatever ended it.
package final class AdapterLink {
  /// A replugged stick is back in service within seconds, so the pauses stay short.
  static let retry = RetryPolicy(first: .milliseconds(500), longest: .seconds(15))

  var onEvent: (RadioEvent) -> Void = { _ in }

  private let loop: any Loop
  private let log: Log
  private let makeStream: () -> any ByteStream
  private let makeEntropy: () -> FormingEntropy?
  private var session: any AdapterSession
  private var stream: (any ByteStream)?
  private var timer: (token: TimerToken, at: MonotonicInstant)?
  private var reopening: TimerToken?
  private var attempt = 0
  private var generator: SeededGenerator
  private var isStopped = false
  private var isPumping = false
  /// The state last told for a port that cannot be opened, so that it is told once.
  private var lastAbsence: String?

  package init(
    loop: any Loop, log: Log, session: any AdapterSession, seed: UInt64,
    makeStream: @escaping () -> any ByteStream, makeEntropy: @escaping () -> FormingEntropy?
  ) {
    self.loop = loop
    self.log = log
    self.session = session
    self.makeStream = makeStream
    self.makeEntropy = makeEntropy
    generator = SeededGenerator(seed: seed)
  }

  package func start() { openStream() }

  package func stop() {
    isStopped = true
    if let reopening { loop.cancel(reopening) }
    if let timer { loop.cancel(timer.token) }
    stream?.close()
    stream = nil
  }

  /// Opens at once instead of waiting: a port has appeared.
  package func portMayHaveCome() {
    guard stream == nil, !isStopped else { return }
    attempt = 0
    openStream()
  }

  func command(_ command: RadioCommand) {
    session.command(command, at: loop.now.monotonic)
    pump()
  }

  // MARK: The stream

  private func openStream() {
    if let reopening { loop.cancel(reopening) }
    reopening = nil
    guard stream == nil, !isStopped else { return }
    let stream = makeStream()
    self.stream = stream
    if lastAbsence == nil { onEvent(.stateChanged(.opening)) }
    stream.onOpen = { [weak self, weak stream] in
      guard let self, self.stream === stream else { return }
      lastAbsence = nil
      session.linkOpened(at: loop.now.monotonic)
      pump()
    }
    stream.onBytes = { [weak self, weak stream] bytes in
      guard let self, self.stream === stream else { return }
      session.bytesReceived(Array(bytes), at: loop.now.monotonic)
      pump()
    }
    stream.onClosed = { [weak self, weak stream] closure in
      guard let self, self.stream === stream else { return }
      self.closed(closure)
    }
    stream.open()
  }

  private func closed(_ closure: StreamClosure) {
    stream = nil
    let wasOpen = lastAbsence == nil && session.state != .absent(reason: "not opened yet")
    switch closure.reason {
    case .absent, .busy, .permissionDenied, .nameLookup, .refused, .timedOut, .proxy, .unusableSetting,
      .system:
      if lastAbsence != closure.description {
        lastAbsence = closure.description
        session.linkClosed(reason: closure.description, at: loop.now.monotonic)
        drain(telling: wasOpen)
        onEvent(.stateChanged(.absent(reason: closure.description)))
      }
    case .endOfStream, .hangUp, .certificate, .tls, .webSocket:
      session.linkClosed(reason: closure.description, at: loop.now.monotonic)
      drain(telling: true)
    }
    arm()
    reopenLater()
  }

  private func reopenLater() {
    guard !isStopped, reopening == nil else { return }
    let delay = Self.retry.delay(attempt: attempt, using: &generator)
    attempt += 1
    reopening = loop.schedule(at: loop.now.monotonic + delay) { [weak self] in self?.openStream() }
  }

  // MARK: The session

  private func pump() {
    guard !isPumping else { return }
    isPumping = true
    drain(telling: true)
    isPumping = false
    arm()
  }

  private func drain(telling: Bool) {
    while let output = session.nextOutput() {
      switch output {
      case .transmit(let bytes): transmit(bytes)
      case .setLines(let dtr, let rts): (stream as? SerialPort)?.set(dtr: dtr, rts: rts)
      case .closeLink(let reason): closeLink(reason)
      case .needsEntropy: provideEntropy()
      case .event(let event):
        if event == .stateChanged(.running) { attempt = 0 }
        if telling || !isState(event) { onEvent(event) }
      }
    }
  }

  private func isState(_ event: RadioEvent) -> Bool {
    if case .stateChanged = event { return true }
    return false
  }

  private func transmit(_ bytes: [UInt8]) {
    guard let stream else { return }
    if !stream.write(bytes) { closeLink("the port takes no more bytes") }
  }

  private func closeLink(_ reason: String) {
    guard let stream else { return }
    log.warning("adapter link closed", ["reason": reason])
    stream.close()
    self.stream = nil
    session.linkClosed(reason: reason, at: loop.now.monotonic)
    reopenLater()
  }

  private func provideEntropy() {
    guard let entropy = makeEntropy() else {
      closeLink("the system gave no random numbers for a network key")
      return
    }
    session.provideEntropy(entropy, at: loop.now.monotonic)
  }

  /// Handed over, so that the session is not copied for the question.
  private static func nextDeadline(_ session: inout any AdapterSession) -> MonotonicInstant? {
    session.nextDeadline
  }

  private func arm() {
    let next = Self.nextDeadline(&session)
    if timer == nil, next == nil { return }
    // A timer that comes too early is cheaper than one that is moved with every frame.
    if let timer, let next, timer.at <= next { return }
    if let timer { loop.cancel(timer.token) }
    timer = next.map { instant in
      let token = loop.schedule(at: instant) { [weak self] in
        guard let self else { return }
        timer = nil
        session.deadlinePassed(at: loop.now.monotonic)
        pump()
      }
      return (token, instant)
    }
  }
}
