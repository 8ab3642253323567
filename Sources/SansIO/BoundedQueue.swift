/// A first-in-first-out queue that refuses what does not fit.
public struct BoundedQueue<Element> {
  private var storage: [Element?] = []
  private var head = 0
  public let limit: Int

  public init(limit: Int) { self.limit = limit }

  public var count: Int { storage.count - head }
  public var isEmpty: Bool { count == 0 }
  public var first: Element? { isEmpty ? nil : storage[head] }

  /// Appends unless the queue is full; tells whether it did.
  @discardableResult
  public mutating func append(_ element: Element) -> Bool {
    guard count < limit else { return false }
    storage.append(element)
    return true
  }

  public mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    // The last one leaves by itself, the others by an exchange: an element is moved out, never copied.
    if head == 0, storage.count == 1 { return storage.removeLast() }
    var element: Element?
    swap(&element, &storage[head])
    head += 1
    if head == storage.count {
      storage.removeAll(keepingCapacity: storage.count <= 64)
      head = 0
    } else if head > 64, head * 2 > storage.count {
      storage.removeFirst(head)
      head = 0
    }
    return element
  }

  public mutating func removeAll() {
    storage.removeAll()
    head = 0
  }
}

extension BoundedQueue: Sendable where Element: Sendable {}
extension BoundedQueue: Equatable where Element: Equatable {}
