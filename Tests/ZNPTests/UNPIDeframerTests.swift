import SansIO
import TestSupport
import Testing

@testable import ZNP

@Suite struct UNPIDeframerTests {
  private func frames(_ deframer: inout UNPIDeframer, _ chunk: some Sequence<UInt8>) -> [UNPIFrame] {
    deframer.append(Array(chunk))
    var result: [UNPIFrame] = []
    while let frame = deframer.nextFrame() { result.append(frame) }
    return result
  }

  @Test(arguments: Captures.streamNames)
  func aStreamGivesItsFramesAtItsReadBoundaries(name: String) throws {
    let stream = try Captures.stream(name)
    var deframer = UNPIDeframer()
    var next = 0
    for (index, read) in stream.reads.enumerated() {
      for frame in frames(&deframer, read) {
        let expected = try #require(next < stream.frames.count ? stream.frames[next] : nil)
        #expect(frame.bytes == expected.bytes)
        #expect(index + 1 == expected.completeInRead)
        next += 1
      }
    }
    #expect(next == stream.frames.count)
    #expect(deframer.droppedBytes == UInt64(stream.droppedBytes))
    #expect(deframer.pendingByteCount == stream.bytesLeftOver)
  }

  @Test(arguments: Captures.streamNames)
  func aStreamGivesTheSameFramesWholeByteByByteAndSplitAtRandom(name: String) throws {
    let stream = try Captures.stream(name)
    let all = stream.reads.flatMap { $0 }
    var splits: [[Int]] = [[all.count], [Int](repeating: 1, count: all.count)]
    var generator = SeededGenerator(seed: 0x5EED)
    for _ in 0..<50 {
      var lengths: [Int] = []
      while lengths.reduce(0, +) < all.count { lengths.append(Int.random(in: 1...40, using: &generator)) }
      splits.append(lengths)
    }
    for lengths in splits {
      var deframer = UNPIDeframer()
      var got: [UNPIFrame] = []
      var position = 0
      for length in lengths where position < all.count {
        let end = min(all.count, position + length)
        got += frames(&deframer, all[position..<end])
        position = end
      }
      #expect(got.map(\.bytes) == stream.frames.map(\.bytes))
      #expect(deframer.droppedBytes == UInt64(stream.droppedBytes))
      #expect(deframer.pendingByteCount == stream.bytesLeftOver)
    }
  }

  @Test func everyCapturedFrameIsTakenOrRefusedAsStated() throws {
    for record in try Captures.records() {
      let expected = try #require(record["expected"] as? [String: Any])
      let wire = try #require((record["bytes_hex"] as? String).flatMap { bytes(hex: $0) })
      var deframer = UNPIDeframer()
      let got = frames(&deframer, wire)
      if expected["valid"] as? Bool == true {
        let frame = try #require(got.first)
        #expect(got.count == 1)
        #expect(frame.bytes == wire)
        #expect(frame.payload.count == expected["len"] as? Int)
        #expect(frame.type.name == expected["type"] as? String)
        #expect(frame.id.subsystem.name == expected["subsystem"] as? String)
        #expect(deframer.droppedBytes == 0)
      } else {
        #expect(got.isEmpty)
        let fault: UNPIFrame.Fault = expected["fault"] as? String == "sof" ? .startByte : .truncated
        #expect(throws: fault) { try UNPIFrame(exactly: wire) }
      }
    }
  }

  @Test func aFrameThatStopsComingDoesNotSwallowTheFramesBehindIt() throws {
    let good = try #require(
      UNPIFrame(type: .synchronousResponse, id: MTCommandID(.af, 1), payload: [0]).bytes)
    var deframer = UNPIDeframer()
    #expect(frames(&deframer, [0xFE, 0xC8, 0x44, 0x81] + good + good).isEmpty)
    #expect(deframer.abandonPartialFrame().map(\.bytes) == [good, good])
    #expect(deframer.pendingByteCount == 0)
    #expect(deframer.droppedBytes == 4)
  }

  @Test func aWrongCheckByteCostsOneByteAtATime() throws {
    let good = try #require(
      UNPIFrame(type: .asynchronousRequest, id: MTCommandID(.zdo, 0xC0), payload: [9]).bytes)
    var bad = good
    bad[4] ^= 1
    var deframer = UNPIDeframer()
    #expect(frames(&deframer, bad + good).map(\.bytes) == [good])
    #expect(deframer.checkFailures == 1)
    #expect(deframer.droppedBytes == UInt64(bad.count))
  }

  @Test func anImpossibleLengthIsNotWaitedFor() throws {
    let good = try #require(
      UNPIFrame(type: .synchronousResponse, id: MTCommandID(.sys, 1), payload: [1, 2]).bytes)
    var deframer = UNPIDeframer()
    #expect(frames(&deframer, [0xFE, 0xFB] + good).map(\.bytes) == [good])
    #expect(deframer.droppedBytes == 2)
  }

  @Test func noiseIsBoundedAndLosesNoFrameBehindIt() throws {
    var generator = SeededGenerator(seed: 7)
    var deframer = UNPIDeframer()
    for _ in 0..<200 {
      deframer.append((0..<1_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
      while deframer.nextFrame() != nil {}
      #expect(deframer.pendingByteCount < 256)
    }
    deframer.append([UInt8](repeating: 0xFE, count: 100_000))
    #expect(deframer.pendingByteCount <= UNPIDeframer.bufferLimit)
    while deframer.nextFrame() != nil {}
    _ = deframer.abandonPartialFrame()
    let good = try #require(
      UNPIFrame(type: .synchronousResponse, id: MTCommandID(.sys, 1), payload: [1, 2]).bytes)
    #expect(frames(&deframer, good).map(\.bytes) == [good])
  }

  @Test func aPayloadAbove250BytesHasNoFrame() {
    let frame = UNPIFrame(
      type: .synchronousRequest, id: MTCommandID(.sys, 9), payload: [UInt8](repeating: 0, count: 251))
    #expect(frame.bytes == nil)
  }
}
