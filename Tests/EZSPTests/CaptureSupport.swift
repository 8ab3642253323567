import Foundation
import RadioInterface
import TestSupport
import Zigbee

@testable import EZSP

/// The captured `ash` and `ezsp` frames.
enum Captures {
  static func records(_ name: String) throws -> [[String: Any]] {
    try Fixtures.objects("captures/frames.jsonl").filter { $0["protocol"] as? String == name }
  }

  static let streamNames = ["ash-bytes-lost", "ash-flow-control-bytes", "ash-retransmits-and-burst"]

  struct Stream {
    var reads: [[UInt8]]
    var frames: [(bytes: [UInt8], completeInRead: Int)]
    var rejected: [(inRead: Int, length: Int)]
    var bytesLeftOver: Int
  }

  static func stream(_ name: String) throws -> Stream {
    let reads = try Fixtures.lines("captures/streams/\(name).hex").compactMap { bytes(hex: $0) }
    let expected = try Fixtures.object("captures/streams/\(name).expected.json")
    let frames = (expected["frames"] as? [[String: Any]] ?? []).compactMap { frame in
      (frame["bytes_hex"] as? String).flatMap { bytes(hex: $0) }.map {
        (bytes: $0, completeInRead: frame["complete_in_read"] as? Int ?? 0)
      }
    }
    let rejected = (expected["rejected"] as? [[String: Any]] ?? []).map {
      (inRead: $0["in_read"] as? Int ?? 0, length: $0["bytes_before_flag"] as? Int ?? 0)
    }
    return Stream(
      reads: reads, frames: frames, rejected: rejected,
      bytesLeftOver: expected["bytes_left_over"] as? Int ?? -1)
  }

  // MARK: Fields as the captures write them

  static func json(_ fields: FrameFields) -> [String: Any] {
    var result: [String: Any] = [:]
    for field in fields.fields { result[field.name] = json(field.value) }
    return result
  }

  private static func json(_ value: FieldValue) -> Any {
    switch value {
    case .number(let number): NSNumber(value: number)
    case .signed(let number): NSNumber(value: number)
    case .identifier(let number, let digits):
      "0x" + Hexadecimal.digits(number, count: digits).uppercased()
    case .ieee(let address): "0x" + address.description
    case .bytes(let bytes): hex(bytes)
    case .text(let text): text
    case .list(let values): values.map(json)
    case .structure: "?"
    }
  }

  /// Equality of two JSON objects, by their canonical text.
  static func text(_ object: [String: Any]) throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }
}
