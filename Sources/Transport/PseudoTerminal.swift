import CLinux
import Glibc
import Reactor
import SansIO

/// The far end of a pretended serial port: what is written here is read by whoever opens the port's path.
///
/// It outlives its clients: they may open and close the port as often as they like. What is written while
/// nobody has it open is lost, as with a real adapter. `hangUp()` is the pulled cable, `reopen()` the
/// adapter plugged in again; neither ends the stream, `close()` does.
package final class PseudoTerminal: LivingStream {
  /// How often one looks whether a client has come.
  static let lookInterval = TimeSpan.milliseconds(20)

  var life = StreamLife()
  /// Called when a client opens the port and when the last closes it.
  package var onClientChange: ((Bool) -> Void)?
  /// Where the port is to be found as long as it is plugged in; a link to `devicePath`.
  package let linkPath: String?
  /// The port's own path; another one after each `reopen()`, nil while unplugged.
  package private(set) var devicePath: String?
  package private(set) var hasClient = false

  private let loop: EventLoop
  private let sendLimit: Int
  private var descriptor: Int32 = -1
  private var pump: DescriptorPump?
  private var look: TimerToken?

  package init(
    loop: EventLoop, linkPath: String? = nil, sendLimit: Int = StreamLimits.sendBuffer
  ) {
    self.loop = loop
    self.linkPath = linkPath
    self.sendLimit = sendLimit
  }

  deinit { unplug() }

  /// Makes the port at once, so that its path can be told; `onOpen` follows.
  package func open() {
    guard life.phase == .idle else { return }
    life.phase = .opening
    var failure: StreamClosure?
    do throws(StreamClosure) { try plugIn() } catch { failure = error }
    loop.schedule(at: loop.now.monotonic) { [weak self] in
      guard let self, life.phase == .opening else { return }
      if let failure { return end(failure) }
      life.phase = .open
      life.onOpen?()
    }
  }

  /// True also for bytes that are lost because nobody listens.
  @discardableResult
  package func write(_ bytes: [UInt8]) -> Bool {
    guard life.phase == .open else { return false }
    lookForClient()
    guard let pump else { return true }
    return pump.write(bytes)
  }

  package var bufferedByteCount: Int { pump?.bufferedByteCount ?? 0 }
  package func pauseReading() { pump?.pauseReading() }
  package func resumeReading() { pump?.resumeReading() }

  /// Pulls the cable: every client's port hangs up, and the link is gone.
  package func hangUp() { unplug() }

  /// Plugs it in again, as a new port under the same link. Does nothing when it is plugged in.
  package func reopen() throws(StreamClosure) {
    guard descriptor < 0, life.phase == .open || life.phase == .opening else { return }
    try plugIn()
  }

  package func close() {
    guard life.phase != .closed else { return }
    life.phase = .closed
    pump?.flushForTheLastTime()
    unplug()
    life.forgetCallbacks()
  }

  // MARK: The cable

  private func plugIn() throws(StreamClosure) {
    var path = [CChar](repeating: 0, count: 128)
    descriptor = clinux_open_pty(&path, path.count)
    guard descriptor >= 0 else {
      throw StreamClosure(.system, "\(SystemError(number: errno, call: "open a pseudo-terminal"))")
    }
    let device = String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    devicePath = device
    clinux_tty_make_raw(descriptor)
    // Opened once and closed, it says from then on whether it is open; never opened, it does not.
    let slave = clinux_open(device, O_RDWR | O_NOCTTY, 0)
    if slave >= 0 { Glibc.close(slave) }
    try placeLink(to: device)
    lookLater()
  }

  private func unplug() {
    stopPump()
    if let look { loop.cancel(look) }
    look = nil
    if let linkPath, let devicePath, linkTarget(linkPath) == devicePath { unlink(linkPath) }
    devicePath = nil
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  private func placeLink(to device: String) throws(StreamClosure) {
    guard let linkPath else { return }
    var status = stat()
    if lstat(linkPath, &status) == 0, status.st_mode & S_IFMT != S_IFLNK {
      unplug()
      throw StreamClosure(.unusableSetting, "\(linkPath): exists and is not a link; it is left alone")
    }
    let temporary = "\(linkPath).\(getpid())"
    unlink(temporary)
    guard symlink(device, temporary) == 0, rename(temporary, linkPath) == 0 else {
      let error = SystemError(number: errno, call: "link \(linkPath)")
      unplug()
      throw StreamClosure(StreamClosure.reason(ofError: error.number), error.description)
    }
  }

  // MARK: Clients

  /// Without a client the master is hung up in every turn, so it is looked at by a timer instead.
  private func lookLater() {
    look = loop.schedule(at: loop.now.monotonic + Self.lookInterval) { [weak self] in
      guard let self else { return }
      look = nil
      lookForClient()
      if pump == nil, descriptor >= 0 { lookLater() }
    }
  }

  private func lookForClient() {
    guard descriptor >= 0, pump == nil else { return }
    let found = clinux_poll_now(descriptor, Int16(POLLIN))
    // A client that came, wrote and left between two looks has left its bytes.
    guard found >= 0, found & Int32(POLLHUP) == 0 || found & Int32(POLLIN) != 0 else { return }
    startPump()
  }

  private func startPump() {
    let pump = DescriptorPump(
      loop: loop, descriptor: descriptor, isSocket: false, sendLimit: sendLimit)
    pump.onBytes = { [weak self] in self?.life.onBytes?($0) }
    pump.onDrained = { [weak self] in self?.life.onDrained?() }
    pump.onEnd = { [weak self] _ in self?.clientLeft() }
    do throws(SystemError) {
      try pump.start()
    } catch {
      return end(StreamClosure(.system, error.description))
    }
    if let look { loop.cancel(look) }
    look = nil
    self.pump = pump
    tellClient(true)
  }

  private func clientLeft() {
    stopPump()
    if look == nil, descriptor >= 0 { lookLater() }
  }

  private func stopPump() {
    guard let pump else { return }
    pump.stop()
    self.pump = nil
    tellClient(false)
  }

  /// Told in a turn of its own, since it may be found out within a call of the owner.
  private func tellClient(_ isThere: Bool) {
    hasClient = isThere
    guard onClientChange != nil else { return }
    loop.schedule(at: loop.now.monotonic) { [weak self] in self?.onClientChange?(isThere) }
  }

  func release() { unplug() }
}
