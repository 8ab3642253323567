import SansIO

/// The values that were found right, and where they stand.
struct CheckedSettings {
  struct Entry {
    var value: SettingValue
    /// Of the value.
    var position: SourcePosition
  }

  /// By path in the file (`network[0].port`).
  private(set) var entries: [String: Entry] = [:]
  /// Where each `[[network]]` begins.
  var networks: [SourcePosition] = []
  /// What is in the files that keys name, by the path of the key.
  var secrets: [String: Secret<[UInt8]>] = [:]
  private(set) var problems: [SettingsProblem] = []
  private(set) var warnings: [SettingsProblem] = []
  let file: String

  init(file: String) { self.file = file }

  mutating func add(_ value: SettingValue, at position: SourcePosition, for key: String) {
    entries[key] = Entry(value: value, position: position)
  }

  mutating func complain(
    _ problem: String, at position: SourcePosition, about key: String, allowed: String? = nil,
    nearest: String? = nil
  ) {
    problems.append(
      SettingsProblem(
        file: file, position: position, key: key, problem: problem, allowed: allowed, nearest: nearest))
  }

  mutating func warn(_ problem: String, at position: SourcePosition, about key: String) {
    warnings.append(SettingsProblem(file: file, position: position, key: key, problem: problem))
  }

  /// What holds for a key: what was said, else the standard value of the schema.
  func value(_ key: String) -> SettingValue? {
    if let entry = entries[key] { return entry.value }
    return SettingsSchema.setting(SettingsChecker.schemaPath(of: key))?.standard
  }

  func text(_ key: String) -> String? {
    guard case .text(let text)? = value(key) else { return nil }
    return text
  }

  func integer(_ key: String) -> Int64? {
    guard case .integer(let number)? = value(key) else { return nil }
    return number
  }

  func flag(_ key: String) -> Bool? {
    guard case .flag(let flag)? = value(key) else { return nil }
    return flag
  }

  func list(_ key: String) -> [String]? {
    guard case .list(let texts)? = value(key) else { return nil }
    return texts
  }

  func position(of key: String) -> SourcePosition { entries[key]?.position ?? .start }
}
