import Scenarios
import Testing

@Suite struct LifeTests {
  @Test(arguments: [1, 2, 3, 4, 5, 6, 11] as [UInt64])
  func `whatever fails for a while, everything comes right when it ends`(seed: UInt64) throws {
    do {
      _ = try Life(seed: seed).run()
    } catch {
      Issue.record("seed \(seed): \(error)")
    }
  }
}
