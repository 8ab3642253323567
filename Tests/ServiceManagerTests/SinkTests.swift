import Foundation
import Testing

@testable import ServiceManager

@Suite struct SinkTests {
  private let record = LogRecord(
    level: .warning, message: "no answer",
    fields: [("device", "00124b00"), ("short-name", "hall lamp"), ("_PID", "1"), ("é", "x")])

  @Test func `standard error gets a line`() throws {
    let pipe = Pipe()
    StandardErrorSink(descriptor: pipe.fileHandleForWriting.fileDescriptor).write(record)
    let text = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    #expect(text == "warning no answer device=00124b00 short-name=\"hall lamp\" _PID=1 é=x\n")
  }

  @Test func `the journal gets fields of ours only`() {
    #expect(
      JournalSink.entries(of: record, identifier: "gatehouse") == [
        "PRIORITY=4", "SYSLOG_IDENTIFIER=gatehouse",
        "MESSAGE=no answer device=00124b00 short-name=\"hall lamp\" _PID=1 é=x",
        "GATEHOUSE_DEVICE=00124b00", "GATEHOUSE_SHORT_NAME=hall lamp", "GATEHOUSE__PID=1",
      ])
    JournalSink(identifier: "gatehouse-test").write(record)
  }

  @Test func `the journal is used when it is what standard error leads to`() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    var status = stat()
    #expect(fstat(descriptor, &status) == 0)
    let stream = "\(status.st_dev):\(status.st_ino)"
    #expect(JournalSink.isJournalListening(stream: stream, descriptor: descriptor))
    #expect(!JournalSink.isJournalListening(stream: "1:2", descriptor: descriptor))
    #expect(!JournalSink.isJournalListening(stream: "rubbish", descriptor: descriptor))
    #expect(!JournalSink.isJournalListening(stream: nil, descriptor: descriptor))
  }
}
