import Testing

/// Files and functions that somebody can read at once.
@Suite struct SizeTests {
  static let sourceLimit = 500
  static let testLimit = 800
  static let functionLimit = 70

  @Test func `no file is longer than its limit`() {
    var found: [String: Int] = [:]
    for file in Checkout.swift {
      let limit = file.path.hasPrefix("Sources/") ? Self.sourceLimit : Self.testLimit
      if file.lineCount > limit { found[file.path] = file.lineCount }
    }
    #expect(Exceptions.complaints("file-length", found) == [])
  }

  @Test func `no function is longer than seventy lines`() {
    var found: [String: Int] = [:]
    var functions = 0
    for file in Checkout.swift {
      for function in SwiftText(code: file.code).functions {
        functions += 1
        guard function.length > Self.functionLimit else { continue }
        found["\(file.path):\(function.name)"] = function.length
      }
    }
    #expect(functions > 2_000, "the scanner finds no functions any more")
    #expect(Exceptions.complaints("function-length", found) == [])
  }

  @Test func `the scanner measures functions as people do`() {
    let text = SwiftText(
      """
      protocol P {
        func required(_ body: () -> Void)
        init()
      }
      struct S: P {
        /// { a brace in a comment
        private mutating func one(
          _ body: () -> Void = { print("}") }
        ) {
          if true { self.init() }
          let raw = #"{ \\#(nested("}")) "#
        }
        init() { }
      }
      """)
    #expect(
      text.functions == [
        .init(name: "one", line: 7, length: 6), .init(name: "init", line: 13, length: 1),
      ])
  }
}
