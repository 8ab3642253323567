import SansIO
import Testing

@Suite struct WallTimeTests {
  @Test(
    arguments: [
      (5, 3, 2), (3, 5, -2), (.max, .max, 0), (.min, .min, 0), (.max, .min, .max), (.min, .max, -.max),
      (0, .min, .max), (.min, 0, -.max), (.min, 1, -.max), (-2, .max, -.max),
    ] as [(Int64, Int64, Int64)])
  func `the difference of any two times exists, and so does its magnitude`(
    later: Int64, earlier: Int64, expected: Int64
  ) {
    let difference = WallTime(milliseconds: later).millisecondsSince(WallTime(milliseconds: earlier))
    #expect(difference == expected)
    #expect(abs(difference) >= 0)
  }
}
