import SansIO

/// The timers of a loop, ordered by instant and, among equal instants, by the order of scheduling.
///
/// A cancelled timer leaves its place in the heap behind; those places are swept out when they outnumber
/// the living.
struct TimerHeap {
  struct Place {
    var instant: MonotonicInstant
    var number: UInt64

    static func < (left: Place, right: Place) -> Bool {
      left.instant != right.instant ? left.instant < right.instant : left.number < right.number
    }
  }

  private var places: [Place] = []
  private var bodies: [UInt64: () -> Void] = [:]
  private(set) var lastNumber: UInt64 = 0

  var count: Int { bodies.count }

  /// The instant of the first living timer.
  var nearest: MonotonicInstant? {
    mutating get {
      dropDead()
      return places.first?.instant
    }
  }

  mutating func insert(at instant: MonotonicInstant, _ body: @escaping () -> Void) -> TimerToken {
    lastNumber += 1
    bodies[lastNumber] = body
    places.append(Place(instant: instant, number: lastNumber))
    siftUp(places.count - 1)
    return TimerToken(rawValue: lastNumber)
  }

  mutating func remove(_ token: TimerToken) {
    guard bodies.removeValue(forKey: token.rawValue) != nil else { return }
    guard places.count > 64, places.count > 2 * bodies.count else { return }
    let living = places.filter { bodies[$0.number] != nil }.sorted(by: <)
    places = living
  }

  /// Takes the first timer that is due and was scheduled no later than `number`, so that one that
  /// schedules itself anew for the same instant waits for the next turn.
  mutating func popDue(at now: MonotonicInstant, upTo number: UInt64) -> (() -> Void)? {
    dropDead()
    guard let first = places.first, first.instant <= now, first.number <= number else { return nil }
    removeFirst()
    return bodies.removeValue(forKey: first.number)
  }

  /// Takes one of the timers that share the earliest due instant; `choose` picks among their count.
  mutating func popDue(at now: MonotonicInstant, choosing choose: (Int) -> Int) -> (() -> Void)? {
    dropDead()
    guard let first = places.first, first.instant <= now else { return nil }
    let equals = places.filter { $0.instant == first.instant && bodies[$0.number] != nil }
      .sorted(by: <)
    guard let chosen = equals.dropFirst(choose(equals.count)).first else { return nil }
    return bodies.removeValue(forKey: chosen.number)
  }

  private mutating func dropDead() {
    while let first = places.first, bodies[first.number] == nil { removeFirst() }
  }

  private mutating func removeFirst() {
    guard let last = places.popLast(), !places.isEmpty else { return }
    places[0] = last
    siftDown(0)
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard places[child] < places[parent] else { return }
      places.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(_ start: Int) {
    var parent = start
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < places.count && places[child] < places[least] {
        least = child
      }
      guard least != parent else { return }
      places.swapAt(parent, least)
      parent = least
    }
  }
}
