import ByteCoding

/// RFC 6455, 11.8.
struct WebSocketOpcode: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt8

  static let continuation = Self(rawValue: 0x0)
  static let text = Self(rawValue: 0x1)
  static let binary = Self(rawValue: 0x2)
  static let close = Self(rawValue: 0x8)
  static let ping = Self(rawValue: 0x9)
  static let pong = Self(rawValue: 0xA)

  var isControl: Bool { rawValue & 0x8 != 0 }
  var isKnown: Bool { rawValue <= 2 || (8...10).contains(rawValue) }
}

/// RFC 6455, 7.4.
package struct WebSocketCloseCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let normal = Self(rawValue: 1000)
  static let goingAway = Self(rawValue: 1001)
  static let protocolError = Self(rawValue: 1002)
  static let unsupportedData = Self(rawValue: 1003)
  static let invalidPayload = Self(rawValue: 1007)
  static let tooBig = Self(rawValue: 1009)

  /// Whether an endpoint may send it: 1004 to 1006 and 1015 never go over the wire.
  var mayBeSent: Bool {
    switch rawValue {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }

  /// What the code means, in words.
  var meaning: String {
    switch rawValue {
    case 1000: "normal end"
    case 1001: "going away"
    case 1002: "protocol error"
    case 1003: "unsupported data"
    case 1007: "invalid data"
    case 1008: "against its policy"
    case 1009: "message too big"
    case 1010: "extension missing"
    case 1011: "internal error"
    case 1012: "service restart"
    case 1013: "try again later"
    default: "code of the application"
    }
  }
}

/// What precedes a frame's payload (RFC 6455, 5.2), 2 to 14 bytes.
struct WebSocketFrameHeader: Hashable {
  static let controlPayloadLimit = 125

  var isFinal: Bool
  var opcode: WebSocketOpcode
  var maskingKey: [UInt8]?
  var payloadCount: UInt64

  enum Outcome: Hashable {
    case needsMore
    /// With its own length in bytes.
    case header(WebSocketFrameHeader, count: Int)
    case violation(WebSocketCloseCode, String)
  }

  /// Reads a header that a server sent.
  static func parse(_ bytes: ArraySlice<UInt8>) -> Outcome {
    let head = Array(bytes.prefix(10))
    guard head.count >= 2 else { return .needsMore }
    let opcode = WebSocketOpcode(rawValue: head[0] & 0x0F)
    guard head[0] & 0x70 == 0 else { return .violation(.protocolError, "a reserved bit is set") }
    guard opcode.isKnown else {
      return .violation(.protocolError, "there is no frame of kind \(opcode.rawValue)")
    }
    guard head[1] & 0x80 == 0 else { return .violation(.protocolError, "a server's frame is masked") }
    let isFinal = head[0] & 0x80 != 0
    let short = head[1] & 0x7F
    if opcode.isControl {
      guard isFinal else { return .violation(.protocolError, "a control frame comes in pieces") }
      guard Int(short) <= controlPayloadLimit else {
        return .violation(.protocolError, "a control frame is too long")
      }
    }
    let extra = short == 126 ? 2 : short == 127 ? 8 : 0
    guard head.count >= 2 + extra else { return .needsMore }
    let length = extra == 0 ? UInt64(short) : head[2..<(2 + extra)].reduce(0) { $0 << 8 | UInt64($1) }
    guard extra == 0 || length > (extra == 2 ? 125 : 0xFFFF) else {
      return .violation(.protocolError, "a length is not written in the shortest way")
    }
    guard length >> 63 == 0 else { return .violation(.protocolError, "a length has its highest bit set") }
    return .header(
      WebSocketFrameHeader(isFinal: isFinal, opcode: opcode, maskingKey: nil, payloadCount: length),
      count: 2 + extra)
  }

  func encode(into writer: inout ByteWriter) {
    writer.write((isFinal ? 0x80 : 0) | opcode.rawValue)
    let mask: UInt8 = maskingKey == nil ? 0 : 0x80
    switch payloadCount {
    case ...125: writer.write(mask | UInt8(truncatingIfNeeded: payloadCount))
    case ...0xFFFF:
      writer.write(mask | 126)
      writer.writeBE(UInt16(truncatingIfNeeded: payloadCount))
    default:
      writer.write(mask | 127)
      writer.writeBE(payloadCount)
    }
    if let maskingKey { writer.write(maskingKey) }
  }
}
