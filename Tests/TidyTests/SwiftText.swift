/// The text of a Swift file without what comments and strings say: they become blanks, so that lines and
/// columns stay. What stands in `\(…)` of a string is blanked as well.
struct SwiftText {
  let code: String
  var lines: [String] { code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

  init(_ text: String) {
    var blanker = Blanker(Array(text.utf8))
    code = blanker.blanked()
  }

  init(code: String) { self.code = code }

  /// A declared function: where it begins, and how many lines it has from there to its closing brace.
  struct Function: Hashable {
    var name: String
    var line: Int
    var length: Int
  }

  /// Functions and initialisers with a body, nested ones too.
  var functions: [Function] {
    var found: [Function] = []
    let lines = lines
    for (index, line) in lines.enumerated() {
      guard let name = Self.declaredFunction(line), let end = Self.endOfBody(in: lines, from: index) else {
        continue
      }
      found.append(Function(name: name, line: index + 1, length: end - index + 1))
    }
    return found
  }

  private static func declaredFunction(_ line: String) -> String? {
    let words = line.split { $0 == " " || $0 == "(" || $0 == "<" || $0 == "?" }.map(String.init)
    guard let index = words.firstIndex(where: { ["func", "init", "deinit", "subscript"].contains($0) }) else {
      return nil
    }
    // `self.init(` and the like call one.
    guard words[..<index].allSatisfy({ modifiers.contains($0) || $0.hasPrefix("@") }) else { return nil }
    return words[index] == "func" ? words.dropFirst(index + 1).first ?? "func" : words[index]
  }

  private static let modifiers: Set<String> = [
    "public", "package", "internal", "fileprivate", "private", "static", "mutating", "nonisolated",
    "override",
    "final", "convenience", "class", "required", "borrowing", "consuming", "prefix", "postfix",
  ]

  /// The line of the brace that closes the first one opened at `start` or behind it; nil without a body.
  private static func endOfBody(in lines: [String], from start: Int) -> Int? {
    var depth = 0
    var parentheses = 0
    for index in start..<lines.count {
      for byte in lines[index].utf8 {
        switch byte {
        case UInt8(ascii: "("): parentheses += 1
        case UInt8(ascii: ")"): parentheses -= 1
        case UInt8(ascii: "{") where parentheses == 0 || depth > 0: depth += 1
        case UInt8(ascii: "}"):
          if depth == 0 && parentheses == 0 { return nil }
          if depth > 0 { depth -= 1 }
          if depth == 0 && parentheses == 0 { return index }
        default: break
        }
      }
      // A requirement of a protocol has no body: the next declaration begins.
      if depth == 0, parentheses == 0, index + 1 < lines.count, begins(lines[index + 1]) { return nil }
    }
    return nil
  }

  private static func begins(_ line: String) -> Bool {
    declaredFunction(line) != nil || line.allSatisfy(\.isWhitespace)
      || ["}", "var ", "let ", "associatedtype "].contains { line.drop(while: \.isWhitespace).hasPrefix($0) }
  }
}

/// Works on bytes: everything it looks for is ASCII.
private struct Blanker {
  private let text: [UInt8]
  private var place = 0
  private var result: [UInt8] = []

  private static let newline = UInt8(ascii: "\n")
  private static let slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*")
  private static let hash = UInt8(ascii: "#")
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  init(_ text: [UInt8]) {
    self.text = text
    result.reserveCapacity(text.count)
  }

  mutating func blanked() -> String {
    while place < text.count {
      let byte = text[place]
      if byte == Self.slash, at(1) == Self.slash {
        while place < text.count, text[place] != Self.newline { takeBlank() }
      } else if byte == Self.slash, at(1) == Self.star {
        blankBlockComment()
      } else if byte == Self.quote || byte == Self.hash, let string = stringStart() {
        blankString(hashes: string.hashes, quotes: string.quotes)
      } else {
        result.append(byte)
        place += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private func at(_ offset: Int) -> UInt8? { place + offset < text.count ? text[place + offset] : nil }

  private mutating func takeBlank(_ count: Int = 1) {
    for _ in 0..<count where place < text.count {
      result.append(text[place] == Self.newline ? Self.newline : UInt8(ascii: " "))
      place += 1
    }
  }

  private mutating func blankBlockComment() {
    var depth = 0
    repeat {
      let opens = at(0) == Self.slash && at(1) == Self.star
      let closes = at(0) == Self.star && at(1) == Self.slash
      depth += opens ? 1 : closes ? -1 : 0
      takeBlank(opens || closes ? 2 : 1)
    } while depth > 0 && place < text.count
  }

  private func count(_ byte: UInt8, from offset: Int) -> Int {
    var count = 0
    while at(offset + count) == byte { count += 1 }
    return count
  }

  private func stringStart() -> (hashes: Int, quotes: Int)? {
    let hashes = count(Self.hash, from: 0)
    let quotes = count(Self.quote, from: hashes)
    return quotes == 0 ? nil : (hashes, quotes >= 3 ? 3 : 1)
  }

  private mutating func blankString(hashes: Int, quotes: Int) {
    takeBlank(hashes + quotes)
    while place < text.count {
      if at(0) == Self.quote, count(Self.quote, from: 0) >= quotes, count(Self.hash, from: quotes) >= hashes {
        break
      }
      if at(0) == Self.backslash, count(Self.hash, from: 1) >= hashes {
        takeBlank(1 + hashes)
        if at(0) == UInt8(ascii: "(") { blankInterpolation() } else { takeBlank() }
      } else {
        takeBlank()
      }
    }
    takeBlank(quotes + hashes)
  }

  private mutating func blankInterpolation() {
    var depth = 0
    repeat {
      if at(0) == Self.quote || at(0) == Self.hash, let string = stringStart() {
        blankString(hashes: string.hashes, quotes: string.quotes)
        continue
      }
      if at(0) == UInt8(ascii: "(") { depth += 1 }
      if at(0) == UInt8(ascii: ")") { depth -= 1 }
      takeBlank()
    } while depth > 0 && place < text.count
  }
}
