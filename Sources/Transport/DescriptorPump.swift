import CLinux
import Glibc
import Reactor

/// Moves bytes between a non-blocking descriptor and its stream: what every stream over a descriptor has in
/// common. The descriptor stays its owner's, who closes it after `stop()`.
final class DescriptorPump {
  enum End: Equatable {
    /// A read of nothing.
    case endOfStream
    case failed(Int32)
  }

  var onBytes: (([UInt8]) -> Void)?
  var onDrained: (() -> Void)?
  var onEnd: ((End) -> Void)?
  /// The peer writes no more and may still read. Where it is not set, that is the end.
  var onEndOfInput: (() -> Void)?

  private let loop: EventLoop
  private let descriptor: Int32
  private let isSocket: Bool
  private var token: WatchToken?
  private var buffer: SendBuffer
  private var isFlushPutOff = false
  private var waitsForRoom = false
  private var isReadingPaused = false
  private var isInputOver = false
  private var chunk = [UInt8](repeating: 0, count: StreamLimits.readChunk)

  init(loop: EventLoop, descriptor: Int32, isSocket: Bool, sendLimit: Int) {
    self.loop = loop
    self.descriptor = descriptor
    self.isSocket = isSocket
    buffer = SendBuffer(limit: sendLimit)
  }

  deinit {
    if let token { loop.unwatch(token) }
  }

  func start() throws(SystemError) {
    token = try loop.watch(fd: descriptor, interest: .read) { [weak self] readiness in
      guard let self else { return }
      handle(readiness)
    }
  }

  func stop() {
    if let token { loop.unwatch(token) }
    token = nil
  }

  var bufferedByteCount: Int { buffer.count }

  func write(_ bytes: [UInt8]) -> Bool {
    guard token != nil, buffer.append(bytes) else { return false }
    guard !isFlushPutOff, !waitsForRoom else { return true }
    isFlushPutOff = true
    loop.atEndOfTurn { [weak self] in
      guard let self, isFlushPutOff else { return }
      isFlushPutOff = false
      flush()
    }
    return true
  }

  /// Sends what the kernel takes at once and forgets the rest, without a callback.
  func flushForTheLastTime() {
    guard token != nil else { return }
    while !buffer.isEmpty, buffer.drain(send) > 0 {}
    buffer.removeAll()
  }

  func pauseReading() {
    isReadingPaused = true
    updateInterest()
  }

  func resumeReading() {
    isReadingPaused = false
    updateInterest()
  }

  private func updateInterest() {
    guard let token else { return }
    var interest: Readiness = isReadingPaused ? [] : isInputOver ? .hangUp : .read
    if waitsForRoom { interest.insert(.write) }
    loop.update(token, interest: interest)
  }

  private func handle(_ readiness: Readiness) {
    if waitsForRoom, readiness.isWritable || readiness.isBroken { flush() }
    // A hang-up or error shows in the read, after whatever came before it.
    guard token != nil, readiness != .write else { return }
    if isReadingPaused { return holdHangUp(readiness) }
    readOnce(isBroken: readiness.isBroken)
  }

  /// A hang-up is told in every turn, interest or not; while reading is paused it has to wait.
  private func holdHangUp(_ readiness: Readiness) {
    guard let token, readiness.isBroken else { return }
    waitsForRoom = false
    buffer.removeAll()
    loop.update(token, interest: [])
  }

  private func readOnce(isBroken: Bool) {
    let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count > 0 {
      onBytes?(Array(chunk[..<count]))
    } else if count == 0 {
      endInput(isBroken: isBroken)
    } else if errno == EAGAIN || errno == EINTR {
      if isBroken { end(.failed(brokenError())) }
    } else {
      end(.failed(errno))
    }
  }

  /// A peer that has closed altogether shows as a hang-up, at once or later.
  private func endInput(isBroken: Bool) {
    guard let onEndOfInput, !isBroken, !isInputOver else { return end(.endOfStream) }
    isInputOver = true
    updateInterest()
    onEndOfInput()
  }

  private func brokenError() -> Int32 {
    let failure = isSocket ? clinux_socket_error(descriptor) : EIO
    return failure == 0 ? EIO : failure
  }

  private func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    isSocket
      ? clinux_send(descriptor, bytes.baseAddress, bytes.count)
      : Glibc.write(descriptor, bytes.baseAddress, bytes.count)
  }

  private func flush() {
    guard token != nil else { return }
    let hadBytes = !buffer.isEmpty
    while !buffer.isEmpty {
      let sent = buffer.drain(send)
      if sent > 0 { continue }
      guard sent == 0 || errno == EAGAIN || errno == EINTR else { return end(.failed(errno)) }
      break
    }
    if waitsForRoom != !buffer.isEmpty {
      waitsForRoom = !buffer.isEmpty
      updateInterest()
    }
    if hadBytes, buffer.isEmpty { onDrained?() }
  }

  private func end(_ reason: End) {
    guard token != nil else { return }
    stop()
    buffer.removeAll()
    onEnd?(reason)
  }
}
