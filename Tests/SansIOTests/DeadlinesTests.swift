import SansIO
import Testing

@Suite struct DeadlinesTests {
  private func instant(_ value: Int64) -> MonotonicInstant { MonotonicInstant(nanoseconds: value) }

  @Test("Deadlines come earliest first, those of one instant in the order they were set")
  func order() {
    var deadlines = Deadlines<Int>()
    for name in 0..<50 { deadlines[name] = instant(10) }
    deadlines[99] = instant(5)
    deadlines[3] = nil
    deadlines[4] = instant(20)
    #expect(deadlines.next == instant(5))
    var taken: [Int] = []
    while let name = deadlines.takeExpired(at: instant(10)) { taken.append(name) }
    #expect(taken == [99] + (0..<50).filter { $0 != 3 && $0 != 4 })
    #expect(deadlines.next == instant(20))
    #expect(deadlines.takeExpired(at: instant(19)) == nil)
  }

  @Test("Random settings agree with a plain table")
  func model() {
    var deadlines = Deadlines<Int>()
    var model: [Int: Int64] = [:]
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let name = Int(generator.next() % 40)
      switch generator.next() % 4 {
      case 0:
        deadlines[name] = nil
        model[name] = nil
      case 1:
        let now = Int64(generator.next() % 1000)
        let earliest = model.values.min()
        let taken = deadlines.takeExpired(at: instant(now))
        if let earliest, earliest <= now {
          #expect(taken.map { model[$0] } == earliest)
        } else {
          #expect(taken == nil)
        }
        if let taken { model[taken] = nil }
      default:
        let due = Int64(generator.next() % 1000)
        deadlines[name] = instant(due)
        model[name] = due
      }
      #expect(deadlines.next?.nanoseconds == model.values.min())
      #expect(deadlines.isEmpty == model.isEmpty)
    }
  }
}
