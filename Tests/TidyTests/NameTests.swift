import Foundation
import Testing

/// Words that say nothing, and words that do not belong into the project.
@Suite struct NameTests {
  @Test func `no file or type has a name that says nothing`() {
    let words = ["Util", "Utils", "Helper", "Helpers", "Common", "Manager", "Misc", "Stuff", "Legacy"]
    for file in Checkout.swift {
      let stem = file.name.dropLast(".swift".count)
      for word in words {
        #expect(stem != word && !stem.hasSuffix("+" + word), "\(file.path)")
        #expect(!stem.hasSuffix(word) || word == "Common", "\(file.path)")
      }
    }
    let declarations =
      #"\b(?:struct|class|enum|actor|protocol|typealias) \w*(?:Utils?|Helpers?|Common|Manager|Misc|Legacy)\b"#
    #expect(Exceptions.complaints("name", SourceLawTests.count(declarations, in: Checkout.swift)) == [])
  }

  @Test func `nothing is left to do, disabled or commented out`() {
    let marks = ["TO" + "DO", "FIX" + "ME", "X" + "XX:", "HA" + "CK:"]
    for file in Checkout.own {
      for mark in marks { #expect(!file.text.contains(mark), "\(file.path): \(mark)") }
    }
    // Swift in a comment begins with a keyword and has the punctuation of a statement.
    let code = #"(?m)^\s*// *(?:let|var|func|return|if|guard|for|import|try|#expect)\b[^.\n]*[{(=] *\S"#
    for file in Checkout.swift {
      #expect(
        file.text.range(of: code, options: .regularExpression) == nil, "\(file.path): code in a comment")
    }
  }

  @Test func `no file knows the machine of a developer or a registry of packages`() {
    let places = ["/ho" + "me/", "/Us" + "ers/", "/ro" + "ot/", "/wo" + "rk/"]
    let registries = [
      "py" + "pi.org", "np" + "mjs", "crates" + ".io", "files.python" + "hosted", "ghcr" + ".io",
    ]
    // An absolute path begins the word: `a/home/c` is none.
    let absolute = #"(?<![\w.>}])("# + places.joined(separator: "|") + ")"
    for file in Checkout.own {
      let found = file.text.range(of: absolute, options: .regularExpression)
      #expect(found == nil, "\(file.path): \(found.map { file.text[$0] } ?? "")")
      for registry in registries { #expect(!file.text.contains(registry), "\(file.path): \(registry)") }
    }
  }

  @Test func `tests are sentences in Swift Testing`() {
    for file in Checkout.tests {
      #expect(!ImportTable.imports(file).contains("XCTest"), "\(file.path)")
    }
  }
}
