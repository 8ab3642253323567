import Testing

/// Everything is in its place.
@Suite struct FileTests {
  @Test func `every script can be run`() {
    let scripts = Checkout.files.filter { $0.text.hasPrefix("#!") }
    #expect(scripts.count >= 5)
    #expect(scripts.filter { !$0.isExecutable }.map(\.path) == [])
    #expect(Checkout.files.filter { $0.isExecutable && !$0.text.hasPrefix("#!") }.map(\.path) == [])
    for name in ["bootstrap", "build", "demo", "test", "fuzz"] {
      #expect(Checkout.file("scripts/\(name)")?.isExecutable == true, "scripts/\(name)")
    }
  }

  /// Folders that belong to no single module, and why.
  private static let wholes = [
    "TestSupport": "shared by all tests", "TidyTests": "the subject is the tree",
    "Scenarios": "whole gateways under virtual time", "ScenarioTests": "their runs as tests",
    "ScenarioProgram": "their long runs as a program",
  ]

  @Test func `every module has tests, and every folder of tests its module`() {
    let modules = Set(Checkout.sources.map(\.module))
    var missing: [String: Int] = [:]
    for module in modules {
      let files = Checkout.tests.filter { $0.module == module + "Tests" }
      if !files.contains(where: { $0.text.contains("@Test") }) { missing["Sources/" + module] = 1 }
    }
    #expect(Exceptions.complaints("untested", missing) == [])
    for file in Checkout.tests where Self.wholes[file.module] == nil {
      let subject = file.module.hasSuffix("Tests") ? String(file.module.dropLast(5)) : file.module
      #expect(modules.contains(subject), "\(file.path) belongs to no module")
    }
  }

  @Test func `every file of tests tests something of its module`() {
    var strange: [String: Int] = [:]
    let known = Dictionary(grouping: Checkout.sources, by: \.module).mapValues(Self.declared)
    let support = Dictionary(grouping: Checkout.tests.filter { !$0.text.contains("@Test") }, by: \.module)
      .mapValues(Self.declared)
    for file in Checkout.tests where file.text.contains("@Test") && Self.wholes[file.module] == nil {
      let words = Self.words(file.code)
      let subject = known[String(file.module.dropLast(5))] ?? []
      if words.isDisjoint(with: subject), words.isDisjoint(with: support[file.module] ?? []) {
        strange[file.path] = 1
      }
    }
    #expect(Exceptions.complaints("no-subject", strange) == [])
  }

  private static func words(_ text: String) -> Set<Substring> {
    Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
  }

  /// The names of types and functions.
  private static func declared(_ files: [Checkout.File]) -> Set<Substring> {
    let keywords: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias", "actor", "func"]
    var names: Set<Substring> = []
    for file in files {
      let words = file.code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      for (keyword, name) in zip(words, words.dropFirst()) where keywords.contains(keyword) {
        names.insert(name)
      }
    }
    return names
  }

  @Test func `a file with tests is named so`() {
    for file in Checkout.tests where file.text.contains("@Test ") || file.text.contains("@Test(") {
      #expect(file.name.hasSuffix("Tests.swift") || file.module == "TidyTests", "\(file.path)")
    }
  }

  @Test func `every exception names a law, a file, a number and its reason`() {
    let laws: Set = [
      "trap", "unwrap", "precondition", "unsafe", "task", "effect", "coverage", "file-length",
      "function-length",
      "public", "name", "untested", "no-subject",
    ]
    #expect(Checkout.file(Exceptions.path) != nil)
    for entry in Exceptions.entries {
      #expect(laws.contains(entry.law) && entry.count > 0 && entry.reason.count > 10, "\(entry)")
    }
    #expect(Set(Exceptions.entries.map { $0.law + " " + $0.path }).count == Exceptions.entries.count)
  }

  @Test func `the changelog keeps its form`() throws {
    let lines = try #require(Checkout.file("CHANGELOG.md")?.text.split(separator: "\n").map(String.init))
    #expect(lines.first == "# Changelog")
    let releases = lines.filter { $0.hasPrefix("## ") }
    #expect(releases.first == "## Unreleased")
    for release in releases.dropFirst() {
      #expect(release.wholeMatch(of: /## \[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}/) != nil, "\(release)")
    }
    let kinds: Set = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
    for line in lines where line.hasPrefix("### ") {
      #expect(kinds.contains(String(line.dropFirst(4))), "\(line)")
    }
    #expect(lines.contains { $0.hasPrefix("- ") })
  }
}
