import SansIO

/// A two-way stream of bytes: a serial port, a socket, a TLS session, one end of a pipe in memory.
///
/// Confined to its loop. One object is one connection: it is opened once, ends once, and whoever wants the
/// peer again makes a new one. After `open()` there comes either `onOpen`, later `onClosed`, or `onClosed`
/// alone; after `onClosed`, or after the owner's own `close()`, there comes nothing more. No callback is
/// made from within a call of the owner.
package protocol ByteStream: AnyObject {
  var onOpen: (() -> Void)? { get set }
  /// Never empty.
  var onBytes: (([UInt8]) -> Void)? { get set }
  var onClosed: ((StreamClosure) -> Void)? { get set }
  /// The send buffer has become empty after it held something.
  var onDrained: (() -> Void)? { get set }

  func open()

  /// Puts bytes in the send buffer, all or none; what one turn of the loop puts there leaves together.
  /// False when the stream is not open or the bytes do not fit.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool

  /// How many bytes wait in the send buffer.
  var bufferedByteCount: Int { get }

  /// While reading is paused the peer is slowed down by its own full buffers, and its end is not noticed.
  func pauseReading()
  func resumeReading()

  /// Hands what is buffered to the kernel as far as it takes it at once, and ends the stream.
  func close()

  /// The address of this machine from which an open stream goes out; nil where there is none.
  var localAddress: IPAddress? { get }
}

extension ByteStream {
  package var localAddress: IPAddress? { nil }
}

/// The limits of every stream.
package enum StreamLimits {
  /// The send buffer's size in bytes unless the maker says otherwise.
  package static let sendBuffer = 1 << 20
  /// The most bytes of one `onBytes`.
  package static let readChunk = 16 * 1024
  /// What the opening of a stream may take, from the look-up of the name to the last layer.
  package static let openingBudget = TimeSpan.seconds(20)
  /// The send buffer of a stream that carries another one, whose send buffer holds `limit` bytes: with room
  /// for what the layers add.
  package static func sendBuffer(beneath limit: Int) -> Int { limit + limit / 4 + 128 * 1_024 }
}

/// Why a stream ended or never began: a reason to decide by and a text to show, which says what happened,
/// where, and what can be done.
package struct StreamClosure: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    /// The peer ended the stream in order.
    case endOfStream
    /// The cable was pulled, the device vanished, or the connection broke.
    case hangUp
    /// There is no such port, path or host address.
    case absent
    /// Somebody else holds the port.
    case busy
    case permissionDenied
    /// The name could not be looked up.
    case nameLookup
    /// Nobody listens there.
    case refused
    case timedOut
    /// The peer's certificate is not one to trust, or ours was refused.
    case certificate
    /// The TLS handshake or a TLS record failed for another reason.
    case tls
    /// The proxy in between refused or failed.
    case proxy
    /// The other side does not speak WebSocket as it should, or not here.
    case webSocket
    /// A setting cannot be used: a speed, a file of certificates.
    case unusableSetting
    /// Whatever else the system says.
    case system
  }

  package let reason: Reason
  package let description: String

  package init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }
}
