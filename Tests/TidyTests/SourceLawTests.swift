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

  @Test func `nothing in the sources can trap on purpose`() {
    let traps = #"\btry!|\bas!|\bfatalError\b|\bpreconditionFailure\b|\bassertionFailure\b"#
    #expect(Exceptions.complaints("trap", Self.count(traps, in: Checkout.sources)) == [])
    let unwraps = #"(?<!\btry|\bas)(?<=[\w)\]])!(?!=)"#
    #expect(Exceptions.complaints("unwrap", Self.count(unwraps, in: Checkout.sources)) == [])
  }

  @Test func `preconditions are for programmers' errors alone, each with its reason`() {
    #expect(Exceptions.complaints("precondition", Self.count(#"\bprecondition\("#, in: Checkout.sources)) == [])
  }

  @Test func `what the compiler cannot check is counted`() {
    let unsafe = #"@unchecked Sendable|nonisolated\(unsafe\)|\bunsafe\w*|\w*Unsafe\w*"#
    #expect(Exceptions.complaints("unsafe", Self.count(unsafe, in: Checkout.sources)) == [])
  }

  @Test func `tasks are started by the loop alone`() {
    let tasks = #"\bTask\s*(<[^>]*>)?\s*(\(|\{)|\bTask\.(detached|sleep|immediate)|\bDispatch\w+|\bThread\b\("#
    let outside = Checkout.sources.filter { $0.module != "Reactor" }
    #expect(Exceptions.complaints("task", Self.count(tasks, in: outside)) == [])
  }

  @Test func `the pure layers know no effects`() {
    let effects = #"\basync\b|\bawait\b|\bgetenv\b|\bprint\(|\bclock_gettime\b|\btime\(nil\)|SystemRandomNumber|ContinuousClock|\.random\(in: [^,)]*\)"#
    let pure = Checkout.sources.filter { (ImportTable.layers[$0.module] ?? 9) <= 2 }
    #expect(pure.count > 100)
    #expect(Exceptions.complaints("effect", Self.count(effects, in: pure)) == [])
  }

  @Test func `coverage excludes nothing`() {
    let words = #"coverage:ignore|LCOV_EXCL|v8 ignore|no-coverage"#
    #expect(Exceptions.complaints("coverage", Self.count(words, in: Checkout.sources)) == [])
    for file in Checkout.swift where file.module != "TidyTests" { #expect(!file.text.contains("LCOV_" + "EXCL")) }
  }
}
