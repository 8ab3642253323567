/// Changes that may wait, in the order of their last writing, one for each subject and aspect.
struct PendingChanges {
  private struct Key: Hashable {
    let subject: ChangeSubject
    let aspect: ChangeSubject.Aspect
  }

  private var changes: [Int: StoreChange] = [:]
  private var places: [Key: Int] = [:]
  private var nextPlace = 0
  /// How many changes wait about a subject.
  private var subjects: [ChangeSubject: Int] = [:]
  private var hasOutboxChanges = false

  var count: Int { changes.count }
  var isEmpty: Bool { changes.isEmpty }

  mutating func add(_ change: StoreChange) {
    nextPlace += 1
    if change.isAboutOutbox { hasOutboxChanges = true }
    guard let subject = change.subject else {
      changes[nextPlace] = change
      return
    }
    let key = Key(subject: subject, aspect: change.aspect)
    if let earlier = places[key] {
      changes[earlier] = nil
    } else {
      subjects[subject, default: 0] += 1
    }
    places[key] = nextPlace
    changes[nextPlace] = change
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
  var inOrder: [StoreChange] { changes.sorted { $0.key < $1.key }.map(\.value) }

  mutating func removeAll() { self = PendingChanges() }
}
