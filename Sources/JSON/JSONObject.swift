/// The members of a JSON object in the order in which their keys first came.
///
/// A key stands once: setting it again replaces the value and keeps the place, which is also what the
/// parser does with a repeated key (the last one wins).
public struct JSONObject: Sendable {
  public typealias Member = (key: String, value: JSONValue)

  public private(set) var members: [Member] = []
  /// Positions by key, kept only for objects too large for a walk to be cheap: a hostile object of many
  /// keys must not cost the square of its size.
  private var positions: [String: Int]?

  private static let walkLimit = 12

  public init() {}

  public init(_ members: some Sequence<(String, JSONValue)>) {
    for (key, value) in members { set(value, for: key) }
  }

  public var count: Int { members.count }
  public var isEmpty: Bool { members.isEmpty }
  public var keys: [String] { members.map(\.key) }

  /// The value of `key`; assigning nil removes the member.
  public subscript(key: String) -> JSONValue? {
    get { position(of: key).map { members[$0].value } }
    set {
      if let newValue {
        set(newValue, for: key)
      } else if let position = position(of: key) {
        members.remove(at: position)
        reindex()
      }
    }
  }

  private func position(of key: String) -> Int? {
    if let positions { return positions[key] }
    return members.firstIndex { $0.key == key }
  }

  private mutating func set(_ value: JSONValue, for key: String) {
    if let position = position(of: key) {
      members[position].value = value
      return
    }
    members.append((key, value))
    if positions != nil {
      positions?[key] = members.count - 1
    } else if members.count > Self.walkLimit {
      reindex()
    }
  }

  private mutating func reindex() {
    positions = nil
    guard members.count > Self.walkLimit else { return }
    var positions: [String: Int] = [:]
    for (position, member) in members.enumerated() { positions[member.key] = position }
    self.positions = positions
  }
}

extension JSONObject: Equatable {
  /// Objects are equal when they have the same members, in whatever order.
  public static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && left.members.allSatisfy { right[$0.key] == $0.value }
  }
}

extension JSONObject: Sequence {
  public func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }
}
