import Foundation
import Reactor
import SansIO
import Testing

private final class Seen {
  var lines: [String] = []
  var count = 0
  var isWrong = false
}

@Suite struct EventLoopTests {
  @Test func `timers run in the order of their instants and never early`() throws {
    let loop = try EventLoop()
    let seen = Seen()
    let start = loop.now.monotonic
    for (name, delay) in [("c", 30), ("a", 10), ("b", 10), ("d", 31)] as [(String, Int64)] {
      loop.schedule(at: start + .milliseconds(delay)) {
        seen.lines.append(name)
        if loop.now.monotonic < start + .milliseconds(delay) { seen.isWrong = true }
      }
    }
    #expect(try turn(loop) { seen.lines.count == 4 })
    #expect(seen.lines == ["a", "b", "c", "d"])
    #expect(!seen.isWrong)
  }

  @Test func `a timer that renews itself does not starve a descriptor`() throws {
    let loop = try EventLoop()
    let seen = Seen()
    let pipe = Pipe()
    func again() { loop.schedule(at: loop.now.monotonic) { again() } }
    again()
    @Sendable func postAgain() { loop.post { postAgain() } }
    postAgain()
    let token = try loop.watch(fd: pipe.fileHandleForReading.fileDescriptor, interest: .read) { _ in
      seen.count += 1
      loop.stop()
    }
    loop.schedule(at: loop.now.monotonic + .milliseconds(20)) {
      pipe.fileHandleForWriting.write(Data([1]))
    }
    try loop.run()
    loop.unwatch(token)
    #expect(seen.count == 1)
  }

  @Test func `ten thousand posts from another thread arrive in order`() throws {
    let loop = try EventLoop()
    let seen = LoopBound(Seen(), on: loop)
    Thread.detachNewThread {
      for index in 0..<10_000 {
        loop.post {
          if seen.unwrapped.count != index { seen.unwrapped.isWrong = true }
          seen.unwrapped.count += 1
        }
      }
      loop.post { loop.stop() }
    }
    try loop.run()
    #expect(seen.unwrapped.count == 10_000)
    #expect(!seen.unwrapped.isWrong)
  }

  @Test func `a spawned task never leaves the thread of the loop`() throws {
    let loop = try EventLoop()
    let seen = LoopBound(Seen(), on: loop)
    for _ in 0..<10 {
      loop.spawn {
        for _ in 0..<20 {
          await loop.sleep(for: .milliseconds(1))
          if !loop.isCurrent { seen.unwrapped.isWrong = true }
        }
        await withTaskGroup(of: Bool.self) { group in
          for _ in 0..<5 { group.addTask { loop.isCurrent } }
          for await isCurrent in group where !isCurrent || !loop.isCurrent {
            seen.unwrapped.isWrong = true
          }
        }
        seen.unwrapped.count += 1
      }
    }
    #expect(try turn(loop) { seen.unwrapped.count == 10 })
    #expect(!seen.unwrapped.isWrong)
  }

  @Test func `a descriptor may be forgotten in any handler`() throws {
    let loop = try EventLoop()
    let seen = Seen()
    let pipes = [Pipe(), Pipe()]
    var tokens: [WatchToken] = []
    for pipe in pipes {
      tokens.append(
        try loop.watch(fd: pipe.fileHandleForReading.fileDescriptor, interest: .read) { _ in
          seen.count += 1
          for token in tokens { loop.unwatch(token) }
          for token in tokens { loop.update(token, interest: .read) }
        })
      pipe.fileHandleForWriting.write(Data([1]))
    }
    loop.schedule(at: loop.now.monotonic + .milliseconds(30)) { loop.stop() }
    try loop.run()
    #expect(seen.count == 1)
  }

  @Test func `a descriptor stays ready until it is read and is silent without interest`() throws {
    let loop = try EventLoop()
    let seen = Seen()
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    var token: WatchToken?
    token = try loop.watch(fd: descriptor, interest: .read) { readiness in
      seen.count += 1
      if !readiness.contains(.read) { seen.isWrong = true }
      if seen.count == 3, let token { loop.update(token, interest: []) }
    }
    pipe.fileHandleForWriting.write(Data([1, 2, 3]))
    loop.schedule(at: loop.now.monotonic + .milliseconds(30)) { loop.stop() }
    try loop.run()
    #expect(seen.count == 3)
    #expect(!seen.isWrong)
  }

  @Test func `a hang-up is told`() throws {
    let loop = try EventLoop()
    let seen = Seen()
    let pipe = Pipe()
    let token = try loop.watch(fd: pipe.fileHandleForReading.fileDescriptor, interest: .read) { found in
      if found.contains(.hangUp) { seen.count += 1 }
      loop.stop()
    }
    try pipe.fileHandleForWriting.close()
    try loop.run()
    loop.unwatch(token)
    #expect(seen.count == 1)
  }

  @Test func `signals are told on the loop`() async throws {
    // On a thread of its own, since what the loop does to the signal mask stays.
    let told = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: try? Self.signalsTold()) }
    }
    #expect(told == ["hangUp", "terminate"])
  }

  private static func signalsTold() throws -> Set<String> {
    let loop = try EventLoop()
    let seen = Seen()
    try loop.onSignal { signal in
      seen.lines.append("\(signal)")
      if seen.lines.count == 2 { loop.stop() }
    }
    loop.schedule(at: loop.now.monotonic) {
      // Each of these would end the process by default.
      for number in [SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR] {
        pthread_kill(pthread_self(), number)
      }
      pthread_kill(pthread_self(), SIGHUP)
      pthread_kill(pthread_self(), SIGTERM)
    }
    try loop.run()
    return Set(seen.lines)
  }

  @Test func `work put off runs at the end of its turn`() throws {
    let loop = try EventLoop()
    let seen = Seen()
    loop.schedule(at: loop.now.monotonic) {
      loop.atEndOfTurn { seen.lines.append("end") }
      seen.lines.append("turn")
    }
    loop.schedule(at: loop.now.monotonic + .milliseconds(5)) { seen.lines.append("next") }
    #expect(try turn(loop) { seen.lines.count == 3 })
    #expect(seen.lines == ["turn", "end", "next"])
  }

  @Test func `an idle loop sleeps`() throws {
    let loop = try EventLoop()
    func processorSeconds() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let before = processorSeconds()
    loop.schedule(at: loop.now.monotonic + .milliseconds(300)) { loop.stop() }
    try loop.run()
    #expect(processorSeconds() - before < 0.05)
  }

  @Test func `the system's clock is trusted from a given time on`() throws {
    let loop = try EventLoop(clock: .trustSystem(notBefore: WallTime(milliseconds: 0)))
    #expect(loop.now.wallIsTrusted)
    loop.setClockPolicy(.trustSystem(notBefore: WallTime(milliseconds: .max)))
    #expect(!loop.now.wallIsTrusted)
    #expect(abs(Double(loop.now.wall.milliseconds) / 1000 - Date().timeIntervalSince1970) < 2)
  }

  @Test func `a stop from another thread ends the run`() throws {
    let loop = try EventLoop()
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.02)
      loop.stop()
    }
    try loop.run()
    #expect(loop.isCurrent)
  }

  @Test func `a stop before the run ends the run at once, and only that one`() throws {
    let loop = try EventLoop()
    let seen = Seen()
    loop.stop()
    try loop.run()
    loop.schedule(at: loop.now.monotonic + .milliseconds(5)) {
      seen.count += 1
      loop.stop()
    }
    try loop.run()
    #expect(seen.count == 1)
  }

  @Test func `touching a loop's object elsewhere traps`() async {
    await #expect(processExitsWith: .failure) {
      let loop = try EventLoop()
      let bound = LoopBound(Seen(), on: loop)
      let thread = Thread { bound.unwrapped.count += 1 }
      thread.start()
      usleep(2_000_000)
    }
  }
}
