/// Reads one JSON text from its first byte to its last. Its depth is bounded by `JSONLimits`.
struct JSONParser {
  let bytes: [UInt8]
  let limits: JSONLimits
  var position = 0

  init(_ bytes: [UInt8], limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  mutating func parse() throws(JSONError) -> JSONValue {
    guard bytes.count <= limits.size else { throw error(.tooLarge(limit: limits.size), at: 0) }
    let value = try value(depth: 0)
    skipWhitespace()
    guard position == bytes.count else { throw error(.trailingBytes) }
    return value
  }

  /// The byte at hand; nil at the end.
  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  func error(_ reason: JSONError.Reason, at offset: Int? = nil) -> JSONError {
    JSONError(reason, at: offset ?? position, in: bytes)
  }

  /// What to say about the byte at hand, which no rule allows.
  func unexpected() -> JSONError {
    guard let current else { return error(.unexpectedEnd) }
    return error(.unexpectedByte(current))
  }

  mutating func skipWhitespace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    skipWhitespace()
    guard let current else { throw unexpected() }
    switch current {
    case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
    case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", as: .bool(true))
    case UInt8(ascii: "f"): return try word("false", as: .bool(false))
    case UInt8(ascii: "n"): return try word("null", as: .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw unexpected()
    }
  }

  private mutating func word(_ text: StaticString, as value: JSONValue) throws(JSONError) -> JSONValue {
    let letters = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    for letter in letters {
      guard current == letter else { throw unexpected() }
      position += 1
    }
    return value
  }

  private mutating func array(depth: Int) throws(JSONError) -> [JSONValue] {
    guard depth <= limits.depth else { throw error(.tooDeep(limit: limits.depth)) }
    position += 1
    var elements: [JSONValue] = []
    skipWhitespace()
    if current == UInt8(ascii: "]") {
      position += 1
      return elements
    }
    while true {
      elements.append(try value(depth: depth))
      guard try continues(until: UInt8(ascii: "]")) else { return elements }
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
    guard depth <= limits.depth else { throw error(.tooDeep(limit: limits.depth)) }
    position += 1
    var members = JSONObject()
    skipWhitespace()
    if current == UInt8(ascii: "}") {
      position += 1
      return members
    }
    while true {
      skipWhitespace()
      guard current == UInt8(ascii: "\"") else { throw unexpected() }
      let key = try string()
      skipWhitespace()
      guard current == UInt8(ascii: ":") else { throw unexpected() }
      position += 1
      members[key] = try value(depth: depth)
      guard try continues(until: UInt8(ascii: "}")) else { return members }
    }
  }

  /// Passes a comma (true) or the closing byte (false).
  private mutating func continues(until closing: UInt8) throws(JSONError) -> Bool {
    skipWhitespace()
    switch current {
    case UInt8(ascii: ","):
      position += 1
      return true
    case closing:
      position += 1
      return false
    default: throw unexpected()
    }
  }
}

extension JSONValue {
  /// Reads a whole text: strict RFC 8259, strict UTF-8, nothing after the value, the last of repeated
  /// keys wins.
  public init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
    var parser = JSONParser(bytes, limits: limits)
    self = try parser.parse()
  }

  public init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
    try self.init(parsing: Array(text.utf8), limits: limits)
  }
}
