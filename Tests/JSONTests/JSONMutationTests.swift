import JSON
import Testing

/// SplitMix64, so that a failing run can be repeated from its seed.
private struct Randomness: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite struct JSONMutationTests {
  private static let call = #"""
    {"msgtype":"call","msgId":1,"func":"openLock","userId":"u\u00e9\ud83d\ude00","timestamp":"1700000000000",
     "params":{"deviceId":"ZG0123456789ABC","list":[1,-2,3.5e-3,true,false,null,"x"]}}
    """#

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `damaged text is read or refused, and what is read comes back the same`(seed: UInt64) throws {
    var randomness = Randomness(state: seed)
    let original = Array(Self.call.utf8)
    let alphabet = Array("{}[]\",:\\u0123456789abcdef+-.eE tfn\u{0}é".utf8) + [0xFF, 0xC0, 0xED, 0xF4]
    var read = 0
    for _ in 0..<4_000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &randomness) where bytes.count > 1 {
        let at = Int.random(in: 0..<bytes.count, using: &randomness)
        switch Int.random(in: 0..<4, using: &randomness) {
        case 0: bytes[at] = alphabet.randomElement(using: &randomness) ?? 0
        case 1: bytes.insert(alphabet.randomElement(using: &randomness) ?? 0, at: at)
        case 2: bytes.remove(at: at)
        default: bytes.removeSubrange(max(at, 1)...)
        }
      }
      do throws(JSONError) {
        let value = try JSONValue(parsing: bytes)
        read += 1
        #expect(try JSONValue(parsing: value.encoded()) == value)
      } catch {
        #expect((0...bytes.count).contains(error.offset))
      }
    }
    #expect(read > 100)
  }

  @Test func `random bytes never stop the reader`() {
    var randomness = Randomness(state: 99)
    for length in 0..<2_000 {
      let bytes = (0..<length % 97).map { _ in UInt8.random(in: 0...255, using: &randomness) }
      if let value = try? JSONValue(parsing: bytes) { #expect(!value.encoded().isEmpty) }
    }
  }

  @Test func `random values come back from their text`() throws {
    var randomness = Randomness(state: 7)
    for _ in 0..<500 {
      let value = randomValue(depth: 4, &randomness)
      #expect(try JSONValue(parsing: value.encoded()) == value)
    }
  }

  private func randomValue(depth: Int, _ randomness: inout Randomness) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &randomness) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &randomness))
    case 2: return .integer(Int64.random(in: .min ... .max, using: &randomness))
    case 3:
      let value = Double(bitPattern: randomness.next())
      return value.isFinite ? .number(value) : .null
    case 4: return .string(randomText(&randomness))
    case 5:
      return .array((0..<3).map { _ in randomValue(depth: depth - 1, &randomness) })
    default:
      return .object(
        JSONObject(
          (0..<3).map { _ in (randomText(&randomness), randomValue(depth: depth - 1, &randomness)) }))
    }
  }

  private func randomText(_ randomness: inout Randomness) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0..<9, using: &randomness) {
      let scalar = UnicodeScalar(UInt32.random(in: 0..<0x11_0000, using: &randomness))
      text.unicodeScalars.append(scalar ?? "?")
    }
    return text
  }
}
