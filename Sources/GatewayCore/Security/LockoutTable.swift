import SansIO

/// Slows down who tries PINs (CVE-2023-7006): after some wrong ones within a window neither this caller nor
/// anybody at this lock may try for a while, each time twice as long.
struct LockoutTable: Sendable {
  private var entries: [LockoutSubject: Lockout] = [:]
  let policy: LockoutPolicy

  /// Locks and allowed callers are few; more than these would be an attack on the memory.
  static let limit = 2_048
  /// Lock-outs of one subject that are counted.
  private static let countLimit = 1_000

  init(_ lockouts: [Lockout], policy: LockoutPolicy) {
    self.policy = policy
    for var lockout in lockouts.prefix(Self.limit) {
      // A damaged store must not trap at the next wrong PIN, and nobody stays out for failures that a table
      // with other rules had allowed: the next wrong PIN decides.
      lockout.count = min(max(lockout.count, 0), Self.countLimit)
      lockout.failures = lockout.failures.suffix(max(policy.attempts - 1, 0))
      entries[lockout.subject] = lockout
    }
  }

  /// How long nobody may try, for the longest of the subjects; nil when all are free.
  func remaining(_ subjects: [LockoutSubject], at now: WallTime) -> TimeSpan? {
    subjects.compactMap { subject in
      guard let until = entries[subject]?.until, until > now else { return nil }
      let span = TimeSpan.milliseconds(until.millisecondsSince(now))
      // A clock that was set back must not lock out for longer than the longest time.
      return min(span, policy.longest)
    }.max()
  }

  /// Wrong PINs of the subject with most of them that count towards its next lock-out.
  func failures(_ subjects: [LockoutSubject]) -> Int {
    subjects.map { entries[$0]?.failures.count ?? 0 }.max() ?? 0
  }

  /// The changed entries.
  mutating func recordFailure(_ subjects: [LockoutSubject], at now: WallTime) -> [Lockout] {
    subjects.compactMap { subject in
      guard entries[subject] != nil || entries.count < Self.limit else { return nil }
      var entry = entries[subject] ?? Lockout(subject: subject)
      if let latest = entry.failures.last ?? entry.until,
        now.millisecondsSince(latest) > policy.forgiveness.milliseconds
      {
        entry.count = 0
      }
      let window = policy.window.milliseconds
      entry.failures.removeAll { abs(now.millisecondsSince($0)) > window }
      entry.failures.append(now)
      if entry.failures.count >= policy.attempts {
        var span = policy.first
        for _ in 0..<min(entry.count, 32) where span < policy.longest { span = span * 2 }
        span = min(span, policy.longest)
        entry.until = WallTime(milliseconds: now.milliseconds + span.milliseconds)
        entry.count = min(entry.count + 1, Self.countLimit)
        entry.failures = []
      }
      entries[subject] = entry
      return entry
    }
  }

  /// A right PIN clears its caller and its lock; the subjects that had an entry.
  mutating func recordSuccess(_ subjects: [LockoutSubject]) -> [LockoutSubject] {
    subjects.filter { entries.removeValue(forKey: $0) != nil }
  }
}
