import Glibc
import Reactor
import SansIO

/// A TCP connection to a host by name or address.
///
/// The name is looked up off the loop for every connection, and its addresses race (`AddressRace`); one
/// budget covers both.
package final class TCPStream: LivingStream {
  package let host: String
  package let port: UInt16
  var life = StreamLife()
  private let loop: EventLoop
  private let worker: any Worker
  private let settings: TCPSettings
  private let sendLimit: Int
  private var race: AddressRace?
  private var attempts: [SocketAddress: ConnectAttempt] = [:]
  private var failures = ConnectFailures()
  private var descriptor: Int32 = -1
  private var pump: DescriptorPump?
  private var budgetTimer: TimerToken?
  /// For the look-up, then for the next attempt.
  private var stepTimer: TimerToken?

  /// `worker` looks names up.
  package init(
    loop: EventLoop, worker: any Worker, host: String, port: UInt16,
    settings: TCPSettings = TCPSettings(), sendLimit: Int = StreamLimits.sendBuffer
  ) {
    self.loop = loop
    self.worker = worker
    self.host = host
    self.port = port
    self.settings = settings
    self.sendLimit = sendLimit
  }

  deinit { release() }

  /// "host:port", an IPv6 address in brackets.
  package var place: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  package func open() {
    guard life.phase == .idle else { return }
    life.phase = .opening
    budgetTimer = timer(after: settings.budget) { $0.outOfTime() }
    if let address = AddressLookup.literal(host: host, port: port) {
      // A look-up that hangs must not stand in the way of what needs none.
      stepTimer = timer(after: .zero) { $0.lookedUp(.found([address])) }
      return
    }
    stepTimer = timer(after: min(settings.lookupLimit, settings.budget)) { stream in
      stream.end(
        StreamClosure(
          .timedOut, "\(stream.place): looking the name up took too long; check the name server"))
    }
    let (host, port) = (host, port)
    let isTaken = worker.submit({ AddressLookup.addresses(host: host, port: port) }) {
      [weak self] outcome in
      guard let self, life.phase == .opening else { return }
      lookedUp(outcome)
    }
    guard !isTaken else { return }
    cancel(&stepTimer)
    stepTimer = timer(after: .zero) { stream in
      stream.end(StreamClosure(.nameLookup, "\(stream.place): too many name look-ups are waiting"))
    }
  }

  @discardableResult
  package func write(_ bytes: [UInt8]) -> Bool {
    guard life.phase == .open else { return false }
    return pump?.write(bytes) ?? false
  }

  package var bufferedByteCount: Int { pump?.bufferedByteCount ?? 0 }
  package var localAddress: IPAddress? { life.phase == .open ? IPAddress(localOf: descriptor) : nil }
  package func pauseReading() { pump?.pauseReading() }
  package func resumeReading() { pump?.resumeReading() }

  package func close() {
    guard life.phase != .closed else { return }
    life.phase = .closed
    pump?.flushForTheLastTime()
    release()
    life.forgetCallbacks()
  }

  // MARK: Connecting

  private func lookedUp(_ outcome: AddressLookup.Outcome) {
    cancel(&stepTimer)
    switch outcome {
    case .failed(let text):
      end(
        StreamClosure(
          .nameLookup,
          "\(place): the name cannot be looked up (\(text)); check its spelling and the name server"))
    case .found(let addresses):
      race = AddressRace(addresses: addresses, stagger: settings.stagger)
      race?.start(at: loop.now.monotonic)
      run()
    }
  }

  /// Does what the race says and waits for its next deadline.
  private func run() {
    while life.phase == .opening, let output = race?.nextOutput() {
      switch output {
      case .attempt(let address): attempt(address)
      case .abandon(let address): attempts.removeValue(forKey: address)?.abandon()
      case .won(let address): won(address)
      case .lost: end(failures.closure(of: place))
      }
    }
    cancel(&stepTimer)
    guard life.phase == .opening, let deadline = race?.nextDeadline else { return }
    stepTimer = timer(after: deadline - loop.now.monotonic) { stream in
      stream.race?.deadlinePassed(at: stream.loop.now.monotonic)
      stream.run()
    }
  }

  private func attempt(_ address: SocketAddress) {
    let attempt = ConnectAttempt(loop: loop, address: address)
    attempts[address] = attempt
    let failure = attempt.begin(settings) { [weak self] number in
      guard let self, life.phase == .opening else { return }
      if number == 0 { race?.connected(address) } else { failed(number, at: address) }
      run()
    }
    if let failure { failed(failure, at: address) }
  }

  private func failed(_ number: Int32, at address: SocketAddress) {
    attempts.removeValue(forKey: address)?.abandon()
    failures.add(number, at: address)
    race?.failed(address, at: loop.now.monotonic)
  }

  private func outOfTime() {
    guard race != nil else {
      return end(
        StreamClosure(.timedOut, "\(place): looking the name up took too long; check the name server"))
    }
    for address in attempts.keys { failures.add(ETIMEDOUT, at: address) }
    end(failures.closure(of: place))
  }

  private func won(_ address: SocketAddress) {
    guard let attempt = attempts.removeValue(forKey: address) else { return }
    cancel(&budgetTimer)
    descriptor = attempt.takeDescriptor()
    let pump = DescriptorPump(
      loop: loop, descriptor: descriptor, isSocket: true, sendLimit: sendLimit)
    pump.onBytes = { [weak self] in self?.life.onBytes?($0) }
    pump.onDrained = { [weak self] in self?.life.onDrained?() }
    pump.onEnd = { [weak self] in
      guard let self else { return }
      end(StreamClosure(end: $0, of: place))
    }
    self.pump = pump
    do throws(SystemError) {
      try pump.start()
    } catch {
      return end(StreamClosure(.system, error.description))
    }
    life.phase = .open
    life.onOpen?()
  }

  // MARK: Ending

  private func timer(after interval: TimeSpan, _ body: @escaping (TCPStream) -> Void) -> TimerToken {
    loop.schedule(at: loop.now.monotonic + interval) { [weak self] in
      guard let self, life.phase == .opening else { return }
      body(self)
    }
  }

  private func cancel(_ timer: inout TimerToken?) {
    if let timer { loop.cancel(timer) }
    timer = nil
  }

  func release() {
    cancel(&budgetTimer)
    cancel(&stepTimer)
    for attempt in attempts.values { attempt.abandon() }
    attempts = [:]
    pump?.stop()
    pump = nil
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }
}
