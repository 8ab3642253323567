import Foundation
import Reactor
import SansIO
import Testing

private final class Seen {
  var results: [Int] = []
  var isWrong = false
}

@Suite struct SerialWorkerTests {
  @Test func `work and completions keep their order`() throws {
    let loop = try EventLoop()
    let worker = try SerialWorker(name: "test", loop: loop, limit: 2000)
    let seen = Seen()
    for index in 0..<1000 {
      let isTaken = worker.submit({ loop.isCurrent ? -1 : index }) { result in
        if !loop.isCurrent { seen.isWrong = true }
        seen.results.append(result)
      }
      #expect(isTaken)
    }
    #expect(try turn(loop) { seen.results.count == 1000 })
    #expect(seen.results == Array(0..<1000))
    #expect(!seen.isWrong)
  }

  @Test func `a full queue refuses and says so`() throws {
    let loop = try EventLoop()
    let worker = try SerialWorker(name: "test", loop: loop, limit: 2)
    let gate = DispatchSemaphore(value: 0)
    let begun = DispatchSemaphore(value: 0)
    let seen = Seen()
    worker.submit({
      begun.signal()
      gate.wait()
      return 0
    }) { seen.results.append($0) }
    begun.wait()
    let taken = (1...3).map { index in worker.submit({ index }) { seen.results.append($0) } }
    #expect(taken == [true, true, false])
    #expect(worker.backlog == 2)
    gate.signal()
    #expect(try turn(loop) { seen.results.count == 3 })
    #expect(seen.results == [0, 1, 2])
  }

  @Test func `finishing does what was submitted and takes no more`() throws {
    let loop = try EventLoop()
    let worker = try SerialWorker(name: "test", loop: loop)
    let seen = Seen()
    for index in 0..<50 { worker.submit({ index }) { seen.results.append($0) } }
    worker.finishAndWait()
    let isTaken = worker.submit({ 51 }) { seen.results.append($0) }
    #expect(!isTaken)
    #expect(seen.results.isEmpty)
    #expect(try turn(loop) { seen.results.count == 50 })
  }

  @Test func `a task awaits work without leaving its loop`() throws {
    let loop = try EventLoop()
    let worker = try SerialWorker(name: "test", loop: loop)
    let seen = LoopBound(Seen(), on: loop)
    loop.spawn {
      for index in 0..<20 {
        let result = await worker.perform { index * 2 }
        seen.unwrapped.results.append(result ?? -1)
      }
      loop.stop()
    }
    try loop.run()
    #expect(seen.unwrapped.results == (0..<20).map { $0 * 2 })
  }
}
