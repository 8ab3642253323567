import JSON
import RadioInterface
import SansIO
import Testing
import Zigbee

@testable import GatewayRuntime

@Suite struct OpenCoordinatorBackupTests {
  private func key(_ first: UInt8) throws -> Secret<KeyBytes> {
    Secret(try #require(KeyBytes((0..<16).map { first &+ $0 &* 7 })))
  }

  private func sample() throws -> NetworkBackup {
    NetworkBackup(
      network: NetworkParameters(
        panID: PANIdentifier(rawValue: 0x0A62),
        extendedPANID: ExtendedPANIdentifier(rawValue: 0x00DD_0011_2233_4455),
        channel: try #require(RadioChannel(rawValue: 20)),
        coordinator: IEEEAddress(rawValue: 0x00124B_001CFFFF01),
        networkKey: try key(3), keySequence: 2),
      channelMask: 1 << 20, networkUpdateID: 1, frameCounter: 0x0102_0304,
      trustCenterLinkKeySeed: try key(9),
      devices: [
        NetworkBackup.Device(
          ieee: IEEEAddress(rawValue: 0x00124B_001C000001), networkAddress: NetworkAddress(rawValue: 0x00AB),
          isChild: true, linkKey: try key(77), receiveCounter: 5, transmitCounter: 6),
        NetworkBackup.Device(
          ieee: IEEEAddress(rawValue: 0x00124B_001C000002), networkAddress: nil, isChild: false),
      ])
  }

  @Test func aBackupReadsBackAsItWasWritten() throws {
    let backup = try sample()
    let json = OpenCoordinatorBackup.json(backup, source: "gatehouse@test", createdAt: "2026-11-30T00:00:00Z")
    let text = try JSONValue(parsing: json.encoded(), limits: JSONLimits())
    #expect(try OpenCoordinatorBackup.backup(text) == backup)
  }

  @Test func idsAreWrittenMostSignificantByteFirstWithLeadingZeros() throws {
    let json = OpenCoordinatorBackup.json(try sample(), source: "s", createdAt: "t")
    #expect(json["pan_id"] == "0a62")
    #expect(json["extended_pan_id"] == "00dd001122334455")
    #expect(json["coordinator_ieee"] == "00124b001cffff01")
    #expect(json["devices"]?[0]?["nwk_address"] == "00ab")
    #expect(json["channel_mask"] == [20])
  }

  @Test func otherWritersOmissionsAreTolerated() throws {
    var object = try #require(
      OpenCoordinatorBackup.json(try sample(), source: "s", createdAt: "t").objectValue)
    object["pan_id"] = "a62"
    object["devices"] = [["nwk_address": "ab", "ieee_address": "00124b001c000001"]]
    object["stack_specific"] = nil
    let backup = try OpenCoordinatorBackup.backup(.object(object))
    #expect(backup.network.panID.rawValue == 0x0A62)
    #expect(backup.devices[0].networkAddress?.rawValue == 0xAB)
    #expect(backup.devices[0].isChild)
    #expect(backup.trustCenterLinkKeySeed == nil)
  }

  @Test(
    arguments: [
      ("metadata", JSONValue.null), ("pan_id", "12345"), ("pan_id", "zz"), ("channel", 9), ("channel", "20"),
      ("network_key", ["key": "00"]), ("extended_pan_id", 5), ("coordinator_ieee", ""),
      ("devices", [["ieee_address": "x"]]),
    ] as [(String, JSONValue)])
  func aDamagedFieldIsNamed(key: String, value: JSONValue) throws {
    var object = try #require(
      OpenCoordinatorBackup.json(try sample(), source: "s", createdAt: "t").objectValue)
    object[key] = value
    let failure = #expect(throws: OpenCoordinatorBackup.Malformed.self) {
      try OpenCoordinatorBackup.backup(.object(object))
    }
    #expect(failure?.description.contains(key) == true)
  }
}
