/// A place in a file, both from 1.
package struct SourcePosition: Hashable, Sendable, Comparable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static let start = SourcePosition(line: 1, column: 1)

  package static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A TOML value with its place.
struct TOMLValue {
  enum Content {
    case string(String)
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
    case date
    case array([TOMLValue])
    case table([TOMLMember])
  }

  var content: Content
  var position: SourcePosition

  /// What it is, in words for a message.
  var kindName: String {
    switch content {
    case .string: "a string"
    case .integer: "an integer"
    case .number: "a number with a fraction"
    case .boolean: "true or false"
    case .date: "a date or time"
    case .array: "a list"
    case .table: "a section"
    }
  }
}

/// A key of a table and its value.
struct TOMLMember {
  var key: String
  var keyPosition: SourcePosition
  var value: TOMLValue
}
