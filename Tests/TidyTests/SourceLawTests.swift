import Foundation
import Testing

/// What no source file may have, but where `Tests/tidy-exceptions` says so with a reason.
@Suite struct SourceLawTests {
  /// How often the expression matches in each file, in code alone. ICU's expressions, since the library's own
  /// take a minute here without optimisation.
  static func count(_ pattern: String, in files: [Checkout.File]) -> [String: Int] {
    guard let expression = try? NSRegularExpression(pattern: pattern) else {
      Issue.record("\(pattern) is no expression")
      return [:]
    }
    var counts: [String: Int] = [:]
    for file in files {
      let code = file.code
      let whole = NSRange(code.startIndex..., in: code)
      let matches = expression.numberOfMatches(in: code, range: whole)
      if matches > 0 { counts[file.path] = matches }
    }
    return counts
  }

  static let traps = #"\btry!|\bas!|\bfatalError\b|\bpreconditionFailure\b|\bassertionFailure\b"#
  static let unwraps = #"(?<!\btry|\bas)(?<=[\w)\]])!(?!=)"#

  @Test func `nothing in the sources can trap on purpose`() {
    #expect(Exceptions.complaints("trap", Self.count(Self.traps, in: Checkout.sources)) == [])
    #expect(Exceptions.complaints("unwrap", Self.count(Self.unwraps, in: Checkout.sources)) == [])
  }

  @Test func `preconditions are for programmers' errors alone, each with its reason`() {
    #expect(
      Exceptions.complaints("precondition", Self.count(#"\bprecondition\("#, in: Checkout.sources)) == [])
  }

  @Test func `what the compiler cannot check is counted`() {
    let unsafe = #"@unchecked Sendable|nonisolated\(unsafe\)|\bunsafe\w*|\w*Unsafe\w*"#
    #expect(Exceptions.complaints("unsafe", Self.count(unsafe, in: Checkout.sources)) == [])
  }

  @Test func `tasks are started by the loop alone`() {
    let tasks =
      #"\bTask\s*(<[^>]*>)?\s*(\(|\{)|\bTask\.(detached|sleep|immediate)|\bDispatch\w+|\bThread\b\("#
    let outside = Checkout.sources.filter { $0.module != "Reactor" }
    #expect(Exceptions.complaints("task", Self.count(tasks, in: outside)) == [])
  }

  @Test func `the pure layers know no effects`() {
    let effects =
      #"\basync\b|\bawait\b|\bgetenv\b|\bprint\(|\bclock_gettime\b|\btime\(nil\)|SystemRandomNumber|ContinuousClock|\.random\(in: [^,)]*\)"#
    let pure = Checkout.sources.filter { (ImportTable.layers[$0.module] ?? 9) <= 2 }
    #expect(pure.count > 100)
    #expect(Exceptions.complaints("effect", Self.count(effects, in: pure)) == [])
  }

  @Test func `coverage excludes nothing`() {
    let words = #"coverage:ignore|LCOV_EXCL|v8 ignore|no-coverage"#
    #expect(Exceptions.complaints("coverage", Self.count(words, in: Checkout.sources)) == [])
    for file in Checkout.swift where file.module != "TidyTests" {
      #expect(!file.text.contains("LCOV_" + "EXCL"))
    }
  }

  @Test func `the expressions find what they are for`() throws {
    let file = Checkout.File(path: "sample", text: "")
    #expect(Self.count("a", in: [file]) == [:])
    let sample = SwiftText(
      """
      let a = b! + c()! + (d as! Int) // e!
      let f = try! g("h!") != i
      if !j, k != l {}
      """
    ).code
    func count(_ pattern: String) throws -> Int {
      try NSRegularExpression(pattern: pattern)
        .numberOfMatches(in: sample, range: NSRange(sample.startIndex..., in: sample))
    }
    #expect(try count(Self.unwraps) == 2)
    #expect(try count(Self.traps) == 2)
  }
}
