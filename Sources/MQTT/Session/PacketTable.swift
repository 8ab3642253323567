/// Values by packet identifier, in two arrays without a dictionary: an identifier has its place by its low bits
/// or soon behind. Identifiers that follow each other, as they do, fill it like a ring.
struct PacketTable<Value: Sendable>: Sendable {
  /// 0 marks a free place.
  private var keys: [UInt16]
  private var values: [Value?]
  private(set) var count = 0

  init(places: Int = 32) {
    keys = Array(repeating: 0, count: places)
    values = Array(repeating: nil, count: places)
  }

  var isEmpty: Bool { count == 0 }

  subscript(identifier: PacketIdentifier) -> Value? {
    place(of: identifier.rawValue).flatMap { values[$0] }
  }

  /// Lends the value in its place, to be changed there; nil for an identifier without one, which it stays.
  mutating func update(_ identifier: PacketIdentifier, _ body: (inout Value?) -> Void) {
    if let place = place(of: identifier.rawValue) {
      body(&values[place])
    } else {
      var nothing: Value?
      body(&nothing)
    }
  }

  func contains(_ identifier: PacketIdentifier) -> Bool { place(of: identifier.rawValue) != nil }

  /// Sets the value of an identifier, in place of an earlier one.
  mutating func insert(_ value: Value, for identifier: PacketIdentifier) {
    if let place = place(of: identifier.rawValue) {
      values[place] = value
      return
    }
    if count * 2 >= keys.count { grow() }
    put(identifier.rawValue, value)
    count += 1
  }

  @discardableResult
  mutating func remove(_ identifier: PacketIdentifier) -> Value? {
    guard var hole = place(of: identifier.rawValue) else { return nil }
    var value: Value?
    swap(&value, &values[hole])
    count -= 1
    // What was pushed behind the hole moves up, so that no search ends too early.
    let mask = keys.count - 1
    var next = (hole + 1) & mask
    while keys[next] != 0 {
      let home = Int(keys[next]) & mask
      if (next - home) & mask >= (next - hole) & mask {
        keys[hole] = keys[next]
        values.swapAt(hole, next)
        hole = next
      }
      next = (next + 1) & mask
    }
    keys[hole] = 0
    return value
  }

  mutating func removeAll() { self = PacketTable() }

  /// In no order.
  func forEach(_ body: (PacketIdentifier, Value) -> Void) {
    for (key, value) in zip(keys, values) {
      if let identifier = PacketIdentifier(rawValue: key), let value { body(identifier, value) }
    }
  }

  /// In no order.
  var identifiers: [PacketIdentifier] { keys.compactMap(PacketIdentifier.init(rawValue:)) }

  private func place(of key: UInt16) -> Int? {
    let mask = keys.count - 1
    var place = Int(key) & mask
    while keys[place] != key {
      guard keys[place] != 0 else { return nil }
      place = (place + 1) & mask
    }
    return place
  }

  private mutating func put(_ key: UInt16, _ value: Value?) {
    let mask = keys.count - 1
    var place = Int(key) & mask
    while keys[place] != 0 { place = (place + 1) & mask }
    keys[place] = key
    values[place] = value
  }

  private mutating func grow() {
    let (oldKeys, oldValues) = (keys, values)
    keys = Array(repeating: 0, count: oldKeys.count * 2)
    values = Array(repeating: nil, count: oldKeys.count * 2)
    for (key, value) in zip(oldKeys, oldValues) where key != 0 { put(key, value) }
  }
}
