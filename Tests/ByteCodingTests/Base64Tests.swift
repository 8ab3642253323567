import ByteCoding
import Testing

@Suite struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func `the vectors of RFC 4648 are written and read`(text: String, encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == encoded)
    #expect(Base64.decode(encoded) == Array(text.utf8))
  }

  @Test(arguments: ["Zg", "Zg=", "Zh==", "Zm9=", "====", "Z===", "Zg==Zg==", "Zm9v\n", "Zm-v", "é"])
  func `another form is refused`(text: String) {
    #expect(Base64.decode(text) == nil)
  }
}
