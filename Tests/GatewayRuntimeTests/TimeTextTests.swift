import SansIO
import Testing

@testable import GatewayRuntime

@Suite struct TimeTextTests {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (951_782_399_000, "2000-02-28T23:59:59Z"),
      (951_868_800_000, "2000-03-01T00:00:00Z"), (1_796_012_345_678, "2026-11-30T04:19:05Z"),
      (-1, "1969-12-31T23:59:59Z"), (4_107_542_400_000, "2100-03-01T00:00:00Z"),
    ] as [(Int64, String)])
  func timesAreWrittenInUTC(milliseconds: Int64, text: String) {
    #expect(TimeText.utc(WallTime(milliseconds: milliseconds)) == text)
  }
}
