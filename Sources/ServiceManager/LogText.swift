/// How text from anywhere is written into the log.
enum LogText {
  private static let ellipsis = "..."

  /// Escapes what could break a line, hide text or command a terminal, and cuts at `limit` bytes of UTF-8.
  static func harmless(_ text: String, limit: Int) -> String {
    var result = ""
    var count = 0
    for scalar in text.unicodeScalars {
      let piece = isPlain(scalar) ? String(scalar) : escape(scalar)
      count += piece.utf8.count
      guard count <= limit else { return result + ellipsis }
      result += piece
    }
    return result
  }

  static func quotedIfNeeded(_ value: String) -> String {
    let isBare =
      !value.isEmpty && value.unicodeScalars.allSatisfy { $0 != " " && $0 != "\"" && $0 != "=" }
    guard !isBare else { return value }
    let escaped = value.unicodeScalars.reduce(into: "") { text, scalar in
      text += scalar == "\"" ? "\\\"" : String(scalar)
    }
    return "\"\(escaped)\""
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      false
    default: scalar != "\\"
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16))}"
    }
  }
}
