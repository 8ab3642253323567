import MQTT
import Reactor
import SansIO
import Testing
import Transport

@testable import MQTTClient

@Suite struct MQTTLinkTests {
  /// A stream with a send buffer that the test empties.
  private final class SlowStream: ByteStream {
    var onOpen: (() -> Void)?
    var onBytes: (([UInt8]) -> Void)?
    var onClosed: ((StreamClosure) -> Void)?
    var onDrained: (() -> Void)?
    var buffer: [UInt8] = []
    var taken: [UInt8] = []

    func open() {}
    func write(_ bytes: [UInt8]) -> Bool {
      guard buffer.count + bytes.count <= StreamLimits.sendBuffer else { return false }
      buffer += bytes
      return true
    }
    var bufferedByteCount: Int { buffer.count }
    func pauseReading() {}
    func resumeReading() {}
    func close() {}

    func drain() {
      taken += buffer
      buffer = []
    }
  }

  @Test func moreThanTheSendBufferTakesLeavesInPiecesAndInOrder() {
    let stream = SlowStream()
    var link = MQTTLink(stream: stream)
    let whole = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    link.append(Array(whole.prefix(10)))
    link.flush()
    link.append(Array(whole.dropFirst(10)))
    for _ in 0..<6 {
      link.flush()
      #expect(stream.bufferedByteCount <= StreamLimits.sendBuffer)
      stream.drain()
    }
    #expect(stream.taken == whole)
  }

  @Test func congestionBeginsAboveItsLimitAndEndsWhenAllIsGone() {
    let stream = SlowStream()
    var link = MQTTLink(stream: stream)
    link.append(Array(repeating: 1, count: MQTTLink.congestedAbove))
    link.flush()
    #expect(link.congestionChange() == nil)
    link.append([1])
    link.flush()
    #expect(link.congestionChange() == true)
    #expect(link.congestionChange() == nil)
    stream.buffer.removeLast(1_000)
    #expect(link.congestionChange() == nil)
    stream.drain()
    #expect(link.congestionChange() == false)
  }
}
