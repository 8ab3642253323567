import MQTT
import SansIO
import Testing

@Suite struct ConnectImpulsesTests {
  @Test func `however many messages wait, one try a minute comes of them`() {
    var impulses = ConnectImpulses()
    var tries: [Int64] = []
    for second in 0..<200 as Range<Int64> {
      let now = MonotonicInstant(nanoseconds: second * 1_000_000_000)
      for _ in 0..<10 where impulses.messageWaits(at: now) { tries.append(second) }
    }
    #expect(tries == [0, 60, 120, 180])
    #expect(impulses.counters.heldBack == 1_996)
  }

  @Test func `a network that flaps causes one try at once and one at the end of each hold-down`() {
    var impulses = ConnectImpulses()
    let start = MonotonicInstant.zero
    #expect(impulses.networkCame(at: start) == true)
    #expect(impulses.nextDeadline == nil)
    #expect(impulses.networkCame(at: start + .milliseconds(500)) == false)
    #expect(impulses.networkCame(at: start + .milliseconds(1_999)) == false)
    #expect(impulses.nextDeadline == start + .seconds(2))
    #expect(impulses.deadlinePassed(at: start + .milliseconds(1_999)) == false)
    #expect(impulses.deadlinePassed(at: start + .seconds(2)) == true)
    #expect(impulses.deadlinePassed(at: start + .seconds(2)) == false, "the end of a hold-down counts once")
    #expect(impulses.networkCame(at: start + .seconds(3)) == false, "and begins the next one")
    #expect(impulses.counters.fromNetwork == 2)
  }

  @Test func `a quiet network is followed at once`() {
    var impulses = ConnectImpulses()
    for minute in 0..<5 as Range<Int64> {
      #expect(impulses.networkCame(at: .zero + .seconds(minute * 60)) == true)
    }
  }
}
