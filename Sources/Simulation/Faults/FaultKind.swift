/// What can go wrong between a host and a house, by the name that scripts use.
package enum FaultKind: String, CaseIterable, Hashable, Sendable {
  // The serial line, byte by byte.
  case loseByte = "lose-byte"
  case substitute
  case duplicateByte = "duplicate-byte"

  // The serial line, write by write.
  case loseFrame = "lose-frame"
  /// A write, and all that come behind it, arrive later.
  case delay
  /// The line stands still in this direction, and then gives everything at once.
  case stall

  // The coordinator.
  /// A data request is refused with "buffer full".
  case bufferFull = "buffer-full"
  /// A data request is refused with "MAC no resources".
  case noResource = "no-resource"
  /// The data confirm comes before the reply to its request.
  case confirmFirst = "confirm-first"
  /// The data confirm never comes.
  case noConfirm = "no-confirm"
  /// A request is answered with an RPC error frame and not carried out.
  case rpcError = "rpc-error"
  /// An indication comes twice.
  case duplicateIndication = "duplicate-indication"
  /// The coordinator resets when a request comes: before it, or after it was carried out.
  case reset

  // The air.
  /// A message between coordinator and device is lost.
  case loseAir = "lose-air"
  /// The device gets the message, and its acknowledgement is lost.
  case loseAcknowledgement = "lose-ack"
  /// A device takes another short address just before a message to anybody.
  case move

  // The cable.
  /// The coordinator is pulled out and plugged in again.
  case hangUp = "hang-up"

  /// How long it lasts where the command does not say.
  package var usualTime: Double {
    switch self {
    case .delay: 0.05
    case .stall: 7
    case .hangUp: 1
    default: 0
    }
  }

  /// Whether it makes a difference which end sends.
  var hasDirection: Bool {
    switch self {
    case .loseByte, .substitute, .duplicateByte, .loseFrame, .delay, .stall, .loseAir: true
    default: false
    }
  }
}
