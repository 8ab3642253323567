import SansIO

/// What is to happen when: a heap by instant, and by order of entry at the same instant.
struct EventSchedule<Event: Sendable>: Sendable {
  private struct Entry: Sendable {
    var due: MonotonicInstant
    var order: UInt64
    var event: Event

    func isBefore(_ other: Entry) -> Bool { (due, order) < (other.due, other.order) }
  }

  private var heap: [Entry] = []
  private var nextOrder: UInt64 = 0

  var next: MonotonicInstant? { heap.first?.due }
  var count: Int { heap.count }

  mutating func add(_ event: Event, at due: MonotonicInstant) {
    heap.append(Entry(due: due, order: nextOrder, event: event))
    nextOrder += 1
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isBefore(heap[parent]) else { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes the first event that is due.
  mutating func takeDue(at now: MonotonicInstant) -> Event? {
    guard let first = heap.first, first.due <= now else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return first.event }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child].isBefore(heap[least]) { least = child }
      }
      guard least != parent else { break }
      heap.swapAt(parent, least)
      parent = least
    }
    return first.event
  }
}
