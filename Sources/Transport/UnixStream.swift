import CLinux
import Glibc
import Reactor
import SansIO

/// A connection over a Unix socket: one that we make, or one that a `UnixListener` took.
package final class UnixStream: LivingStream {
  package let path: String
  /// The peer writes no more and may still read; where it is not set, that ends the stream. To be set before
  /// `open()`.
  package var onEndOfInput: (() -> Void)?
  var life = StreamLife()
  private let loop: EventLoop
  private let server: String
  private let sendLimit: Int
  private var descriptor: Int32
  private var pump: DescriptorPump?

  /// Connects to the socket at `path` when opened.
  /// `server` is who should listen there, for the texts.
  package convenience init(
    loop: EventLoop, path: String, server: String = "the daemon", sendLimit: Int = StreamLimits.sendBuffer
  ) {
    self.init(loop: loop, path: path, accepted: -1, server: server, sendLimit: sendLimit)
  }

  /// Takes over a connection already made; it too is opened by `open()`.
  init(
    loop: EventLoop, path: String, accepted: Int32, server: String = "the daemon", sendLimit: Int
  ) {
    self.loop = loop
    self.server = server
    self.path = path
    self.sendLimit = sendLimit
    descriptor = accepted
  }

  deinit { release() }

  package func open() {
    guard life.phase == .idle else { return }
    life.phase = .opening
    loop.schedule(at: loop.now.monotonic) { [weak self] in
      guard let self, life.phase == .opening else { return }
      if let failure = connect() { return end(failure) }
      life.phase = .open
      life.onOpen?()
    }
  }

  @discardableResult
  package func write(_ bytes: [UInt8]) -> Bool {
    guard life.phase == .open else { return false }
    return pump?.write(bytes) ?? false
  }

  package var bufferedByteCount: Int { pump?.bufferedByteCount ?? 0 }
  package func pauseReading() { pump?.pauseReading() }
  package func resumeReading() { pump?.resumeReading() }

  package func close() {
    guard life.phase != .closed else { return }
    life.phase = .closed
    pump?.flushForTheLastTime()
    release()
    life.forgetCallbacks()
  }

  /// Whether it ended, by either side.
  var isOver: Bool { life.phase == .closed }

  private func connect() -> StreamClosure? {
    if descriptor < 0 {
      descriptor = clinux_stream_socket(AF_UNIX)
      guard descriptor >= 0, clinux_unix_connect(descriptor, path) == 0 else {
        return closure(connectError: errno)
      }
    }
    let pump = DescriptorPump(
      loop: loop, descriptor: descriptor, isSocket: true, sendLimit: sendLimit)
    pump.onBytes = { [weak self] in self?.life.onBytes?($0) }
    pump.onDrained = { [weak self] in self?.life.onDrained?() }
    pump.onEnd = { [weak self] in
      guard let self else { return }
      end(StreamClosure(end: $0, of: path))
    }
    if onEndOfInput != nil { pump.onEndOfInput = { [weak self] in self?.onEndOfInput?() } }
    self.pump = pump
    do throws(SystemError) {
      try pump.start()
    } catch {
      return StreamClosure(.system, error.description)
    }
    return nil
  }

  private func closure(connectError number: Int32) -> StreamClosure {
    let text = SystemError(number: number, call: "").text
    switch number {
    case ENOENT: return StreamClosure(.absent, "\(path): there is no such socket; is \(server) running?")
    case ECONNREFUSED:
      return StreamClosure(.refused, "\(path): nobody listens on the socket; is \(server) running?")
    case EACCES, EPERM:
      return StreamClosure(
        .permissionDenied, "\(path): not allowed to connect; the user has to be in the socket's group")
    default: return StreamClosure(StreamClosure.reason(ofError: number), "\(path): cannot connect (\(text))")
    }
  }

  func release() {
    onEndOfInput = nil
    pump?.stop()
    pump = nil
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }
}
