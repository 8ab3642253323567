import SansIO
import ZCL
import Zigbee

/// The reporting configuration of a device and when each attribute is due (ZCL 2.5.11.2): no sooner than the
/// minimum after the last report, at the maximum at the latest, and in between when the value has moved by
/// the reportable change.
struct ReportingTable: Hashable, Sendable {
  static let limit = 64

  struct Entry: Hashable, Sendable {
    var minimum: UInt16
    var maximum: UInt16
    var change: ZCLValue?
    var lastValue: ZCLValue?
    var lastSent: MonotonicInstant
    var hasChanged = false

    /// When the next report is due; nil as long as nothing changes.
    var due: MonotonicInstant? {
      let earliest = lastSent + .seconds(Int64(minimum))
      if hasChanged { return earliest }
      guard maximum != 0, maximum != 0xFFFF else { return nil }
      return max(earliest, lastSent + .seconds(Int64(maximum)))
    }
  }

  private(set) var entries: [AttributePath: Entry] = [:]

  var nextDeadline: MonotonicInstant? { entries.values.compactMap(\.due).min() }

  /// Takes a configuration; a maximum of 0xFFFF ends reporting of the attribute. False when the table is full.
  mutating func configure(
    _ path: AttributePath, minimum: UInt16, maximum: UInt16, change: ZCLValue?, value: ZCLValue,
    at now: MonotonicInstant
  ) -> Bool {
    if maximum == 0xFFFF {
      entries[path] = nil
      return true
    }
    guard entries[path] != nil || entries.count < Self.limit else { return false }
    entries[path] = Entry(
      minimum: minimum, maximum: maximum, change: change, lastValue: value, lastSent: now)
    return true
  }

  mutating func valueChanged(_ path: AttributePath, to value: ZCLValue) {
    guard var entry = entries[path] else { return }
    entry.hasChanged = Self.isReportable(from: entry.lastValue, to: value, change: entry.change)
    entries[path] = entry
  }

  /// A value that moved back before its report was due needs none.
  private static func isReportable(from old: ZCLValue?, to new: ZCLValue, change: ZCLValue?) -> Bool {
    guard let old else { return true }
    guard let change = change?.number, let before = old.number, let after = new.number else {
      return old != new
    }
    return old != new && abs(after - before) >= change
  }

  /// The attributes that are due, which then count as reported with these values.
  mutating func takeDue(
    at now: MonotonicInstant, value: (AttributePath) -> ZCLValue?
  ) -> [AttributePath] {
    let due = entries.filter { ($0.value.due).map { $0 <= now } ?? false }.keys.sorted()
    for path in due {
      entries[path]?.lastSent = now
      entries[path]?.lastValue = value(path)
      entries[path]?.hasChanged = false
    }
    return due
  }

  mutating func removeAll() { entries.removeAll() }

  mutating func restore(_ path: AttributePath, _ entry: Entry) {
    if entries.count < Self.limit { entries[path] = entry }
  }
}
