import Foundation
import SansIO
import Settings
import Testing

@Suite struct MutationTests {
  private static let fragments = [
    "[[", "]]", "[", "]", "{", "}", "\"", "\"\"\"", "'", "'''", "=", ".", ",", "#", "\n", "\r\n", "\\", "\\u",
    "\\ud800",
    "\\U0011ffff", "nan", "-inf", "1e999", "0x", "0b2", "99999999999999999999", "1979-05-27T07:32:00Z",
    "07:32:00", "25:61:61",
    "true", "\u{0}", "\u{FEFF}", "é", "a.b.c.d", "[a.b]", "[[network]]", "{a={a={a={}}}}",
  ]

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `a damaged example is refused or read, never a crash`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let original = Array(try Example.complete().utf8)
    var refused = 0
    for _ in 0..<700 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...5, using: &random) where bytes.count > 1 {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.insert(contentsOf: (Self.fragments.randomElement(using: &random) ?? "").utf8, at: at)
        case 2: bytes.remove(at: at)
        case 3:
          let end = min(bytes.count, at + Int.random(in: 1...40, using: &random))
          bytes.removeSubrange(at..<end)
        default:
          let end = min(bytes.count, at + Int.random(in: 1...80, using: &random))
          bytes.insert(contentsOf: bytes[at..<end], at: Int.random(in: 0..<bytes.count, using: &random))
        }
      }
      if case .failure(let problems) = Settings.parse(bytes, file: "f") {
        refused += 1
        #expect(!problems.all.isEmpty)
        #expect(problems.all.allSatisfy { $0.position.line > 0 && $0.position.column > 0 })
      }
    }
    #expect(refused > 300)
  }

  @Test func `random bytes are refused`() {
    var random = SeededGenerator(seed: 5)
    for length in 0..<1_500 {
      let bytes = (0..<length % 200).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(throws: Settings.Problems.self) { try Settings.parse(bytes, file: "f").get() }
    }
  }

  @Test(arguments: [
    "a = " + String(repeating: "[", count: 100_000),
    "a = " + String(repeating: "{a=", count: 60_000),
    String(repeating: "a.", count: 120_000) + "a = 1",
    "[" + String(repeating: "a.", count: 120_000) + "a]",
    String(repeating: "[[a]]\n", count: 30_000),
    "a = " + String(repeating: "9", count: 200_000),
    "a = \"" + String(repeating: "\\\\", count: 100_000) + "\"",
    String(repeating: "\"a\".", count: 50_000) + "a = 1",
    (0..<20_000).map { "k\($0) = 1" }.joined(separator: "\n"),
    "schema = [" + String(repeating: "1,", count: 100_000) + "]",
    "a = \"\u{0}\"", "a = 1979-13-45", "a = 0000-00-00T99:99:99.999999999999+99:99", "\u{FEFF}\u{FEFF}",
  ])
  func `a text made to break the reader is refused`(text: String) {
    #expect(throws: Settings.Problems.self) { try Settings.parse(Array(text.utf8), file: "f").get() }
  }
}
