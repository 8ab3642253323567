import JSON

enum JSONFuzz: FuzzTarget {
  static let name = "json"

  static func run(_ bytes: [UInt8]) {
    guard let value = try? JSONValue(parsing: bytes, limits: JSONLimits()) else { return }
    require(depth(value) <= JSONLimits().depth, "deeper than the limit")
    JSONCheck.roundTrips(value)
    _ = value.description
  }

  private static func depth(_ value: JSONValue) -> Int {
    switch value {
    case .array(let elements): 1 + (elements.map(depth).max() ?? 0)
    case .object(let members): 1 + (members.map { depth($0.value) }.max() ?? 0)
    case .null, .bool, .integer, .number, .string: 0
    }
  }
}
