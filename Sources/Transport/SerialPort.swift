import CLinux
import Glibc
import Reactor
import SansIO

/// How a serial port is set up.
package struct SerialSettings: Hashable, Sendable {
  package enum FlowControl: Hashable, Sendable, CaseIterable {
    case none
    case hardware
    case software
  }

  /// The speeds that can be set.
  package static let speeds: [UInt32] = [
    9600, 19200, 38400, 57600, 115_200, 230_400, 460_800, 500_000, 576_000, 921_600, 1_000_000,
  ]

  package var path: String
  package var baud: UInt32
  package var flowControl: FlowControl
  /// The states to set at opening; nil leaves a line as the driver sets it.
  package var dtr: Bool?
  package var rts: Bool?

  package init(
    path: String, baud: UInt32 = 115_200, flowControl: FlowControl = .none, dtr: Bool? = nil,
    rts: Bool? = nil
  ) {
    self.path = path
    self.baud = baud
    self.flowControl = flowControl
    self.dtr = dtr
    self.rts = rts
  }
}

/// A serial port in raw mode, 8N1, held exclusively: `flock` keeps out whoever asks for it too, root
/// included, and TIOCEXCL whoever does not, root excepted.
package final class SerialPort: LivingStream {
  package let settings: SerialSettings
  var life = StreamLife()
  private let loop: EventLoop
  private let sendLimit: Int
  private var descriptor: Int32 = -1
  private var pump: DescriptorPump?

  package init(
    loop: EventLoop, settings: SerialSettings, sendLimit: Int = StreamLimits.sendBuffer
  ) {
    self.loop = loop
    self.settings = settings
    self.sendLimit = sendLimit
  }

  deinit { release() }

  package func open() {
    guard life.phase == .idle else { return }
    life.phase = .opening
    loop.schedule(at: loop.now.monotonic) { [weak self] in
      guard let self, life.phase == .opening else { return }
      do throws(StreamClosure) {
        try openDescriptor()
      } catch {
        return end(error)
      }
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

  /// Sets DTR and RTS together; nil leaves a line as it is. False when the port has no such lines, as a pty.
  @discardableResult
  package func set(dtr: Bool?, rts: Bool?) -> Bool {
    guard descriptor >= 0 else { return false }
    return clinux_tty_set_lines(descriptor, Self.state(dtr), Self.state(rts)) == 0
  }

  /// Throws away what was received and not yet read, and what was written and not yet sent.
  package func discardBuffers() {
    if descriptor >= 0 { clinux_tty_flush(descriptor) }
  }

  private static func state(_ line: Bool?) -> Int32 { line.map { $0 ? 1 : 0 } ?? -1 }

  // MARK: Opening

  private func openDescriptor() throws(StreamClosure) {
    let path = settings.path
    descriptor = clinux_open(path, O_RDWR | O_NOCTTY | O_NONBLOCK, 0)
    guard descriptor >= 0 else { throw Self.closure(openingError: errno, path: path) }
    guard isatty(descriptor) == 1 else {
      throw StreamClosure(.unusableSetting, "\(path) is not a serial port")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK
        ? Self.busy(path, openHere: 1) : Self.closure(openingError: errno, path: path)
    }
    clinux_tty_set_exclusive(descriptor, 1)
    try configure()
    startPump()
  }

  private func configure() throws(StreamClosure) {
    let path = settings.path
    let flow: clinux_flow_control =
      switch settings.flowControl {
      case .none: clinux_flow_none
      case .hardware: clinux_flow_hardware
      case .software: clinux_flow_software
      }
    guard clinux_tty_configure(descriptor, settings.baud, flow) == 0 else {
      let number = errno
      guard number == EINVAL else { throw Self.closure(openingError: number, path: path) }
      throw StreamClosure(
        .unusableSetting,
        "\(path): the port cannot run at \(settings.baud) baud; allowed are "
          + SerialSettings.speeds.map(String.init).joined(separator: ", "))
    }
    // Ports without modem lines, ptys among them, refuse, and do not need it.
    if settings.dtr != nil || settings.rts != nil { set(dtr: settings.dtr, rts: settings.rts) }
    discardBuffers()
  }

  private func startPump() {
    let pump = DescriptorPump(
      loop: loop, descriptor: descriptor, isSocket: false, sendLimit: sendLimit)
    pump.onBytes = { [weak self] in self?.life.onBytes?($0) }
    pump.onDrained = { [weak self] in self?.life.onDrained?() }
    pump.onEnd = { [weak self] in
      guard let self else { return }
      end(Self.closure(end: $0, path: settings.path))
    }
    self.pump = pump
    do throws(SystemError) {
      try pump.start()
    } catch {
      loop.schedule(at: loop.now.monotonic) { [weak self] in
        self?.end(StreamClosure(.system, error.description))
      }
    }
  }

  func release() {
    pump?.stop()
    pump = nil
    guard descriptor >= 0 else { return }
    // On a pty the mark would outlive this descriptor, and the lock may be shared with a child process that
    // has not yet begun its program: both are taken back rather than left to the close.
    clinux_tty_set_exclusive(descriptor, 0)
    flock(descriptor, LOCK_UN)
    Glibc.close(descriptor)
    descriptor = -1
  }
}
