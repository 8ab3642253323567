/// A checked value of a setting.
package enum SettingValue: Hashable, Sendable {
  case text(String)
  case integer(Int64)
  case flag(Bool)
  case list([String])
}

extension SettingValue: CustomStringConvertible {
  /// As it stands in a configuration file.
  package var description: String {
    switch self {
    case .text(let text): "\"\(text)\""
    case .integer(let value): String(value)
    case .flag(let value): String(value)
    case .list(let texts): "[" + texts.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    }
  }
}
