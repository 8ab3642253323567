import Foundation
import SansIO
import TestSupport
import Testing

@testable import EZSP

@Suite struct ASHDeframerTests {
  private func items(_ deframer: inout ASHDeframer, _ chunk: some Sequence<UInt8>) -> [ASHDeframer.Item] {
    deframer.append(chunk)
    var result: [ASHDeframer.Item] = []
    while let item = deframer.nextItem() { result.append(item) }
    return result
  }

  private func frames(_ items: [ASHDeframer.Item]) -> [ASHFrame] {
    items.compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
  }

  private func rejected(_ items: [ASHDeframer.Item]) -> [Int] {
    items.compactMap { if case .rejected(_, let length) = $0 { length } else { nil } }
  }

  @Test(arguments: Captures.streamNames)
  func aStreamGivesItsFramesAtItsReadBoundaries(name: String) throws {
    let stream = try Captures.stream(name)
    var deframer = ASHDeframer()
    var got: [(bytes: [UInt8], read: Int)] = []
    var refused: [(read: Int, length: Int)] = []
    for (index, read) in stream.reads.enumerated() {
      let found = items(&deframer, read)
      got += frames(found).map { ($0.wireBytes, index + 1) }
      refused += rejected(found).map { (index + 1, $0) }
    }
    #expect(got.map(\.bytes) == stream.frames.map(\.bytes))
    #expect(got.map(\.read) == stream.frames.map(\.completeInRead))
    #expect(refused.map(\.read) == stream.rejected.map(\.inRead))
    #expect(refused.map(\.length) == stream.rejected.map(\.length))
    #expect(deframer.pendingByteCount == stream.bytesLeftOver)
  }

  @Test(arguments: Captures.streamNames)
  func aStreamGivesTheSameWholeByteByByteAndSplitAtRandom(name: String) throws {
    let all = try Captures.stream(name).reads.flatMap { $0 }
    var whole = ASHDeframer()
    let expected = items(&whole, all)
    var generator = SeededGenerator(seed: 0x5EED)
    for round in 0..<51 {
      var deframer = ASHDeframer()
      var got: [ASHDeframer.Item] = []
      var position = 0
      while position < all.count {
        let length = round == 0 ? 1 : Int.random(in: 1...40, using: &generator)
        let end = min(all.count, position + length)
        got += items(&deframer, all[position..<end])
        position = end
      }
      #expect(got == expected)
      #expect(deframer.droppedBytes == whole.droppedBytes)
      #expect(deframer.pendingByteCount == whole.pendingByteCount)
    }
  }

  @Test func everyCapturedFrameIsTakenOrRefusedAsStated() throws {
    for record in try Captures.records("ash") {
      let id = try #require(record["id"] as? String)
      let expected = try #require(record["expected"] as? [String: Any])
      let wire = try #require((record["bytes_hex"] as? String).flatMap { bytes(hex: $0) })
      var deframer = ASHDeframer()
      let found = frames(items(&deframer, wire))
      let valid = (expected["ash"] ?? expected["valid_when_xon_xoff_are_dropped"]) as? [String: Any]
      guard let valid else {
        #expect(found.isEmpty, "\(id)")
        #expect(deframer.rejectedFrames == 1, "\(id)")
        continue
      }
      let frame = try #require(found.first, "\(id)")
      #expect(found.count == 1, "\(id)")
      // A cancel byte and flow control bytes in front are not the frame's.
      #expect(frame.wireBytes == Array(wire.drop { [0x1A, 0x11, 0x13].contains($0) }), "\(id)")
      try compare(frame, with: valid, payload: expected["ezsp_hex"] as? String, id: id)
    }
  }

  private func compare(_ frame: ASHFrame, with valid: [String: Any], payload: String?, id: String) throws {
    let number = { (name: String) in (valid[name] as? Int).map { UInt8($0) } }
    let type = try #require(valid["type"] as? String)
    switch frame {
    case .data(let frameNumber, let isRetransmission, let acknowledges, let data):
      #expect(type == "DATA", "\(id)")
      #expect(frameNumber == number("frm_num"), "\(id)")
      #expect(isRetransmission == valid["re_tx"] as? Bool, "\(id)")
      #expect(acknowledges == number("ack_num"), "\(id)")
      if let payload { #expect(hex(data) == payload, "\(id)") }
    case .acknowledgement(let acknowledges, let isNotReady):
      #expect(type == "ACK", "\(id)")
      #expect(acknowledges == number("ack_num"), "\(id)")
      #expect(isNotReady == valid["n_rdy"] as? Bool, "\(id)")
    case .negativeAcknowledgement(let acknowledges, let isNotReady):
      #expect(type == "NAK", "\(id)")
      #expect(acknowledges == number("ack_num"), "\(id)")
      #expect(isNotReady == valid["n_rdy"] as? Bool, "\(id)")
    case .reset: #expect(type == "RST", "\(id)")
    case .resetAcknowledgement(let version, let code):
      #expect(type == "RSTACK", "\(id)")
      #expect(version == number("version"), "\(id)")
      #expect(code == number("reset_code"), "\(id)")
    case .error: #expect(type == "ERROR", "\(id)")
    }
  }

  @Test func theFixedFramesHaveTheirWellKnownBytes() {
    #expect(hex(ASHFrame.reset.wireBytes) == "c038bc7e")
    #expect(hex(ASHFrame.resetAcknowledgement(version: 2, code: 0x0B).wireBytes) == "c1020b0a527e")
    #expect(hex(ASHFrame.acknowledgement(1, isNotReady: false).wireBytes) == "8160597e")
    #expect(hex(ASHCheck.whitened([0, 0, 0, 0, 0])) == "4221a8542a")
  }

  @Test func aCancelByteDropsWhatWasBegunWithoutAWord() {
    var deframer = ASHDeframer()
    let good = ASHFrame.acknowledgement(3, isNotReady: true)
    #expect(items(&deframer, [0x25, 0x51, 0x1A] + good.wireBytes) == [.frame(good)])
    #expect(deframer.droppedBytes == 2)
  }

  @Test func aSubstituteByteSpoilsItsFrameOnly() {
    var deframer = ASHDeframer()
    let good = ASHFrame.acknowledgement(3, isNotReady: false)
    var spoilt = good.wireBytes
    spoilt.insert(0x18, at: 1)
    #expect(
      items(&deframer, spoilt + good.wireBytes) == [
        .rejected(.substituted, length: 4), .frame(good),
      ])
  }

  @Test func anEscapeBeforeAByteThatNeedsNoneIsRefused() {
    var deframer = ASHDeframer()
    #expect(items(&deframer, [0x7D, 0x41, 0x38, 0xBC, 0x7E]) == [.rejected(.escape, length: 4)])
    #expect(items(&deframer, [0xC0, 0x38, 0x7D, 0x7E]) == [.rejected(.escape, length: 3)])
  }

  @Test func flagsInARowAndAWakeByteAreNothing() {
    var deframer = ASHDeframer()
    #expect(items(&deframer, [0x7E, 0x7E, 0xFF] + ASHFrame.reset.wireBytes) == [.frame(.reset)])
    #expect(deframer.rejectedFrames == 0)
  }

  @Test func everyByteOfAPayloadSurvivesTheEscapes() {
    for start in stride(from: 0, to: 256, by: 100) {
      let payload = (0..<200).map { UInt8(truncatingIfNeeded: start + $0) }
      let frame = ASHFrame.data(number: 5, isRetransmission: true, acknowledges: 2, payload: payload)
      var deframer = ASHDeframer()
      #expect(items(&deframer, frame.wireBytes) == [.frame(frame)])
    }
  }

  @Test func noiseWithoutAFlagIsBounded() {
    var deframer = ASHDeframer()
    #expect(items(&deframer, [UInt8](repeating: 0x41, count: 1_000_000)).isEmpty)
    let good = ASHFrame.acknowledgement(0, isNotReady: false)
    #expect(
      items(&deframer, [0x7E] + good.wireBytes)
        == [.rejected(.tooLong, length: 1_000_000), .frame(good)])
  }
}
