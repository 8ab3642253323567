import SansIO

@testable import Transport

/// The server's side of WebSocket frames.
enum WebSocketPeer {
  /// A frame as servers send it.
  static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let count = payload.count
    let length: [UInt8] =
      count < 126
      ? [UInt8(count)]
      : count <= 0xFFFF
        ? [126, UInt8(count >> 8), UInt8(count & 0xFF)]
        : [127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
    return [first] + length + payload
  }

  struct Frame: Equatable {
    var first: UInt8
    var payload: [UInt8]
    var key: [UInt8]
  }

  /// Reads one whole masked frame from the front; nil when there is none.
  static func takeFrame(_ bytes: inout [UInt8]) -> Frame? {
    guard bytes.count >= 2, bytes[1] & 0x80 != 0 else { return nil }
    let short = Int(bytes[1] & 0x7F)
    let extra = short == 126 ? 2 : short == 127 ? 8 : 0
    guard bytes.count >= 6 + extra else { return nil }
    let count = extra == 0 ? short : bytes[2..<(2 + extra)].reduce(0) { $0 << 8 | Int($1) }
    let start = 6 + extra
    guard bytes.count >= start + count else { return nil }
    let key = Array(bytes[(2 + extra)..<start])
    let payload = bytes[start..<(start + count)].enumerated().map { $1 ^ key[$0 % 4] }
    let frame = Frame(first: bytes[0], payload: payload, key: key)
    bytes.removeFirst(start + count)
    return frame
  }
}
