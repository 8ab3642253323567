import Foundation
import Glibc
import RadioInterface
import SansIO
import TestSupport

@testable import ZNP

/// `scripts/benchmarks/fake_znp.py` as a process on a pty, with a session on the other end in real time.
final class StandInProcess {
  private let process = Process()
  private let control = Pipe()
  private let answers = Pipe()
  private var pendingAnswers = ""
  private var descriptor: Int32 = -1
  private let link: String
  var session: ZNPSession
  private(set) var events: [RadioEvent] = []
  private(set) var closeReasons: [String] = []
  private(set) var transmittedFrames = 0

  static var script: String {
    Fixtures.directory.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("scripts/benchmarks/fake_znp.py").path
  }

  static let interpreter = "/usr/bin/python3"
  static var isPossible: Bool { access(interpreter, X_OK) == 0 }

  enum Failure: Error {
    case noPort(Int32)
    case noAnswer(String)
  }

  init(devices: Int, resetDelay: Double = 0, configuration: ZNPConfiguration = ZNPConfiguration()) throws {
    session = ZNPSession(configuration: configuration)
    link = FileManager.default.temporaryDirectory.appendingPathComponent("znp-\(UUID().uuidString)").path
    process.executableURL = URL(fileURLWithPath: Self.interpreter)
    process.arguments = [
      "-u", Self.script, "--listen", "pty:\(link)", "--devices", String(devices), "--reset-delay",
      String(resetDelay),
    ]
    process.standardInput = control
    process.standardOutput = answers
    try process.run()
    _ = try answer(within: 20)
    descriptor = open(link, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure.noPort(errno) }
    var settings = termios()
    tcgetattr(descriptor, &settings)
    cfmakeraw(&settings)
    tcsetattr(descriptor, TCSANOW, &settings)
  }

  func stop() {
    if descriptor >= 0 { close(descriptor) }
    control.fileHandleForWriting.closeFile()
    process.terminate()
    process.waitUntilExit()
    unlink(link)
  }

  var now: MonotonicInstant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicInstant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// Sends a control line and gives the answer, keeping the session alive meanwhile.
  func ask(_ line: String, within seconds: Int64 = 20) throws -> [String: Any] {
    control.fileHandleForWriting.write(Data((line + "\n").utf8))
    return try answer(within: seconds)
  }

  private func answer(within seconds: Int64) throws -> [String: Any] {
    let end = now + .seconds(seconds)
    let source = answers.fileHandleForReading.fileDescriptor
    while now < end {
      var wait = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
      if poll(&wait, 1, 5) > 0 {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = read(source, &buffer, buffer.count)
        guard count > 0 else { throw Failure.noAnswer("it ended") }
        pendingAnswers += String(decoding: buffer[..<count], as: UTF8.self)
      }
      if let newline = pendingAnswers.firstIndex(of: "\n") {
        let line = String(pendingAnswers[..<newline])
        pendingAnswers = String(pendingAnswers[pendingAnswers.index(after: newline)...])
        return try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      }
      if descriptor >= 0 { turn(waitingAtMost: 1) }
    }
    throw Failure.noAnswer("no line within \(seconds) s")
  }

  /// Runs the session until the condition holds; tells whether it did.
  func run(for seconds: Int64, until done: (StandInProcess) -> Bool) -> Bool {
    let end = now + .seconds(seconds)
    while now < end {
      turn(waitingAtMost: 20)
      if done(self) { return true }
    }
    return false
  }

  private func turn(waitingAtMost milliseconds: Int32) {
    drain()
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if poll(&wait, 1, milliseconds) > 0 {
      var buffer = [UInt8](repeating: 0, count: 4_096)
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 { session.bytesReceived(buffer[..<count], at: now) }
    }
    if let next = session.nextDeadline, next <= now { session.deadlinePassed(at: now) }
    drain()
  }

  private func drain() {
    while let output = session.nextOutput() {
      switch output {
      case .transmit(let bytes):
        transmittedFrames += 1
        var rest = bytes[...]
        while !rest.isEmpty {
          let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
          if count > 0 { rest = rest.dropFirst(count) } else if errno != EAGAIN { return }
        }
      case .event(let event): events.append(event)
      case .closeLink(let reason): closeReasons.append(reason)
      case .setLines, .needsEntropy: break
      }
    }
  }

  var received: [APSIndication] {
    events.compactMap { if case .received(let indication) = $0 { indication } else { nil } }
  }
}
