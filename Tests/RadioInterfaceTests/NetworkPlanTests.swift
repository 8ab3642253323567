import RadioInterface
import SansIO
import Testing
import Zigbee

@Suite struct NetworkPlanTests {
  private let key = Secret(KeyBytes.wellKnownLinkKey.reveal())

  private func network(key: NetworkKey?) throws -> NetworkParameters {
    NetworkParameters(
      panID: PANIdentifier(rawValue: 0x1A62), extendedPANID: ExtendedPANIdentifier(rawValue: 7),
      channel: try #require(RadioChannel(rawValue: 15)), coordinator: IEEEAddress(rawValue: 1),
      networkKey: key)
  }

  @Test func `an empty plan agrees with every network`() throws {
    #expect(NetworkPlan().isEmpty)
    #expect(NetworkPlan().agrees(with: try network(key: nil)))
    #expect(NetworkPlan().agrees(with: try network(key: key)))
  }

  @Test func `a plan agrees only when all that it states is so`() throws {
    let network = try network(key: key)
    let stated = NetworkPlan(
      channel: network.channel, panID: network.panID, extendedPANID: network.extendedPANID, networkKey: key)
    #expect(!stated.isEmpty && stated.agrees(with: network))
    var other = stated
    other.channel = RadioChannel(rawValue: 20)
    #expect(!other.agrees(with: network))
    other = stated
    other.panID = PANIdentifier(rawValue: 0x1A63)
    #expect(!other.agrees(with: network))
    other = stated
    other.extendedPANID = ExtendedPANIdentifier(rawValue: 8)
    #expect(!other.agrees(with: network))
    other = stated
    other.networkKey = KeyBytes([UInt8](repeating: 3, count: 16)).map { Secret($0) }
    #expect(!other.agrees(with: network))
  }

  @Test func `a key that nobody read cannot disagree`() throws {
    #expect(NetworkPlan(networkKey: key).agrees(with: try network(key: nil)))
  }

  @Test func `a description of a network gives no key away`() throws {
    let text = "\(try network(key: key)) \(NetworkPlan(networkKey: key))"
    #expect(text.contains("<secret>"))
    #expect(!text.contains("90, 105"))
  }

  @Test func `only one state of the radio takes frames`() {
    let states: [RadioState] = [
      .absent(reason: "x"), .opening, .resetting, .negotiating, .forming, .resuming,
      .networkMismatch(found: nil, stated: NetworkPlan()), .degraded(reason: "x"), .lost(reason: "x"),
    ]
    #expect(states.allSatisfy { !$0.isRunning })
    #expect(RadioState.running.isRunning)
  }
}
