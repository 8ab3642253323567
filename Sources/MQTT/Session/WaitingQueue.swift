/// A first-in-first-out queue out of whose middle elements can be taken, by the position that they got when
/// they came.
struct WaitingQueue<Element: Sendable>: Sendable {
  /// Gaps are nil; there is none at the head.
  private var storage: [Element?] = []
  private var head = 0
  /// The position of the first place of `storage`.
  private var base: UInt64 = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }
  var first: Element? { count == 0 ? nil : storage[head] }

  /// Gives the position.
  @discardableResult
  mutating func append(_ element: Element) -> UInt64 {
    storage.append(element)
    count += 1
    return base + UInt64(storage.count - 1)
  }

  mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = storage[head]
    storage[head] = nil
    count -= 1
    skipGaps()
    return element
  }

  func contains(_ position: UInt64) -> Bool {
    position >= base && position - base < UInt64(storage.count) && storage[Int(position - base)] != nil
  }

  mutating func remove(at position: UInt64) -> Element? {
    guard contains(position) else { return nil }
    let index = Int(position - base)
    guard let element = storage[index] else { return nil }
    storage[index] = nil
    count -= 1
    skipGaps()
    return element
  }

  /// Takes out what fits, in order.
  mutating func removeAll(where fits: (Element) -> Bool) -> [Element] {
    var removed: [Element] = []
    for index in storage.indices {
      guard let element = storage[index], fits(element) else { continue }
      storage[index] = nil
      count -= 1
      removed.append(element)
    }
    skipGaps()
    return removed
  }

  mutating func updateAll(_ body: (inout Element) -> Void) {
    for index in storage.indices {
      guard var element = storage[index] else { continue }
      body(&element)
      storage[index] = element
    }
  }

  /// In order, with their positions.
  func forEach(_ body: (Element, UInt64) -> Void) {
    for index in storage.indices[head...] {
      if let element = storage[index] { body(element, base + UInt64(index)) }
    }
  }

  /// Whether there is far more gap than content.
  var isSparse: Bool { storage.count - head > 64 && storage.count - head > 4 * count }

  /// Closes the gaps; positions change.
  mutating func compact() {
    storage = storage[head...].filter { $0 != nil }
    base += UInt64(head)
    head = 0
  }

  private mutating func skipGaps() {
    guard count > 0 else {
      base += UInt64(storage.count)
      storage.removeAll(keepingCapacity: storage.count <= 1_024)
      head = 0
      return
    }
    while storage[head] == nil { head += 1 }
    guard head > 64, head * 2 > storage.count else { return }
    base += UInt64(head)
    storage.removeFirst(head)
    head = 0
  }
}
