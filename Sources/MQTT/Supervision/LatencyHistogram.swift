public import SansIO

/// How long things took, in buckets that double: 1 ms, 2 ms, 4 ms ... 2^22 ms (70 minutes), and longer.
public struct LatencyHistogram: Hashable, Sendable {
  public static let bucketCount = 24

  /// `counts[i]` took less than 2^i ms and not less than half of that; the last one anything longer.
  public private(set) var counts = [UInt64](repeating: 0, count: bucketCount)
  public private(set) var longest = TimeSpan.zero

  public init() {}

  public var count: UInt64 { counts.reduce(0, +) }

  public mutating func record(_ span: TimeSpan) {
    let milliseconds = UInt64(max(span.milliseconds, 0))
    let bucket = UInt64.bitWidth - milliseconds.leadingZeroBitCount
    counts[min(bucket, Self.bucketCount - 1)] += 1
    longest = max(longest, span)
  }

  /// A bound below which this share (0 to 1) of the spans was; nil while there are none.
  public func bound(ofShare share: Double) -> TimeSpan? {
    let total = count
    guard total > 0 else { return nil }
    var seen: UInt64 = 0
    for (bucket, count) in counts.enumerated() {
      seen += count
      if Double(seen) >= share * Double(total) {
        return bucket == Self.bucketCount - 1 ? longest : min(longest, .milliseconds(1 << Int64(bucket)))
      }
    }
    return longest
  }
}
