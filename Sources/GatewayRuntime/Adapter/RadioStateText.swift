import RadioInterface

/// A radio state in one word for programs, and what to do about it for people.
enum RadioStateText {
  static func name(_ state: RadioState) -> String {
    switch state {
    case .absent: "absent"
    case .opening: "opening"
    case .resetting: "resetting"
    case .negotiating: "negotiating"
    case .forming: "forming"
    case .resuming: "resuming"
    case .running: "running"
    case .networkMismatch: "network-mismatch"
    case .degraded: "degraded"
    case .lost: "lost"
    }
  }

  static func reason(_ state: RadioState) -> String? {
    switch state {
    case .absent(let reason), .degraded(let reason), .lost(let reason): reason
    case .networkMismatch(let found, let stated): mismatch(found: found, stated: stated)
    case .opening, .resetting, .negotiating, .forming, .resuming, .running: nil
    }
  }

  static func advice(_ state: RadioState) -> String? {
    switch state {
    case .absent: "`gatehouse ports` (as root) lists the sticks and who holds them"
    case .networkMismatch(let found, _):
      found == nil
        ? "`gatehouse network restore FILE` brings a saved network back; `gatehouse network form --erase` "
          + "makes a new one and every device has to join again"
        : "`gatehouse network adopt` keeps what the coordinator has; `restore FILE` or `form --erase` "
          + "replace it, after a backup"
    case .degraded: "the log says more"
    case .opening, .resetting, .negotiating, .forming, .resuming, .running, .lost: nil
    }
  }

  private static func mismatch(found: NetworkParameters?, stated: NetworkPlan) -> String {
    guard let found else {
      return
        "the coordinator has no network, but one is remembered or stated, or the state that would say so is lost"
    }
    var differences: [String] = []
    if let channel = stated.channel, channel != found.channel {
      differences.append("channel \(found.channel) instead of \(channel)")
    }
    if let pan = stated.panID, pan != found.panID {
      differences.append("PAN id \(found.panID) instead of \(pan)")
    }
    if let extended = stated.extendedPANID, extended != found.extendedPANID {
      differences.append("extended PAN id \(found.extendedPANID) instead of \(extended)")
    }
    if let key = stated.networkKey, let other = found.networkKey, key != other {
      differences.append("another network key")
    }
    return "the coordinator has "
      + (differences.isEmpty ? "another network" : differences.joined(separator: ", "))
  }
}
