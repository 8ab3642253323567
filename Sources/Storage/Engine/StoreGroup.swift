/// The synced writes of the next commit.
struct StoreGroup {
  private(set) var writes: [StoreWrite] = []
  private var subjects: Set<ChangeSubject> = []
  private var touchesManyRows = false
  /// Writes whose subjects are known: they are found when somebody asks, which few do.
  private var examined = 0

  mutating func append(_ write: StoreWrite) { writes.append(write) }

  /// Whether one of `changes` may be about a row that the group changes.
  mutating func meets(_ changes: [StoreChange]) -> Bool {
    guard !writes.isEmpty else { return false }
    examine()
    return touchesManyRows || changes.contains { $0.subject.map(subjects.contains) ?? true }
  }

  private mutating func examine() {
    for write in writes[examined...] {
      for change in write.changes {
        if let subject = change.subject {
          subjects.insert(subject)
        } else {
          touchesManyRows = true
        }
      }
    }
    examined = writes.count
  }
}
