/// A table of named deadlines, of which the nearest arms the one timer of its machine.
///
/// Deadlines of the same instant come in the order in which they were set, so a run can be repeated from
/// its seed. A heap with lazy deletion: setting, clearing and taking cost the logarithm of the size.
public struct Deadlines<Name: Hashable & Sendable>: Sendable {
  private struct Entry: Sendable {
    var due: MonotonicInstant
    var order: UInt64
    var name: Name

    func precedes(_ other: Entry) -> Bool {
      due == other.due ? order < other.order : due < other.due
    }
  }

  private struct Setting: Sendable {
    var due: MonotonicInstant
    var order: UInt64
  }

  private var settings: [Name: Setting] = [:]
  /// The smallest first; holds outdated entries too, but never at its top.
  private var heap: [Entry] = []
  private var lastOrder: UInt64 = 0

  public init() {}

  public var isEmpty: Bool { settings.isEmpty }

  /// The earliest deadline; nil when nothing waits.
  public var next: MonotonicInstant? { heap.first?.due }

  public subscript(name: Name) -> MonotonicInstant? {
    get { settings[name]?.due }
    set {
      if let newValue {
        guard settings[name]?.due != newValue else { return }
        lastOrder += 1
        settings[name] = Setting(due: newValue, order: lastOrder)
        push(Entry(due: newValue, order: lastOrder, name: name))
      } else {
        guard settings.removeValue(forKey: name) != nil else { return }
      }
      dropOutdated()
    }
  }

  /// Takes one name whose deadline has come, the earliest first; nil when none has.
  public mutating func takeExpired(at now: MonotonicInstant) -> Name? {
    guard let first = heap.first, first.due <= now else { return nil }
    settings[first.name] = nil
    dropOutdated()
    return first.name
  }

  private mutating func dropOutdated() {
    while let first = heap.first, settings[first.name]?.order != first.order { popFirst() }
    // Names that are set again and again must not make the heap grow.
    if heap.count > settings.count * 2 + 64 {
      let current = settings.map { Entry(due: $1.due, order: $1.order, name: $0) }
      heap = current.sorted { $0.precedes($1) }
    }
  }

  private mutating func push(_ entry: Entry) {
    heap.append(entry)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].precedes(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func popFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var smallest = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].precedes(heap[smallest]) {
        smallest = child
      }
      guard smallest != parent else { return }
      heap.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
