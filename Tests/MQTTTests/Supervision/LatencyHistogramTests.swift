import MQTT
import SansIO
import Testing

@Suite struct LatencyHistogramTests {
  @Test func `spans fall into buckets that double`() {
    var histogram = LatencyHistogram()
    #expect(histogram.bound(ofShare: 0.5) == nil)
    for milliseconds in [0, 1, 2, 3, 4, 1_000] as [Int64] { histogram.record(.milliseconds(milliseconds)) }
    #expect(Array(histogram.counts.prefix(4)) == [1, 1, 2, 1])
    #expect(histogram.counts[10] == 1)
    #expect(histogram.count == 6)
    #expect(histogram.bound(ofShare: 0.5) == .milliseconds(4))
    #expect(histogram.bound(ofShare: 0.99) == .seconds(1))
  }

  @Test func `nothing is too long or too short to be counted`() {
    var histogram = LatencyHistogram()
    histogram.record(TimeSpan(nanoseconds: .max))
    histogram.record(TimeSpan(nanoseconds: .min))
    #expect(histogram.counts[LatencyHistogram.bucketCount - 1] == 1)
    #expect(histogram.counts[0] == 1)
    #expect(histogram.bound(ofShare: 1) == TimeSpan(nanoseconds: .max))
  }
}
