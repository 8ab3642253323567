@testable import Settings

/// The text of a configuration file.
enum SettingsFuzz: FuzzTarget {
  static let name = "settings"

  static func run(_ bytes: [UInt8]) {
    switch Settings.parse(bytes, file: "gatehouse.toml") {
    case .success(let settings):
      require(!settings.gateway.stateDirectory.isEmpty, "a configuration without a state directory")
    case .failure(let problems):
      require(!problems.all.isEmpty, "refused without a reason")
      let lines = bytes.count { $0 == 0x0A } + 1
      for problem in problems.all {
        require((0...lines).contains(Int(problem.position.line)), "line \(problem.position.line) of \(lines)")
        require(!"\(problem)".isEmpty, "a problem without words")
      }
    }
  }
}
