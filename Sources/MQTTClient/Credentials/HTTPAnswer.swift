/// An answer of HTTP/1.1 (RFC 9112), read from a stream that the server ends after it.
///
/// Only what one GET needs: the status, and a body with a length, in chunks, or up to the end.
struct HTTPAnswer {
  /// Of everything together.
  static let limit = 128 * 1024

  enum Outcome: Hashable {
    case needsMore
    case complete(status: Int, body: [UInt8])
    case malformed(String)
  }

  private var bytes: [UInt8] = []

  /// - Parameter isEnd: nothing more will come.
  mutating func received(_ more: [UInt8], isEnd: Bool = false) -> Outcome {
    bytes += more
    guard bytes.count <= Self.limit else { return .malformed("the answer is too long") }
    guard let head = headEnd() else { return isEnd ? .malformed("the answer ended in its head") : .needsMore }
    let lines = String(decoding: bytes[..<head.end], as: UTF8.self).split(separator: "\r\n")
    guard let status = lines.first.flatMap(Self.status) else { return .malformed("the answer is not HTTP") }
    let body = bytes[head.bodyStart...]
    if let coding = Self.field("transfer-encoding", lines) {
      guard coding.lowercased() == "chunked" else { return .malformed("unknown transfer coding \(coding)") }
      return unchunked(body, status, isEnd)
    }
    if let text = Self.field("content-length", lines) {
      guard let length = Int(text), (0...Self.limit).contains(length) else {
        return .malformed("the answer's length is none")
      }
      guard body.count >= length else { return isEnd ? .malformed("the answer is cut off") : .needsMore }
      return .complete(status: status, body: Array(body.prefix(length)))
    }
    return isEnd ? .complete(status: status, body: Array(body)) : .needsMore
  }

  private func headEnd() -> (end: Int, bodyStart: Int)? {
    guard bytes.count >= 4 else { return nil }
    for place in 0...(bytes.count - 4)
    where bytes[place] == 13 && bytes[place + 1] == 10 && bytes[place + 2] == 13 && bytes[place + 3] == 10 {
      return (place, place + 4)
    }
    return nil
  }

  private static func status(_ line: Substring) -> Int? {
    let parts = line.split(separator: " ", maxSplits: 2)
    guard parts.count >= 2, parts[0].hasPrefix("HTTP/1."), parts[1].utf8.count == 3 else { return nil }
    return Int(parts[1])
  }

  private static func field(_ name: String, _ lines: [Substring]) -> String? {
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      return String(value.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
    return nil
  }

  /// Chunks: a length in hexadecimal digits, a line end, so many bytes, a line end; the last one is empty.
  private func unchunked(_ body: ArraySlice<UInt8>, _ status: Int, _ isEnd: Bool) -> Outcome {
    let more: Outcome = isEnd ? .malformed("the answer is cut off") : .needsMore
    var rest = body
    var content: [UInt8] = []
    while true {
      guard let lineEnd = rest.firstIndex(of: 10) else { return more }
      let digits = rest[..<lineEnd].prefix { $0 != 13 && $0 != UInt8(ascii: ";") }
      guard let length = Int(String(decoding: digits, as: UTF8.self), radix: 16),
        (0...Self.limit).contains(length)
      else { return .malformed("a chunk of the answer has no length") }
      rest = rest[(lineEnd + 1)...]
      if length == 0 { return .complete(status: status, body: content) }
      guard rest.count >= length + 2 else { return more }
      content += rest.prefix(length)
      rest = rest.dropFirst(length)
      guard rest.starts(with: [13, 10]) else { return .malformed("a chunk of the answer does not end") }
      rest = rest.dropFirst(2)
    }
  }
}
