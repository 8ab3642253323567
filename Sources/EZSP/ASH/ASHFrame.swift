/// One frame of the ASH link (UG101 3).
package enum ASHFrame: Hashable, Sendable {
  /// `number` and `acknowledges` count modulo 8; `acknowledges` is the number that is expected next.
  case data(number: UInt8, isRetransmission: Bool, acknowledges: UInt8, payload: [UInt8])
  /// `isNotReady`: the sender cannot take callbacks now.
  case acknowledgement(UInt8, isNotReady: Bool)
  case negativeAcknowledgement(UInt8, isNotReady: Bool)
  case reset
  case resetAcknowledgement(version: UInt8, code: UInt8)
  case error(version: UInt8, code: UInt8)

  /// Why bytes up to a flag are no frame.
  package enum Fault: Error, Hashable, Sendable {
    case tooShort
    case tooLong
    case check
    /// An escape before a byte that needs none, or at the end.
    case escape
    /// A substitute byte marked an error of the line.
    case substituted
    case controlByte(UInt8)
    /// A length that this kind of frame does not have.
    case length
  }

  /// Bytes of the payload of a DATA frame. UG101 says 128; newer firmware sends up to 220.
  package static let longestPayload = 220
  /// EZSP has no shorter frame than its header.
  static let shortestPayload = 3
  static let version: UInt8 = 2

  private enum Control {
    static let acknowledgement: UInt8 = 0x80
    static let negativeAcknowledgement: UInt8 = 0xA0
    static let reset: UInt8 = 0xC0
    static let resetAcknowledgement: UInt8 = 0xC1
    static let error: UInt8 = 0xC2
    static let flagBit: UInt8 = 0x08
  }

  /// Control byte and data, without whitening, check value and escapes.
  private var content: (control: UInt8, data: [UInt8]) {
    switch self {
    case .data(let number, let isRetransmission, let acknowledges, let payload):
      ((number & 7) << 4 | (isRetransmission ? Control.flagBit : 0) | acknowledges & 7, payload)
    case .acknowledgement(let number, let isNotReady):
      (Control.acknowledgement | (isNotReady ? Control.flagBit : 0) | number & 7, [])
    case .negativeAcknowledgement(let number, let isNotReady):
      (Control.negativeAcknowledgement | (isNotReady ? Control.flagBit : 0) | number & 7, [])
    case .reset: (Control.reset, [])
    case .resetAcknowledgement(let version, let code): (Control.resetAcknowledgement, [version, code])
    case .error(let version, let code): (Control.error, [version, code])
    }
  }

  /// The first byte, before escaping.
  package var control: UInt8 { content.control }

  var isData: Bool { if case .data = self { true } else { false } }

  /// The bytes for the wire, with the flag that ends them.
  package var wireBytes: [UInt8] {
    let (control, data) = content
    var frame = [control] + (isData ? ASHCheck.whitened(data) : data)
    let check = ASHCheck.value(frame)
    frame += [UInt8(truncatingIfNeeded: check >> 8), UInt8(truncatingIfNeeded: check)]
    var wire: [UInt8] = []
    wire.reserveCapacity(frame.count + 4)
    for byte in frame {
      if ASHReservedByte.isReserved(byte) {
        wire += [ASHReservedByte.escape, byte ^ ASHReservedByte.escapeBit]
      } else {
        wire.append(byte)
      }
    }
    wire.append(ASHReservedByte.flag)
    return wire
  }

  /// Reads what stood between two flags, escapes taken out.
  init(unescaped bytes: [UInt8]) throws(Fault) {
    guard bytes.count >= 3 else { throw .tooShort }
    let body = bytes.dropLast(2)
    let check = UInt16(bytes[bytes.count - 2]) << 8 | UInt16(bytes[bytes.count - 1])
    guard ASHCheck.value(body) == check else { throw .check }
    self = try Self.frame(control: body[0], data: Array(body.dropFirst()))
  }

  private static func frame(control: UInt8, data: [UInt8]) throws(Fault) -> Self {
    let number = control & 7
    let flag = control & Control.flagBit != 0
    switch control {
    case 0x00...0x7F:
      guard (shortestPayload...longestPayload).contains(data.count) else { throw .length }
      return .data(
        number: control >> 4, isRetransmission: flag, acknowledges: number,
        payload: ASHCheck.whitened(data))
    case 0x80...0x8F, 0xA0...0xAF:
      guard data.isEmpty else { throw .length }
      return control < Control.negativeAcknowledgement
        ? .acknowledgement(number, isNotReady: flag) : .negativeAcknowledgement(number, isNotReady: flag)
    case Control.reset:
      guard data.isEmpty else { throw .length }
      return .reset
    case Control.resetAcknowledgement, Control.error:
      guard data.count == 2 else { throw .length }
      return control == Control.error
        ? .error(version: data[0], code: data[1]) : .resetAcknowledgement(version: data[0], code: data[1])
    default: throw .controlByte(control)
    }
  }
}
