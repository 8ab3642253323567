import SansIO

/// The deadlines of a session, of which the nearest arms its one timer. One place each, in no memory of their
/// own: some of them move with every packet.
struct SessionDeadlines: Sendable {
  enum Name: Int, CaseIterable, Sendable {
    case retry, opening, greeting, keepAlive, pingResponse, stable, subscribe, acknowledgement, drain
    case authentication, messageExpiry, request

    /// Whether it belongs to one connection.
    var endsWithConnection: Bool { self != .messageExpiry && self != .request }
  }

  private static let never = Int64.max
  private var due = InlineArray<12, Int64>(repeating: never)
  private var nearest = never

  /// The earliest deadline; nil when nothing waits.
  var next: MonotonicInstant? {
    nearest == Self.never ? nil : MonotonicInstant(nanoseconds: nearest)
  }

  subscript(name: Name) -> MonotonicInstant? {
    get { due[name.rawValue] == Self.never ? nil : MonotonicInstant(nanoseconds: due[name.rawValue]) }
    set {
      let old = due[name.rawValue]
      let new = newValue?.nanoseconds ?? Self.never
      guard new != old else { return }
      due[name.rawValue] = new
      if new <= nearest {
        nearest = new
      } else if old == nearest {
        nearest = due.indices.reduce(Self.never) { min($0, due[$1]) }
      }
    }
  }

  /// Takes one name whose deadline has come, the earliest first; nil when none has.
  mutating func takeExpired(at now: MonotonicInstant) -> Name? {
    guard nearest <= now.nanoseconds, nearest != Self.never else { return nil }
    let name = Name.allCases.first { due[$0.rawValue] == nearest }
    if let name { self[name] = nil }
    return name
  }

  mutating func clearConnection() {
    for name in Name.allCases where name.endsWithConnection { self[name] = nil }
  }
}
