import Testing

@testable import MQTTClient

@Suite struct HTTPAnswerTests {
  private static let answers: [(String, HTTPAnswer.Outcome)] = [
    ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", .complete(status: 200, body: Array("hi".utf8))),
    ("HTTP/1.0 404 Not Found\r\ncontent-length:0\r\n\r\n", .complete(status: 404, body: [])),
    (
      "HTTP/1.1 200\r\nTransfer-Encoding: Chunked\r\n\r\n2;x=y\r\nhe\r\n3\r\nllo\r\n0\r\n",
      .complete(status: 200, body: Array("hello".utf8))
    ),
  ]

  @Test(arguments: answers)
  private func `an answer is the same however it is cut`(_ text: String, _ outcome: HTTPAnswer.Outcome) {
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      var answer = HTTPAnswer()
      let first = answer.received(Array(bytes[..<cut]))
      #expect(first == (cut == bytes.count ? outcome : .needsMore), "cut at \(cut)")
      if cut < bytes.count { #expect(answer.received(Array(bytes[cut...])) == outcome, "cut at \(cut)") }
    }
  }

  @Test func `without a length the body goes to the end`() {
    var answer = HTTPAnswer()
    #expect(answer.received(Array("HTTP/1.1 200 OK\r\n\r\nabc".utf8)) == .needsMore)
    #expect(answer.received([], isEnd: true) == .complete(status: 200, body: Array("abc".utf8)))
  }

  @Test(arguments: [
    "", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", "SMTP ready\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabcd",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n",
  ])
  func `what is no answer is said to be none`(_ text: String) {
    var answer = HTTPAnswer()
    guard case .malformed = answer.received(Array(text.utf8), isEnd: true) else {
      Issue.record("taken: \(text)")
      return
    }
  }

  @Test func `an endless answer is not read for ever`() {
    var answer = HTTPAnswer()
    var outcome = answer.received(Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
    for _ in 0..<200 where outcome == .needsMore {
      outcome = answer.received([UInt8](repeating: 32, count: 1_024))
    }
    #expect(outcome == .malformed("the answer is too long"))
  }
}
