import Testing

/// Fuzzing reaches what it is meant to reach.
@Suite struct FuzzTests {
  @Test func `every target has seeds, and every folder of seeds its target`() {
    var named: Set<Substring> = []
    for file in Checkout.fuzzing {
      for match in file.text.matches(of: /static let name = "([a-z-]+)"/) { named.insert(match.1) }
    }
    let folders = Set(
      Checkout.files.filter { $0.path.hasPrefix("Fuzz/corpus/") }.map { $0.path.split(separator: "/")[2] })
    #expect(named.count >= 14)
    // Seeds of bytes are no text and are not read here: only a folder without any is missing.
    #expect(folders.subtracting(named) == [])
    for name in named { #expect(Checkout.exists("Fuzz/corpus/\(name)"), "\(name)") }
    let ledger = Checkout.file("docs/fuzzing.md")?.text ?? ""
    for name in named { #expect(ledger.contains("`\(name)`"), "docs/fuzzing.md does not know \(name)") }
  }

  @Test func `every typed command and every ZDO message is fuzzed`() {
    let listed = Checkout.fuzzing.map(\.code).joined()
    var types = 0
    for file in Checkout.sources where ["ZCL", "Zigbee"].contains(file.module) {
      for line in file.code.split(separator: "\n")
      where line.contains("ClusterCommand") || line.contains("ZDOBody") {
        guard let match = line.firstMatch(of: /^ *(?:public )?struct (\w+): [^{]*(?:ClusterCommand|ZDOBody)/)
        else {
          continue
        }
        types += 1
        #expect(listed.contains("\(match.1).self"), "\(match.1) in \(file.path)")
      }
    }
    #expect(types > 150)
  }
}
