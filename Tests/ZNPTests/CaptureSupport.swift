import Foundation
import RadioInterface
import TestSupport
import Zigbee

@testable import ZNP

/// The captured `znp` frames, and how the captures write a decoded field.
enum Captures {
  static func records() throws -> [[String: Any]] {
    try Fixtures.objects("captures/frames.jsonl").filter { $0["protocol"] as? String == "znp" }
  }

  static let streamNames = [
    "znp-damaged-start-byte", "znp-eight-byte-reads", "znp-frame-over-two-reads", "znp-joined-mid-frame",
    "znp-one-read-many-frames", "znp-truncated-frame",
  ]

  struct Stream {
    var reads: [[UInt8]]
    var frames: [(bytes: [UInt8], completeInRead: Int, decoded: [String: Any])]
    var droppedBytes: Int
    var bytesLeftOver: Int
  }

  static func stream(_ name: String) throws -> Stream {
    let reads = try Fixtures.lines("captures/streams/\(name).hex").compactMap { bytes(hex: $0) }
    let expected = try Fixtures.object("captures/streams/\(name).expected.json")
    let frames = (expected["frames"] as? [[String: Any]] ?? []).compactMap { frame in
      (frame["bytes_hex"] as? String).flatMap { bytes(hex: $0) }.map {
        (
          bytes: $0, completeInRead: frame["complete_in_read"] as? Int ?? 0,
          decoded: frame["decoded"] as? [String: Any] ?? [:]
        )
      }
    }
    return Stream(
      reads: reads, frames: frames, droppedBytes: expected["dropped_bytes"] as? Int ?? -1,
      bytesLeftOver: expected["bytes_left_over"] as? Int ?? -1)
  }

  static func json(_ fields: FrameFields) -> [String: Any] {
    var result = json(fields.fields)
    if let name = fields.name { result["name"] = name }
    return result
  }

  private static func json(_ fields: [FrameField]) -> [String: Any] {
    var result: [String: Any] = [:]
    for field in fields { result[field.name] = json(field.value) }
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
    case .structure(let fields): json(fields)
    }
  }

  /// Equality of two JSON objects, by their canonical text.
  static func text(_ object: [String: Any]) throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }
}
