import Reactor
import SansIO
import Testing
import Transport

@Suite struct MemoryStreamTests {
  @Test func `bytes arrive after the latency and in order, then the end`() {
    let loop = SimulatedLoop(seed: 4)
    let (one, other) = MemoryStream.pair(on: loop, latency: .milliseconds(10))
    var got: [UInt8] = []
    var closure: StreamClosure?
    other.onBytes = { got += $0 }
    other.onClosed = { closure = $0 }
    one.onOpen = {
      for byte in UInt8(0)..<10 {
        one.write([byte])
        // The seed may shuffle what has one instant, as the world may; a stream may not.
      }
    }
    one.open()
    other.open()
    loop.advance(by: .milliseconds(9))
    #expect(got.isEmpty)
    loop.advance(by: .milliseconds(1))
    #expect(got == Array(0..<10))
    one.close()
    loop.advance(by: .milliseconds(10))
    #expect(closure?.reason == .endOfStream)
    #expect(!other.write([1]))
  }

  @Test func `a paused reader gets everything later`() {
    let loop = SimulatedLoop()
    let (one, other) = MemoryStream.pair(on: loop)
    var got: [UInt8] = []
    other.onBytes = { got += $0 }
    one.open()
    other.open()
    loop.settle()
    other.pauseReading()
    one.write([1, 2])
    loop.settle()
    #expect(got.isEmpty)
    other.resumeReading()
    loop.settle()
    #expect(got == [1, 2])
  }

  @Test func `a failure is told at both ends`() {
    let loop = SimulatedLoop()
    let (one, other) = MemoryStream.pair(on: loop)
    var reasons: [StreamClosure.Reason] = []
    for stream in [one, other] {
      stream.onClosed = { reasons.append($0.reason) }
      stream.open()
    }
    loop.settle()
    one.fail(StreamClosure(.hangUp, "pulled"))
    loop.settle()
    #expect(reasons == [.hangUp, .hangUp])
  }
}
