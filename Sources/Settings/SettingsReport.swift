import MQTT

/// The answer of `gatehouse check`.
package enum SettingsReport {
  /// One line for each problem and warning, then a summary.
  package static func lines(for result: Result<Settings, Settings.Problems>, file: String) -> [String] {
    switch result {
    case .success(let settings):
      let warnings = settings.warnings.map { "warning: \($0)" }
      let networks = settings.networks.map { "\($0.name) (\($0.adapter.rawValue))" }.joined(separator: ", ")
      return warnings + [
        "\(file): ok: network \(networks), broker \(settings.mqtt.broker.withoutQuery)"
      ]
    case .failure(let problems):
      let count = problems.all.count
      return problems.all.map(\.description)
        + ["\(file): \(count) \(count == 1 ? "error" : "errors"), nothing was changed"]
    }
  }
}
