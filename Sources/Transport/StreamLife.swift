import Glibc
import Reactor

/// What every stream keeps of itself: whether it is open, and its owner's callbacks.
struct StreamLife {
  enum Phase {
    case idle
    case opening
    case open
    case closed
  }

  var phase = Phase.idle
  var onOpen: (() -> Void)?
  var onBytes: (([UInt8]) -> Void)?
  var onClosed: ((StreamClosure) -> Void)?
  var onDrained: (() -> Void)?

  /// Lets the owner's closures go, and with them what they hold.
  mutating func forgetCallbacks() {
    onOpen = nil
    onBytes = nil
    onClosed = nil
    onDrained = nil
  }
}

/// A stream whose callbacks and phase lie in a `StreamLife`.
protocol LivingStream: ByteStream {
  var life: StreamLife { get set }

  /// Lets go what the stream holds of the system; harmless when repeated.
  func release()
}

extension LivingStream {
  /// Ends the stream by itself: its owner is told why, and nothing more.
  func end(_ closure: StreamClosure) {
    guard life.phase != .closed else { return }
    life.phase = .closed
    release()
    let onClosed = life.onClosed
    life.forgetCallbacks()
    onClosed?(closure)
  }
}

extension LivingStream {
  package var onOpen: (() -> Void)? {
    get { life.onOpen }
    set { life.onOpen = newValue }
  }

  package var onBytes: (([UInt8]) -> Void)? {
    get { life.onBytes }
    set { life.onBytes = newValue }
  }

  package var onClosed: ((StreamClosure) -> Void)? {
    get { life.onClosed }
    set { life.onClosed = newValue }
  }

  package var onDrained: (() -> Void)? {
    get { life.onDrained }
    set { life.onDrained = newValue }
  }
}

extension StreamClosure {
  /// What a system error on an open stream means; `place` names the port or peer.
  init(end: DescriptorPump.End, of place: String) {
    switch end {
    case .endOfStream: self.init(.endOfStream, "\(place): the other side ended the connection")
    case .failed(let number):
      let error = SystemError(number: number, call: place)
      self.init(Self.reason(ofError: number), "\(place): the connection broke (\(error.text))")
    }
  }

  static func reason(ofError number: Int32) -> Reason {
    switch number {
    case ECONNREFUSED: .refused
    case ETIMEDOUT: .timedOut
    case ENOENT, ENODEV, ENXIO, ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL:
      .absent
    case EACCES, EPERM: .permissionDenied
    case EBUSY: .busy
    case EIO, ECONNRESET, EPIPE, ECONNABORTED: .hangUp
    default: .system
    }
  }
}
