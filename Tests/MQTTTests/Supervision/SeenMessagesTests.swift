import MQTT
import SansIO
import Testing

@Suite struct SeenMessagesTests {
  private func wall(_ seconds: Int64) -> WallTime { WallTime(milliseconds: seconds * 1_000) }

  @Test func `a message that comes again within ten minutes is known`() {
    var seen = SeenMessages(at: wall(0))
    #expect(seen.note("a", at: wall(0)) == true)
    #expect(seen.note("a", at: wall(600)) == false)
    #expect(seen.note("a", at: wall(1_200)) == false, "each repeat begins the time anew")
    #expect(seen.note("a", at: wall(1_801)) == true)
    #expect(seen.repeats == 2)
    #expect(seen.count == 1)
  }

  @Test func `the least recently seen of 4097 is forgotten`() {
    var seen = SeenMessages(at: wall(0))
    for number in 0..<4_096 { #expect(seen.note("\(number)", at: wall(1)) == true) }
    #expect(seen.note("0", at: wall(2)) == false, "now the most recent")
    #expect(seen.note("new", at: wall(2)) == true)
    #expect(seen.count == 4_096)
    #expect(seen.note("0", at: wall(2)) == false)
    #expect(seen.note("1", at: wall(2)) == true)
  }

  @Test func `what was stored is known to the next process, and what is too old is not`() {
    var seen = SeenMessages(at: wall(0))
    for number in 0..<10 as Range<Int64> { _ = seen.note("\(number)", at: wall(number * 100)) }
    _ = seen.note("3", at: wall(900))
    #expect(seen.entries.map(\.identifier) == ["4", "5", "6", "7", "8", "9", "3"])
    var next = SeenMessages(restored: seen.entries, at: wall(1_150))
    #expect(next.entries.map(\.identifier) == ["6", "7", "8", "9", "3"])
    #expect(next.note("6", at: wall(1_150)) == false)
    #expect(next.note("5", at: wall(1_150)) == true)
  }

  @Test func `a clock that was set back keeps nobody for ever`() {
    let stored = [SeenMessages.Entry(identifier: "future", seenAt: WallTime(milliseconds: .max))]
    var seen = SeenMessages(restored: stored, at: wall(100))
    #expect(seen.note("future", at: wall(200)) == false)
    #expect(seen.note("future", at: wall(801)) == true)
    _ = seen.note("odd", at: WallTime(milliseconds: .min))
    _ = seen.note("odd", at: WallTime(milliseconds: .max))
  }

  @Test func `one message a million times takes no more room than once`() {
    var limits = SeenMessages.Limits()
    limits.count = 8
    var seen = SeenMessages(limits: limits, at: wall(0))
    _ = seen.note("first", at: wall(0))
    for _ in 0..<100_000 { _ = seen.note("again", at: wall(0)) }
    #expect(seen.count == 2)
    #expect(seen.entries.map(\.identifier) == ["first", "again"])
    seen.forget("first")
    #expect(seen.note("first", at: wall(0)) == true)
  }

  @Test func `identifiers of any length are told apart by their beginning`() {
    var seen = SeenMessages(at: wall(0))
    #expect(seen.note(String(repeating: "x", count: 10_000), at: wall(0)) == true)
    #expect(seen.note(String(repeating: "x", count: 20_000), at: wall(0)) == false)
    #expect(seen.note(String(repeating: "y", count: 10_000), at: wall(0)) == true)
  }
}
