/// The head of an HTTP/1.1 answer (RFC 9112): the status line and the header fields.
struct HTTPResponseHead: Hashable, Sendable {
  struct Field: Hashable, Sendable {
    /// In lower case.
    var name: String
    var value: String
  }

  var status: Int
  /// The server's words; not to be relied on.
  var reason: String
  var fields: [Field]

  /// The values of all fields of that name (in lower case), each split at its commas.
  func list(_ name: String) -> [String] {
    fields.filter { $0.name == name }.flatMap { field in
      field.value.split(separator: ",").map(Self.trimmed).filter { !$0.isEmpty }
    }
  }

  /// The value of the only field of that name; nil when there is none, or more than one.
  func only(_ name: String) -> String? {
    let found = fields.filter { $0.name == name }
    return found.count == 1 ? found.first?.value : nil
  }

  /// "403 Forbidden", short enough for a message.
  var summary: String { reason.isEmpty ? "\(status)" : "\(status) \(reason)" }

  static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}

/// Collects an answer's head from the bytes of a stream.
struct HTTPResponseParser {
  /// No head is longer, and none has more fields.
  static let headLimit = 16 * 1_024
  static let fieldLimit = 128
  private static let shownReason = 80

  enum Outcome: Hashable {
    case needsMore
    /// With what came behind the head.
    case head(HTTPResponseHead, rest: [UInt8])
    /// What is wrong with it.
    case malformed(String)
  }

  private var collected: [UInt8] = []
  /// Where the search for the end goes on.
  private var searched = 0

  mutating func received(_ bytes: [UInt8]) -> Outcome {
    collected += bytes
    guard collected.first ?? UInt8(ascii: "H") == UInt8(ascii: "H") else {
      return .malformed("it is not HTTP")
    }
    guard let end = endOfHead() else {
      return collected.count > Self.headLimit ? .malformed("its head is too long") : .needsMore
    }
    guard end <= Self.headLimit else { return .malformed("its head is too long") }
    defer { collected = [] }
    return Self.parse(collected[..<end], rest: Array(collected[end...]))
  }

  /// The offset behind the blank line.
  private mutating func endOfHead() -> Int? {
    var place = max(searched - 3, 0)
    while place + 3 < collected.count {
      if collected[place] == 13, collected[place + 1] == 10, collected[place + 2] == 13,
        collected[place + 3] == 10
      {
        return place + 4
      }
      place += 1
    }
    searched = collected.count
    return nil
  }

  private static func parse(_ head: ArraySlice<UInt8>, rest: [UInt8]) -> Outcome {
    guard let text = String(validating: head, as: UTF8.self) else {
      return .malformed("its head is not text")
    }
    var lines = text.split(separator: "\r\n", omittingEmptySubsequences: true)[...]
    guard let statusLine = lines.popFirst(), let (status, reason) = parse(statusLine: statusLine) else {
      return .malformed("it is not HTTP")
    }
    guard lines.count <= fieldLimit else { return .malformed("it has too many header fields") }
    var fields: [HTTPResponseHead.Field] = []
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex, line.first != " ",
        line.first != "\t",
        !line.contains(where: { $0 == "\r" || $0 == "\n" || $0 == "\0" })
      else { return .malformed("a header field is malformed") }
      fields.append(
        .init(
          name: line[..<colon].lowercased(),
          value: HTTPResponseHead.trimmed(line[line.index(after: colon)...])))
    }
    return .head(HTTPResponseHead(status: status, reason: reason, fields: fields), rest: rest)
  }

  /// "HTTP/1.1 101 Switching Protocols"
  private static func parse(statusLine line: Substring) -> (Int, String)? {
    let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[0] == "HTTP/1.1" || parts[0] == "HTTP/1.0", parts[1].utf8.count == 3,
      let status = Int(parts[1]), (100...999).contains(status)
    else { return nil }
    let reason = (parts.count == 3 ? parts[2] : "").unicodeScalars
      .filter { $0.properties.generalCategory != .control }.prefix(shownReason)
    return (status, String(String.UnicodeScalarView(reason)))
  }
}
