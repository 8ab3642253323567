import EZSP
import Simulation

/// The family of the coordinator that a scenario plays with; what holds for one must hold for all.
package enum ScenarioAdapter: Hashable, Sendable, CustomStringConvertible {
  case zStack
  /// Of this protocol version.
  case ezsp(UInt8)

  package static let families: [Self] = [.zStack, .ezsp(8), .ezsp(13), .ezsp(14)]

  /// Reads `znp` and `ezsp:13`.
  package init?(_ text: String) {
    let parts = text.split(separator: ":")
    switch (parts.first, parts.count) {
    case ("znp", 1): self = .zStack
    case ("ezsp", 2):
      guard let version = UInt8(parts[1]) else { return nil }
      self = .ezsp(version)
    default: return nil
    }
  }

  package var description: String {
    switch self {
    case .zStack: "znp"
    case .ezsp(let version): "ezsp:\(version)"
    }
  }

  /// The word in the settings.
  var settingsName: String { self == .zStack ? "znp" : "ezsp" }

  var ezspOptions: EZSPCoordinatorOptions? {
    guard case .ezsp(let version) = self else { return nil }
    return EZSPCoordinatorOptions(version: EZSPVersion(rawValue: version))
  }
}
