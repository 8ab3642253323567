package import ByteCoding
import SansIO
package import Testing

/// The bytes that a test writes down.
package func octets(_ text: String) throws -> [UInt8] {
  let read = bytes(hex: text)
  return try #require(read)
}

/// Checks that bytes and value are two forms of the same.
package func expectForms<Value: ByteDecodable & ByteEncodable & Equatable>(
  _ text: String, _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let bytes = try octets(text)
  let decoded = try Value(exactly: bytes)
  #expect(decoded == value, sourceLocation: sourceLocation)
  #expect(hex(value.encodedBytes) == text.filter { $0 != " " }, sourceLocation: sourceLocation)
}

/// Feeds random bytes to a decoder. It may refuse them; what it takes must survive being written and read.
package func expectSteadiness<Value: ByteDecodable & ByteEncodable & Equatable>(
  of _: Value.Type, seed: UInt64, rounds: Int = 400, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  var random = SeededGenerator(seed: seed)
  for _ in 0..<rounds {
    let bytes = randomBytes(&random)
    guard let value = try? Value(prefixOf: bytes) else { continue }
    let again = try Value(prefixOf: value.encodedBytes)
    #expect(again == value, "\(hex(bytes))", sourceLocation: sourceLocation)
  }
}

/// Short ones mostly, with small numbers and all-ones more often than chance gives them.
package func randomBytes(_ random: inout SeededGenerator) -> [UInt8] {
  let count = Int.random(in: 0...40, using: &random)
  return (0..<count).map { _ in
    switch UInt8.random(in: 0...5, using: &random) {
    case 0: 0
    case 1: 0xFF
    case 2: UInt8.random(in: 0...8, using: &random)
    default: UInt8.random(in: .min ... .max, using: &random)
    }
  }
}
