import Foundation
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
}
