/// Names one call of a front door while it is under way. The front doors of one process draw them from one
/// counter.
package struct CallID: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// Names one event. Grows from event to event, over restarts too, and is never used twice.
package struct EventID: RawRepresentable, Hashable, Sendable, Comparable {
  package var rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Names one set of changes that must be on the disk before something else may happen.
package struct PersistTicket: RawRepresentable, Hashable, Sendable, Comparable {
  package var rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
