import JSON
import Testing

@Suite struct JSONParsingTests {
  @Test func `every kind of value is read`() throws {
    let value = try JSONValue(
      parsing: #" {"n":null,"t":true,"f":false,"i":-42,"d":1.5e2,"s":"x","a":[1,[]],"o":{}} "#)
    let expected: JSONValue = [
      "n": nil, "t": true, "f": false, "i": -42, "d": 150.0, "s": "x", "a": [1, []], "o": [:],
    ]
    #expect(value == expected)
    #expect(value.objectValue?.keys == ["n", "t", "f", "i", "d", "s", "a", "o"])
  }

  @Test(arguments: [
    ("0", JSONValue.integer(0)), ("-1", .integer(-1)), ("-0", .number(-0.0)),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .number(9_223_372_036_854_775_808)),
    ("123456789012345678901234567890", .number(1.2345678901234568e29)),
    ("0.1", .number(0.1)), ("1E+2", .number(100)), ("1e-2", .number(0.01)), ("1e-400", .number(0)),
    ("2.2250738585072014e-308", .number(.leastNormalMagnitude)), ("5e-324", .number(.leastNonzeroMagnitude)),
  ])
  func `numbers keep their value`(text: String, expected: JSONValue) throws {
    #expect(try JSONValue(parsing: text) == expected)
  }

  @Test(arguments: [
    (#""""#, ""), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u20AC""#, "é€"),
    (#""a\ud83d\uDE00b""#, "a😀b"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""\u0000""#, "\0"),
    ("\"é€😀\u{7F}\"", "é€😀\u{7F}"), (#""mixed \t é \u0041 end""#, "mixed \t é A end"),
  ])
  func `strings keep their characters`(text: String, expected: String) throws {
    #expect(try JSONValue(parsing: text) == .string(expected))
  }

  @Test(arguments: [
    "", " ", "nul", "nulll", "True", "tru", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{", "}",
    "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{a:1}", "{'a':1}", "{1:1}", "{\"a\" 1}",
    "{\"a\":1 \"b\":2}", "{,}", "[}", "{]", "1 2", "[] []", "{}x", "01", "-01", "-", "+1", ".5", "1.", "1.e1",
    "1e", "1e+", "-a", "0x10", "1_000", "NaN", "Infinity", "-Infinity", "1e400", "-1e400", "\"", "\"abc",
    "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12G4\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\n\"",
    "\"\\ud800\\ud800\"", "\"\\ud800x\"", "\"a\nb\"", "\"a\u{1}\"", "// x\n1", "/* */1", "[1]//", "\u{FEFF}1",
    "\u{A0}1", "1\u{0}",
  ])
  func `what is not JSON is refused`(text: String) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE2, 0x82],
      [0xED, 0xA0, 0x80], [0xEF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFF], [0xF0, 0x9F, 0x98, 0x28],
    ] as [[UInt8]])
  func `what is not UTF-8 is refused at its place`(bytes: [UInt8]) {
    let error = #expect(throws: JSONError.self) {
      try JSONValue(parsing: Array("[\"é".utf8) + bytes + Array("\"]".utf8))
    }
    #expect(error?.reason == .invalidUTF8)
    #expect(error?.offset == 4)
    #expect(error?.column == 4)
  }

  @Test func `an error names offset, line and column`() {
    let error = #expect(throws: JSONError.self) {
      try JSONValue(parsing: "{\n  \"é\": 1,\n  \"b\": x\n}")
    }
    #expect(error?.reason == .unexpectedByte(UInt8(ascii: "x")))
    #expect(error?.offset == 20)
    #expect(error?.line == 3)
    #expect(error?.column == 8)
    #expect(error?.description == "line 3, column 8: unexpected 'x'")
  }

  @Test func `the last of repeated keys wins and keeps the first place`() throws {
    let value = try JSONValue(parsing: #"{"a":1,"b":2,"a":3}"#)
    #expect(value.description == #"{"a":3,"b":2}"#)
  }

  @Test func `nesting beyond the limit is refused`() throws {
    let sixteen = String(repeating: "[", count: 16) + String(repeating: "]", count: 16)
    #expect(throws: Never.self) { try JSONValue(parsing: sixteen) }
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: "[\(sixteen)]") }
    #expect(error?.reason == .tooDeep(limit: 16))
    let bomb = [UInt8](repeating: UInt8(ascii: "["), count: 200_000)
    #expect(throws: JSONError.self) { try JSONValue(parsing: bomb, limits: JSONLimits(depth: .max)) }
  }

  @Test func `a text beyond the size limit is refused before it is read`() {
    let text = [UInt8](repeating: UInt8(ascii: " "), count: 256 * 1024) + [UInt8(ascii: "1")]
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error?.reason == .tooLarge(limit: 262_144))
    #expect(throws: Never.self) { try JSONValue(parsing: Array(text.dropFirst())) }
  }

  @Test func `an object of many keys is read in linear time`() throws {
    let members = (0..<20_000).map { "\"\(String($0, radix: 36))\":1" }.joined(separator: ",")
    let value = try JSONValue(parsing: "{\(members)}")
    #expect(value.objectValue?.count == 20_000)
    #expect(value["1z"] == 1)
  }
}
