import RadioInterface

/// What somebody ordered about the network, until it is done. It survives resets of the adapter in the
/// middle, so that a half-written network is finished and not taken for a stranger's.
struct NetworkOrder: Sendable {
  enum Kind: Sendable {
    case form(NetworkPlan)
    case restore(NetworkBackup)
    /// Restart and resume what is there.
    case reset
  }

  enum Stage: Sendable {
    case ordered
    /// The adapter may have been changed; until `written` it is written again after a reset.
    case writing
    case written
  }

  var kind: Kind
  /// nil for the first network of a blank adapter, which nobody commanded.
  var requestID: RadioRequestID?
  var target: NewNetwork?
  var stage = Stage.ordered
  var attempts = 0

  var isReset: Bool { if case .reset = kind { true } else { false } }
}
