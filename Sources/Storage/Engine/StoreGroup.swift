/// The synced writes of the next commit.
struct StoreGroup {
  private(set) var writes: [StoreWrite] = []
  private var subjects: Set<ChangeSubject> = []
  private var touchesManyRows = false

  mutating func append(_ write: StoreWrite) {
    writes.append(write)
    for change in write.changes {
      if let subject = change.subject {
        subjects.insert(subject)
      } else {
        touchesManyRows = true
      }
    }
  }

  /// Whether one of `changes` may be about a row that the group changes.
  func meets(_ changes: [StoreChange]) -> Bool {
    guard !writes.isEmpty else { return false }
    return touchesManyRows || changes.contains { $0.subject.map(subjects.contains) ?? true }
  }
}
