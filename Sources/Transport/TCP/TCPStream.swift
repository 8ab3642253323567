import CLinux
import Glibc
import Reactor
import SansIO

/// A TCP connection to a host by name or address.
///
/// The name is looked up off the loop for every connection, and each of its addresses is tried in turn with
/// a deadline of its own.
package final class TCPStream: LivingStream {
  /// Seconds between keep-alive probes, of which three go unanswered before the connection is given up.
  static let keepAliveInterval: Int32 = 15
  /// How long sent bytes may go unacknowledged.
  static let userTimeoutMilliseconds: UInt32 = 30_000

  package struct Deadlines: Hashable, Sendable {
    package var lookup: TimeSpan
    /// For each address.
    package var connect: TimeSpan

    package init(lookup: TimeSpan = .seconds(15), connect: TimeSpan = .seconds(10)) {
      self.lookup = lookup
      self.connect = connect
    }
  }

  package let host: String
  package let port: UInt16
  var life = StreamLife()
  private let loop: EventLoop
  private let worker: any Worker
  private let deadlines: Deadlines
  private let sendLimit: Int
  private var descriptor: Int32 = -1
  private var pump: DescriptorPump?
  private var token: WatchToken?
  private var timer: TimerToken?
  private var waiting: ArraySlice<SocketAddress> = []
  private var lastFailure: StreamClosure?

  /// `worker` looks names up.
  package init(
    loop: EventLoop, worker: any Worker, host: String, port: UInt16,
    deadlines: Deadlines = Deadlines(), sendLimit: Int = StreamLimits.sendBuffer
  ) {
    self.loop = loop
    self.worker = worker
    self.host = host
    self.port = port
    self.deadlines = deadlines
    self.sendLimit = sendLimit
  }

  deinit { closeDescriptor() }

  /// "host:port", an IPv6 address in brackets.
  package var place: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  package func open() {
    guard life.phase == .idle else { return }
    life.phase = .opening
    let (host, port) = (host, port)
    arm(deadlines.lookup) { stream in
      stream.end(
        StreamClosure(.timedOut, "\(stream.place): looking the name up took too long; check the name server"))
    }
    let isTaken = worker.submit({ AddressLookup.addresses(host: host, port: port) }) {
      [weak self] outcome in
      guard let self, life.phase == .opening else { return }
      lookedUp(outcome)
    }
    guard !isTaken else { return }
    arm(.zero) { stream in
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
    closeDescriptor()
    life.forgetCallbacks()
  }

  // MARK: Connecting

  private func lookedUp(_ outcome: AddressLookup.Outcome) {
    switch outcome {
    case .failed(let text):
      end(
        StreamClosure(
          .nameLookup,
          "\(place): the name cannot be looked up (\(text)); check its spelling and the name server"))
    case .found(let addresses):
      waiting = addresses[...]
      tryNext()
    }
  }

  private func tryNext() {
    closeDescriptor()
    guard let address = waiting.popFirst() else {
      return end(lastFailure ?? StreamClosure(.absent, "\(place): there is no address to try"))
    }
    let text = address.text
    descriptor = clinux_stream_socket(address.family)
    guard descriptor >= 0 else { return failed(errno, at: text) }
    clinux_tcp_tune(descriptor, Self.keepAliveInterval, Self.userTimeoutMilliseconds)
    let result = address.bytes.withUnsafeBytes { buffer in
      buffer.baseAddress.map {
        connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(buffer.count))
      } ?? -1
    }
    guard result == 0 || errno == EINPROGRESS else { return failed(errno, at: text) }
    arm(deadlines.connect) { stream in stream.failed(ETIMEDOUT, at: text) }
    do throws(SystemError) {
      token = try loop.watch(fd: descriptor, interest: .write) { [weak self] _ in
        self?.connected(at: text)
      }
    } catch {
      failed(error.number, at: text)
    }
  }

  private func connected(at address: String) {
    forgetWatch()
    let failure = clinux_socket_error(descriptor)
    guard failure == 0 else { return failed(failure, at: address) }
    disarm()
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

  private func failed(_ number: Int32, at address: String) {
    lastFailure = Self.closure(connectError: number, place: place, address: address)
    tryNext()
  }

  static func closure(connectError number: Int32, place: String, address: String) -> StreamClosure {
    let text = SystemError(number: number, call: "").text
    let advice =
      switch number {
      case ECONNREFUSED: "; nothing listens there: is the server running, and on this port?"
      case ETIMEDOUT: "; no answer: is a firewall in between, or the host down?"
      case ENETUNREACH, EHOSTUNREACH: "; check the network"
      default: ""
      }
    return StreamClosure(
      StreamClosure.reason(ofError: number), "\(place): cannot connect to \(address) (\(text))\(advice)")
  }

  // MARK: Ending

  private func end(_ closure: StreamClosure) {
    guard life.phase != .closed else { return }
    life.phase = .closed
    closeDescriptor()
    let onClosed = life.onClosed
    life.forgetCallbacks()
    onClosed?(closure)
  }

  private func arm(_ interval: TimeSpan, _ body: @escaping (TCPStream) -> Void) {
    disarm()
    timer = loop.schedule(at: loop.now.monotonic + interval) { [weak self] in
      guard let self else { return }
      timer = nil
      body(self)
    }
  }

  private func disarm() {
    if let timer { loop.cancel(timer) }
    timer = nil
  }

  private func forgetWatch() {
    if let token { loop.unwatch(token) }
    token = nil
  }

  private func closeDescriptor() {
    disarm()
    forgetWatch()
    pump?.stop()
    pump = nil
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }
}
