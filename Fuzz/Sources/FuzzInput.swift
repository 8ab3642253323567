import SansIO

/// Reads an input as a list of steps. At its end it gives zeros; the caller asks `isEmpty` before each step.
struct FuzzInput {
  private let bytes: [UInt8]
  private var next = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isEmpty: Bool { next >= bytes.count }

  mutating func byte() -> UInt8 {
    guard next < bytes.count else { return 0 }
    defer { next += 1 }
    return bytes[next]
  }

  mutating func number16() -> UInt16 { UInt16(byte()) | UInt16(byte()) << 8 }

  mutating func bytes(_ count: Int) -> [UInt8] {
    let end = min(next + count, bytes.count)
    defer { next = end }
    return Array(bytes[next..<end])
  }

  /// Bytes behind their count.
  mutating func counted() -> [UInt8] { bytes(Int(byte())) }

  mutating func rest() -> [UInt8] { bytes(bytes.count) }

  /// From nothing over milliseconds and minutes to months: the exponent is drawn as well.
  mutating func span() -> TimeSpan {
    let draw = number16()
    return .milliseconds(Int64(draw & 0x0FFF) << Int64(draw >> 12))
  }
}
