import SansIO
import Testing

@testable import GatewayRuntime

/// What hostile inputs once did to the runtime.
@Suite struct FuzzFindingsTests {
  @Test(arguments: [(Int64.min, "d"), (.max, "0 s ago"), (0, "d")])
  func `a device that was seen at any stored time has a text for it`(time: Int64, expected: String) {
    let now = WallTime(milliseconds: 1_790_000_000_000)
    #expect(DeviceJSON.ago(WallTime(milliseconds: time), at: now).contains(expected))
  }
}
