/// Reads the parts of a URL (RFC 3986) from left to right, and knows where it stands for the messages.
struct URLText {
  /// No URL is longer.
  static let limit = 2_048

  private let bytes: [UInt8]
  private(set) var offset = 0

  /// Refuses what no URL may have in it: blanks, control characters, and anything not ASCII.
  init(_ text: String) throws(MQTTEndpointFailure) {
    bytes = Array(text.utf8)
    guard bytes.count <= Self.limit else { throw MQTTEndpointFailure(.length, at: Self.limit) }
    if let place = bytes.firstIndex(where: { !(0x21...0x7E).contains($0) }) {
      throw MQTTEndpointFailure(.character, at: place)
    }
  }

  var isAtEnd: Bool { offset == bytes.count }
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Everything that is left.
  var rest: ArraySlice<UInt8> { bytes[offset...] }

  mutating func takeRest() -> ArraySlice<UInt8> {
    defer { offset = bytes.count }
    return rest
  }

  /// What comes before the first of these characters, or before the end.
  mutating func take(until stops: StaticString) -> ArraySlice<UInt8> {
    let start = offset
    let stops = Array("\(stops)".utf8)
    while offset < bytes.count, !stops.contains(bytes[offset]) { offset += 1 }
    return bytes[start..<offset]
  }

  /// Whether the text goes on with `prefix`, which is then taken.
  mutating func take(_ prefix: StaticString) -> Bool {
    let prefix = Array("\(prefix)".utf8)
    guard rest.starts(with: prefix) else { return false }
    offset += prefix.count
    return true
  }

  /// As `take`, whatever the case of the letters.
  mutating func takeScheme(_ scheme: String) -> Bool {
    let lowered = rest.prefix(scheme.utf8.count).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    guard lowered.elementsEqual(scheme.utf8) else { return false }
    offset += lowered.count
    return true
  }

  /// The bytes that a part with percent signs stands for; `part` is a slice that this text gave.
  static func percentDecoded(_ part: ArraySlice<UInt8>) throws(MQTTEndpointFailure) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(part.count)
    var place = part.startIndex
    while place < part.endIndex {
      guard part[place] == UInt8(ascii: "%") else {
        decoded.append(part[place])
        place += 1
        continue
      }
      guard place + 2 < part.endIndex, let high = digit(part[place + 1]), let low = digit(part[place + 2])
      else { throw MQTTEndpointFailure(.percent, at: place) }
      decoded.append(high << 4 | low)
      place += 3
    }
    return decoded
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
