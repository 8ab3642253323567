/// What is wrong with a script line, and where.
package struct ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  package var line: Int
  package var column: Int
  package var message: String

  package var description: String { "line \(line), column \(column): \(message)" }
}
