/// Changes that may wait, in the order of their last writing, one for each subject and aspect.
struct PendingChanges {
  private struct Key: Hashable {
    let subject: ChangeSubject
    let aspect: ChangeSubject.Aspect
  }

  /// In the order of their last writing; nil where a later one took the place.
  private var changes: [StoreChange?] = []
  private var places: [Key: Int] = [:]
  /// How many changes wait about a subject.
  private var subjects: [ChangeSubject: Int] = [:]
  private var hasOutboxChanges = false
  private(set) var count = 0

  /// Empty places beyond as many as there are changes.
  private static let spareGaps = 1_024

  var isEmpty: Bool { count == 0 }

  mutating func add(_ change: StoreChange) {
    defer {
      changes.append(change)
      count += 1
      if changes.count > 2 * count + Self.spareGaps { closeGaps() }
    }
    if change.isAboutOutbox { hasOutboxChanges = true }
    guard let subject = change.subject else { return }
    let key = Key(subject: subject, aspect: change.aspect)
    if let earlier = places.updateValue(changes.count, forKey: key) {
      changes[earlier] = nil
      count -= 1
    } else {
      subjects[subject, default: 0] += 1
    }
  }

  private mutating func closeGaps() {
    let living = inOrder
    self = PendingChanges()
    for change in living { add(change) }
  }

  /// Whether `change` must find the waiting ones already written.
  func mustPrecede(_ change: StoreChange) -> Bool {
    guard !isEmpty else { return false }
    if case .appendAudit = change { return false }
    if change.isAboutOutbox, !hasOutboxChanges { return false }
    guard let subject = change.subject else { return true }
    return subjects[subject] != nil
  }

  /// The changes in order; they stay until `removeAll`.
  var inOrder: [StoreChange] { changes.compactMap(\.self) }

  mutating func removeAll() { self = PendingChanges() }
}
