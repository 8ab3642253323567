import JSON
import Testing

@Suite struct JSONWritingTests {
  @Test func `text is compact and in order`() {
    let value: JSONValue = ["z": [1, 2.5, nil, true], "a": ["b": "c"], "empty": [:]]
    #expect(value.description == #"{"z":[1,2.5,null,true],"a":{"b":"c"},"empty":{}}"#)
  }

  @Test func `control characters and quotes are escaped and nothing else is`() {
    let value: JSONValue = "\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}é😀"
    #expect(value.description == #""\"\\/\b\f\n\r\t\u0000\u001f"# + "\u{7F}é😀\"")
  }

  @Test func `numbers that JSON cannot say become null`() {
    let value: JSONValue = [.number(.infinity), .number(-.infinity), .number(.nan)]
    #expect(value.description == "[null,null,null]")
  }

  @Test(arguments: [0.1, 1.0, -0.0, 1e21, 1.5e-7, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1.0 / 3])
  func `doubles read back as the same double`(value: Double) throws {
    let read = try #require(JSONValue(parsing: JSONValue.number(value).encoded()).numberValue)
    #expect(read.bitPattern == value.bitPattern)
  }

  @Test func `accessors answer only what is there`() {
    let value: JSONValue = ["i": 7, "d": 7.0, "half": 7.5, "s": "7", "b": true, "a": [1], "n": nil]
    #expect(value["i"]?.integerValue == 7)
    #expect(value["d"]?.integerValue == 7)
    #expect(value["half"]?.integerValue == nil)
    #expect(value["i"]?.numberValue == 7)
    #expect(value["s"]?.stringValue == "7")
    #expect(value["s"]?.integerValue == nil)
    #expect(value["b"]?.boolValue == true)
    #expect(value["a"]?[0] == 1)
    #expect(value["a"]?[1] == nil)
    #expect(value["a"]?["x"] == nil)
    #expect(value["n"]?.isNull == true)
    #expect(value["missing"] == nil)
    #expect(JSONValue.number(1e300).integerValue == nil)
  }

  @Test func `members can be set, replaced and removed`() {
    var object = JSONObject((0..<40).map { ("k\($0)", JSONValue.integer($0)) })
    object["k3"] = "new"
    object["k5"] = nil
    object["k39"] = nil
    object["last"] = true
    #expect(object.count == 39)
    #expect(object["k3"] == "new")
    #expect(object["k5"] == nil)
    #expect(object["k38"] == 38)
    #expect(object.keys.last == "last")
  }

  @Test func `objects are equal whatever their order`() throws {
    #expect(try JSONValue(parsing: #"{"a":1,"b":[2]}"#) == JSONValue(parsing: #"{"b":[2],"a":1}"#))
    #expect(try JSONValue(parsing: #"{"a":1}"#) != JSONValue(parsing: #"{"a":1,"b":2}"#))
  }
}
