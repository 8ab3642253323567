import Foundation
import Synchronization
package import Testing

/// Says which normative statements of the MQTT standards a test covers.
///
/// A statement is the version and the number that the standard gives it: `v3.1.1:MQTT-1.5.3-1`,
/// `v5:MQTT-1.5.4-1`. When the test has run and passed, a line "statement, tab, test" for each is appended to
/// the file that the environment variable `GATEHOUSE_COVERS` names; without it nothing is written. A test with
/// arguments writes its lines once, with the first of them that passes.
package struct Covers: TestTrait, TestScoping {
  package let statements: [String]

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let failures = Mutex(0)
    let observer = IssueHandlingTrait.compactMapIssues { issue in
      if issue.isFailure { failures.withLock { $0 += 1 } }
      return issue
    }
    try await observer.provideScope(for: test, testCase: testCase, performing: function)
    if failures.withLock({ $0 }) == 0 { Self.ledger.note(statements, coveredBy: Self.name(of: test)) }
  }

  /// Module, suite and function, without the place in the file.
  static func name(of test: Test) -> String {
    let parts = "\(test.id)".split(separator: "/")
    return parts.filter { !$0.contains(".swift:") }.joined(separator: "/")
  }

  private static let ledger = CoverageLedger(path: ProcessInfo.processInfo.environment["GATEHOUSE_COVERS"])
}

/// Appends lines to a file, each once, from any thread.
package final class CoverageLedger: Sendable {
  private let path: String?
  private let written = Mutex<Set<String>>([])

  package init(path: String?) { self.path = path }

  package func note(_ statements: [String], coveredBy test: String) {
    guard let path else { return }
    written.withLock { written in
      let lines = statements.map { "\($0)\t\(test)\n" }.filter { written.insert($0).inserted }
      append(lines.joined(), to: path)
    }
  }

  /// One write at the end of the file: other test processes may write there, too.
  private func append(_ text: String, to path: String) {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      Issue.record("cannot open \(path)")
      return
    }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    if write(descriptor, bytes, bytes.count) != bytes.count { Issue.record("cannot write to \(path)") }
  }
}

extension Trait where Self == Covers {
  /// The normative statements that the test covers.
  package static func covers(_ statements: String...) -> Self { Covers(statements: statements) }
}
