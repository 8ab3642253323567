import FrameDecoding
import JSON
import TestSupport
import Testing
import ZCL
import Zigbee

/// The captured frames, and how an explanation is compared with what the captures state.
enum CaptureComparison {
  /// Records that belong to a later issue, with the reason. None at present.
  static let later: [String: String] = [:]

  static func explainer() throws -> FrameExplainer {
    FrameExplainer(directory: try directory())
  }

  static func directory() throws -> ClusterDirectory {
    try ClusterDirectory(parsing: Fixtures.projectText("config/zcl/clusters.txt"))
  }

  static func records(of name: String) throws -> [JSONValue] {
    try Fixtures.lines("captures/frames.jsonl").map { try JSONValue(parsing: $0) }
      .filter { $0["protocol"]?.stringValue == name }
  }

  static func bytes(_ record: JSONValue, _ key: String = "bytes_hex") -> [UInt8] {
    record[key]?.stringValue.flatMap { TestSupport.bytes(hex: $0) } ?? []
  }

  static func number(_ record: JSONValue, _ key: String) -> UInt16? {
    record[key]?.stringValue.flatMap { UInt16($0.dropFirst(2), radix: 16) }
  }

  /// Paths at which `found` is not what `expected` states. Keys that only `found` has are allowed, but not in
  /// the fields of commands, where an invented field would be wrong.
  static func differences(_ found: JSONValue?, _ expected: JSONValue, at path: String = "") -> [String] {
    guard let found else { return ["\(path): missing, expected \(expected)"] }
    switch (found, expected) {
    case (.object(let foundMembers), .object(let expectedMembers)):
      var result = expectedMembers.flatMap {
        differences(foundMembers[$0.key], $0.value, at: path + "." + $0.key)
      }
      if path.hasSuffix(".fields") || path.hasSuffix(".zdo") {
        let invented = foundMembers.keys.filter { expectedMembers[$0] == nil }
        // The captures leave out the count of a routing table page.
        result += invented.filter { $0 != "count" }.map { "\(path).\($0): not expected" }
      }
      return result
    case (.array(let foundElements), .array(let expectedElements)):
      guard foundElements.count == expectedElements.count else {
        return ["\(path): \(foundElements.count) elements, expected \(expectedElements.count)"]
      }
      return zip(foundElements, expectedElements).enumerated().flatMap {
        differences($0.element.0, $0.element.1, at: "\(path)[\($0.offset)]")
      }
    default:
      return found == expected ? [] : ["\(path): \(found), expected \(expected)"]
    }
  }
}
