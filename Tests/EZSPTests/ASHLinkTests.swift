import SansIO
import TestSupport
import Testing

@testable import EZSP

@Suite struct ASHLinkTests {
  private static func payload(_ number: Int, _ side: UInt8) -> [UInt8] {
    [side, UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)]
      + [UInt8](repeating: UInt8(number % 251), count: number % 90)
  }

  @Test(arguments: [1, 3, 5, 7], [false, true])
  func tenThousandRoundTripsWithLossEachWayAreNeitherDoubledNorWrongNorLost(
    window: Int, byteByByte: Bool
  ) throws {
    var line = LossyLine(window: window, seed: UInt64(window))
    try mustHold(line.connect())
    line.loss = 0.2
    line.byteByByte = byteByByte
    line.longestDelay = .milliseconds(40)
    line.clearRecords()
    let count = 10_000 / 8
    var generator = SeededGenerator(seed: 99)
    var sent: [[[UInt8]]] = [[], []]
    // Both ends send whenever they like, up to what a window and a little queue take.
    while sent[0].count < count || sent[1].count < count {
      for side in [0, 1]
      where sent[side].count < count && line.links[side].unsentCount < 10
        && Bool.random(using: &generator)
      {
        let payload = Self.payload(sent[side].count, UInt8(side))
        holds(line.links[side].send(payload, at: line.now))
        sent[side].append(payload)
      }
      _ = line.step()
    }
    holds(line.run { $0[.host].unsentCount == 0 && $0[.coordinator].unsentCount == 0 })
    #expect(line.failures.isEmpty)
    #expect(line.received[0] == sent[1])
    #expect(line.received[1] == sent[0])
    #expect(line[.host].counters.duplicates > 0)
  }

  @Test func damagedBytesNeverBecomeAnotherFrame() throws {
    var line = LossyLine(window: 3, seed: 4)
    try mustHold(line.connect())
    line.substitution = 0.005
    line.clearRecords()
    var sent: [[UInt8]] = []
    while sent.count < 3_000 {
      while line[.host].unsentCount < 6 {
        let payload = Self.payload(sent.count, 7)
        holds(line[.host].send(payload, at: line.now))
        sent.append(payload)
      }
      _ = line.step()
    }
    holds(line.run { $0[.host].unsentCount == 0 })
    #expect(line.received[1] == sent)
    #expect(line[.coordinator].counters.damagedFrames > 100)
  }

  @Test func framesOutOfOrderAreRefusedOnceAndNotEachTime() throws {
    var link = ASHLink()
    try mustHold(connect(&link))
    let later = { (number: UInt8) in
      ASHFrame.data(number: number, isRetransmission: false, acknowledges: 0, payload: [1, 2, 3]).wireBytes
    }
    for number in [UInt8](1...4) { link.bytesReceived(later(number), at: .zero) }
    #expect(transmitted(&link) == [.negativeAcknowledgement(0, isNotReady: false)])
    link.bytesReceived(
      ASHFrame.data(number: 0, isRetransmission: true, acknowledges: 0, payload: [9, 9, 9]).wireBytes,
      at: .zero)
    #expect(link.nextOutput() == .received([9, 9, 9]))
    #expect(transmitted(&link) == [.acknowledgement(1, isNotReady: false)])
    // The reject state is over, so the next loss is told again.
    link.bytesReceived(later(3), at: .zero)
    #expect(transmitted(&link) == [.negativeAcknowledgement(1, isNotReady: false)])
  }

  @Test func aRepeatedFrameIsAcknowledgedAgainAndNotDelivered() throws {
    var link = ASHLink()
    try mustHold(connect(&link))
    link.bytesReceived(
      ASHFrame.data(number: 0, isRetransmission: false, acknowledges: 0, payload: [1, 2, 3]).wireBytes,
      at: .zero)
    #expect(link.nextOutput() == .received([1, 2, 3]))
    #expect(transmitted(&link) == [.acknowledgement(1, isNotReady: false)])
    link.bytesReceived(
      ASHFrame.data(number: 0, isRetransmission: true, acknowledges: 0, payload: [1, 2, 3]).wireBytes,
      at: .zero)
    #expect(transmitted(&link) == [.acknowledgement(1, isNotReady: false)])
    #expect(link.counters.duplicates == 1)
  }

  @Test func theTimeoutFollowsTheLineAndDoublesOnSilence() throws {
    var link = ASHLink()
    try mustHold(connect(&link))
    var now = MonotonicInstant.zero
    #expect(link.timeout == .milliseconds(1_600))
    for number in 0..<40 {
      holds(link.send([1, 2, 3], at: now))
      now = now + .milliseconds(10)
      link.bytesReceived(
        ASHFrame.acknowledgement(UInt8((number + 1) & 7), isNotReady: false).wireBytes, at: now)
    }
    #expect(link.timeout == .milliseconds(400))
    _ = transmitted(&link)
    holds(link.send([1, 2, 3], at: now))
    #expect(link.nextDeadline == now + .milliseconds(400))
    now = now + .milliseconds(400)
    link.deadlinePassed(at: now)
    #expect(
      transmitted(&link) == [
        .data(number: 0, isRetransmission: false, acknowledges: 0, payload: [1, 2, 3]),
        .data(number: 0, isRetransmission: true, acknowledges: 0, payload: [1, 2, 3]),
      ])
    #expect(link.nextDeadline == now + .milliseconds(800))
  }

  @Test func anEndThatAcknowledgesNothingIsGivenUp() throws {
    var line = LossyLine()
    try mustHold(line.connect())
    line.loss = 1
    holds(line[.host].send([1, 2, 3], at: line.now))
    holds(line.run { !$0.failures.isEmpty })
    #expect(line.failures == [.unacknowledged])
    #expect(line[.host].counters.timeouts == 5)
    holds(!line[.host].send([1, 2, 3], at: line.now))
  }

  @Test func aLinkIsAskedForUntilItAnswersOrIsGivenUp() throws {
    var silent = ASHLink()
    silent.open(at: .zero)
    while let next = silent.nextDeadline { silent.deadlinePassed(at: next) }
    var resets = 0
    var failure: ASHFailure?
    while let output = silent.nextOutput() {
      if output == .transmit(ASHFrame.reset.wireBytes) { resets += 1 }
      if case .failed(let reason) = output { failure = reason }
    }
    #expect(resets == 5)
    #expect(failure == .noAnswer(heardSomething: false))

    var line = LossyLine(seed: 13)
    line.loss = 0.3
    holds(line.connect())
  }

  @Test func anAdapterThatStartsAnewOrGivesUpEndsTheLink() throws {
    var link = ASHLink()
    try mustHold(connect(&link))
    link.bytesReceived(
      ASHFrame.data(number: 0, isRetransmission: false, acknowledges: 0, payload: [1, 2, 3]).wireBytes,
      at: .zero)
    link.bytesReceived(ASHFrame.resetAcknowledgement(version: 2, code: 3).wireBytes, at: .zero)
    #expect(outputs(&link).last == .failed(.reset(.watchdog)))
    try mustHold(connect(&link))
    link.bytesReceived(ASHFrame.error(version: 2, code: 0x51).wireBytes, at: .zero)
    #expect(outputs(&link).last == .failed(.error(.acknowledgementTimeout)))
  }

  @Test func whatCameBeforeTheAnswerToTheResetIsNotTaken() throws {
    var link = ASHLink()
    link.open(at: .zero)
    let stale = ASHFrame.data(number: 0, isRetransmission: false, acknowledges: 0, payload: [1, 2, 3])
    link.bytesReceived(stale.wireBytes + ASHFrame.error(version: 2, code: 6).wireBytes, at: .zero)
    holds(outputs(&link).allSatisfy { if case .transmit = $0 { true } else { false } })
    link.bytesReceived(ASHFrame.resetAcknowledgement(version: 2, code: 0x0B).wireBytes, at: .zero)
    #expect(outputs(&link) == [.connected(.software)])
    // The answer to the first reset came late, the true one follows: the link begins again without a word.
    link.bytesReceived(ASHFrame.resetAcknowledgement(version: 2, code: 0x0B).wireBytes, at: .zero)
    #expect(outputs(&link) == [.connected(.software)])
    #expect(link.counters.framesBeforeHandshake == 1)
  }

  @Test func anotherVersionOfTheLinkIsRefused() {
    var link = ASHLink()
    link.open(at: .zero)
    link.bytesReceived(ASHFrame.resetAcknowledgement(version: 3, code: 0x0B).wireBytes, at: .zero)
    #expect(outputs(&link).last == .failed(.version(3)))
  }

  @Test func xoffHoldsFramesUntilXonButNotForEver() throws {
    var link = ASHLink()
    try mustHold(connect(&link))
    link.bytesReceived([0x13], at: .zero)
    holds(link.send([1, 2, 3], at: .zero))
    holds(transmitted(&link).isEmpty)
    link.bytesReceived([0x11], at: .zero)
    #expect(transmitted(&link).count == 1)
    link.bytesReceived(ASHFrame.acknowledgement(1, isNotReady: false).wireBytes + [0x13], at: .zero)
    holds(link.send([4, 5, 6], at: .zero))
    link.deadlinePassed(at: .zero + .seconds(1))
    #expect(
      transmitted(&link) == [
        .data(number: 1, isRetransmission: false, acknowledges: 0, payload: [4, 5, 6])
      ])
  }

  @Test func callbacksWaitWhileTheHostIsNotReady() throws {
    var line = LossyLine()
    try mustHold(line.connect())
    line.clearRecords()
    line.links[0].setReady(false, at: line.now)
    let told = line.now
    _ = line.run { $0.frames[0].contains(.acknowledgement(0, isNotReady: true)) && $0.now > told }
    holds(line[.coordinator].send([1, 1, 1], isCallback: true, at: line.now))
    holds(line[.coordinator].send([2, 2, 2], at: line.now))
    // The notice is renewed, so the callback waits beyond the second that one notice lasts.
    _ = line.run { $0.now > told + .seconds(3) }
    #expect(line.received[0] == [[2, 2, 2]])
    line.links[0].setReady(true, at: line.now)
    holds(line.run { $0.received[0].count == 2 })
    #expect(line.received[0] == [[2, 2, 2], [1, 1, 1]])
  }

  @Test func anAcknowledgementOfWhatWasNeverSentIsRefused() throws {
    var link = ASHLink()
    try mustHold(connect(&link))
    holds(link.send([1, 2, 3], at: .zero))
    _ = transmitted(&link)
    link.bytesReceived(
      ASHFrame.data(number: 0, isRetransmission: false, acknowledges: 5, payload: [1, 2, 3]).wireBytes,
      at: .zero)
    #expect(outputs(&link) == [.transmit(ASHFrame.negativeAcknowledgement(0, isNotReady: false).wireBytes)])
    #expect(link.unsentCount == 1)
  }

  // MARK: Support

  private func connect(_ link: inout ASHLink) -> Bool {
    link.open(at: .zero)
    link.bytesReceived(ASHFrame.resetAcknowledgement(version: 2, code: 0x0B).wireBytes, at: .zero)
    _ = outputs(&link)
    return link.isConnected
  }

  private func outputs(_ link: inout ASHLink) -> [ASHLink.Output] {
    var result: [ASHLink.Output] = []
    while let output = link.nextOutput() { result.append(output) }
    return result
  }

  private func transmitted(_ link: inout ASHLink) -> [ASHFrame] {
    var deframer = ASHDeframer()
    for case .transmit(let bytes) in outputs(&link) { deframer.append(bytes) }
    var result: [ASHFrame] = []
    while case .frame(let frame)? = deframer.nextItem() { result.append(frame) }
    return result
  }
}
