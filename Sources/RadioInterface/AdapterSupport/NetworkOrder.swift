/// What somebody ordered about the network, until it is done. It survives resets of the adapter in the
/// middle, so that a half-written network is finished and not taken for a stranger's.
public struct NetworkOrder: Sendable {
  public enum Kind: Sendable {
    case form(NetworkPlan)
    case restore(NetworkBackup)
    /// Restart and resume what is there.
    case reset
  }

  public enum Stage: Sendable {
    case ordered
    /// The adapter may have been changed; until `written` it is written again after a reset.
    case writing
    case written
  }

  public var kind: Kind
  /// nil for the first network of a blank adapter, which nobody commanded.
  public var requestID: RadioRequestID?
  public var target: NewNetwork?
  public var stage = Stage.ordered
  public var attempts = 0

  public init(kind: Kind, requestID: RadioRequestID? = nil) {
    self.kind = kind
    self.requestID = requestID
  }

  public var isReset: Bool { if case .reset = kind { true } else { false } }
}
