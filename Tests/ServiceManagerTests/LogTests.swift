import ServiceManager
import Synchronization
import Testing

/// Keeps the lines written to it.
final class LineSink: LogSink {
  private let kept = Mutex<[String]>([])
  var lines: [String] { kept.withLock { $0 } }
  func write(_ record: LogRecord) { kept.withLock { $0.append(record.line) } }
}

@Suite struct LogTests {
  private let sink = LineSink()

  @Test func `a line has its level, its message and its fields`() {
    let log = Log(level: .info, sink: sink) { 0 }
    log.notice("device joined", ["device": "00124b0001020304", "name": "hall lamp", "model": ""])
    #expect(
      sink.lines == ["notice device joined device=00124b0001020304 name=\"hall lamp\" model=\"\""])
  }

  @Test func `levels below the chosen one are not even made`() {
    let log = Log(level: .warning, sink: sink) { 0 }
    func costly() -> String {
      Issue.record("a message that nobody reads was made")
      return ""
    }
    log.info(costly())
    log.error("broken")
    log.level = .debug
    log.debug("now shown")
    #expect(sink.lines == ["error broken", "debug now shown"])
  }

  @Test func `control characters cannot forge a line or command a terminal`() {
    let log = Log(level: .debug, sink: sink) { 0 }
    log.info("a\nerror b\u{1B}[31m", ["k": "x\r\u{202E}y\\"])
    #expect(sink.lines == ["info a\\nerror b\\u{1b}[31m k=x\\r\\u{202e}y\\\\"])
  }

  @Test func `long text is cut and marked`() throws {
    let log = Log(level: .debug, sink: sink) { 0 }
    log.info(String(repeating: "m", count: 5000), ["k": String(repeating: "é", count: 5000)])
    let line = try #require(sink.lines.first)
    #expect(line.utf8.count < LogRecord.messageLimit + LogRecord.valueLimit + 32)
    #expect(line.contains("m... k=é") && line.hasSuffix("é..."))
  }

  @Test func `a repeated message is counted and its count told later`() {
    let time = Mutex<Int64>(0)
    let log = Log(level: .debug, sink: sink) { time.withLock { $0 } }
    for _ in 0..<100 { log.warning("port is gone") }
    log.warning("something else")
    #expect(sink.lines.count == 11)
    time.withLock { $0 = 31 }
    log.warning("port is gone")
    #expect(sink.lines.last == "warning port is gone suppressed=90")
  }

  @Test func `ten thousand different messages keep the table small and all pass`() {
    let log = Log(level: .debug, sink: sink) { 0 }
    for index in 0..<10_000 { log.info("message \(index)") }
    #expect(sink.lines.count == 10_000)
  }

  @Test(arguments: LogLevel.allCases) func `a level is found by its name`(level: LogLevel) {
    #expect(LogLevel(name: level.name) == level)
    #expect(LogLevel(name: "loud") == nil)
  }
}
