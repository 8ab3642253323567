import JSON
import SansIO

/// Every frame that asked the lock to open, as it came: what proves that none was sent twice.
struct UnlockLedger: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    var time: MonotonicInstant
    /// 1 unlock, 2 toggle, 3 unlock with time-out.
    var command: UInt8
    var sequence: UInt8
    var succeeded: Bool
  }

  static let limit = 4096
  private(set) var count = 0
  private(set) var entries: [Entry] = []

  mutating func append(_ entry: Entry) {
    count += 1
    entries.append(entry)
    if entries.count > Self.limit { entries.removeFirst() }
  }

  var json: JSONValue {
    .object(
      JSONObject([
        ("count", .integer(Int64(count))),
        (
          "frames",
          .array(
            entries.map { entry in
              .object(
                JSONObject([
                  ("milliseconds", .integer(entry.time.nanoseconds / 1_000_000)),
                  ("command", .integer(Int64(entry.command))), ("tsn", .integer(Int64(entry.sequence))),
                  ("succeeded", .bool(entry.succeeded)),
                ]))
            })
        ),
      ]))
  }
}
