/// A fixed table of named deadlines, of which the nearest arms the one timer of its machine.
public struct Deadlines<Name: Hashable & Sendable>: Sendable {
  private var entries: [Name: MonotonicInstant] = [:]
  private var nearest: MonotonicInstant?

  public init() {}

  public var isEmpty: Bool { entries.isEmpty }

  /// The earliest deadline; nil when nothing waits.
  public var next: MonotonicInstant? { nearest }

  public subscript(name: Name) -> MonotonicInstant? {
    get { entries[name] }
    set {
      let old = entries[name]
      entries[name] = newValue
      if let newValue, newValue <= nearest ?? newValue {
        nearest = newValue
      } else if old == nearest {
        nearest = entries.values.min()
      }
    }
  }

  /// Takes one name whose deadline has come, the earliest first; nil when none has.
  public mutating func takeExpired(at now: MonotonicInstant) -> Name? {
    guard let nearest, nearest <= now else { return nil }
    guard let name = entries.first(where: { $0.value == nearest })?.key else { return nil }
    self[name] = nil
    return name
  }
}
