/// One line of the log.
package struct LogRecord: Hashable, Sendable {
  /// The most bytes of a message, of a field's name and of its value; what is longer is cut and marked.
  package static let messageLimit = 1024
  package static let nameLimit = 32
  package static let valueLimit = 512
  /// The most fields of one record.
  package static let fieldLimit = 24

  package struct Field: Hashable, Sendable {
    package let name: String
    package let value: String
  }

  package let level: LogLevel
  package let message: String
  package let fields: [Field]

  /// Makes text from outside harmless: control characters escaped, lengths capped.
  package init(level: LogLevel, message: String, fields: [(String, String)] = []) {
    self.level = level
    self.message = LogText.harmless(message, limit: Self.messageLimit)
    self.fields = fields.prefix(Self.fieldLimit).map { name, value in
      Field(
        name: LogText.harmless(name, limit: Self.nameLimit),
        value: LogText.harmless(value, limit: Self.valueLimit))
    }
  }

  /// `level message name=value`, values with spaces, quotes or nothing in them quoted.
  package var line: String {
    fields.reduce(into: "\(level.name) \(message)") { line, field in
      line += " \(field.name)=\(LogText.quotedIfNeeded(field.value))"
    }
  }
}
