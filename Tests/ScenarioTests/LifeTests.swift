import Scenarios
import Testing

@Suite struct LifeTests {
  @Test(arguments: [1, 2, 3, 4, 5, 6, 11] as [UInt64])
  func `whatever fails for a while, everything comes right when it ends`(seed: UInt64) throws {
    try live(seed, .zStack)
  }

  @Test(arguments: [1, 2, 3] as [UInt64], [ScenarioAdapter.ezsp(8), .ezsp(13), .ezsp(14)])
  func `the same holds for a Silicon Labs coordinator`(seed: UInt64, adapter: ScenarioAdapter) throws {
    try live(seed, adapter)
  }

  private func live(_ seed: UInt64, _ adapter: ScenarioAdapter) throws {
    do {
      var life = Life(seed: seed)
      life.adapter = adapter
      _ = try life.run()
    } catch {
      Issue.record("seed \(seed) on \(adapter): \(error)")
    }
  }
}
