import SansIO
import TestSupport
import Testing
import ZCL
import Zigbee

@Suite struct CommandPayloadTests {
  private func payload(
    _ text: String, _ cluster: ClusterID, _ command: UInt8, _ direction: ZCLFrame.Direction
  ) throws -> CommandPayload {
    let directory = try ClusterDirectoryTests.project()
    let definition = try #require(
      directory.command(CommandID(command), of: cluster, direction: direction))
    return CommandPayload(try octets(text), as: definition.fields)
  }

  @Test func conditionalFieldsFollowTheFieldsBefore() throws {
    let whole = try payload("00 f210 327b 60046002 32000000 03 aabbcc", .otaUpgrade, 5, .serverToClient)
    #expect(whole.fields.map(\.name).last == "data_hex")
    #expect(whole["data_hex"] == .bytes([0xAA, 0xBB, 0xCC]))
    #expect(whole.truncatedAt == nil && whole.trailing.isEmpty)
    let abort = try payload("95", .otaUpgrade, 5, .serverToClient)
    #expect(abort.fields.map(\.name) == ["status"])
    let wait = try payload("97 00000000 05000000 0a00", .otaUpgrade, 5, .serverToClient)
    #expect(wait.fields.map(\.name) == ["status", "current_time", "request_time", "minimum_block_period"])
    let query = try payload("01 2110 1100 00ff4353 0200", .otaUpgrade, 1, .clientToServer)
    #expect(query.fields.last?.name == "hardware_version")
  }

  @Test func listsAreReadByCountAndToTheEnd() throws {
    let groups = try payload("02 0100 0200", .groups, 2, .clientToServer)
    #expect(
      groups["groups"]
        == .list([.typed(TypedValue(.uint16, .unsigned(1))), .typed(TypedValue(.uint16, .unsigned(2)))]))
    let short = try payload("03 0100 0200", .groups, 2, .clientToServer)
    #expect(short.truncatedAt == "groups" && short.truncatedBytes == [3, 1, 0, 2, 0])
    let sections = try payload("0100 0200", .iasACE, 1, .serverToClient)
    guard case .list(let elements) = sections["zone_id_map_sections"] else {
      Issue.record("no list")
      return
    }
    #expect(elements.count == 2)
  }

  @Test func bytesBehindTheLastFieldAreKeptApart() throws {
    let alarm = try payload("16 00fc 0102", .alarms, 0, .serverToClient)
    #expect(alarm.fields.count == 2 && alarm.trailing == [1, 2])
  }

  @Test func aCodeIsSecretEvenWhenItEndsEarly() throws {
    let whole = try payload("04 31323334", .doorLock, 1, .clientToServer)
    #expect(whole["code"] == .code(Secret(Array("1234".utf8))))
    let cut = try payload("0100 01 00 08 3132", .doorLock, 5, .clientToServer)
    #expect(cut.truncatedAt == "code")
    #expect(cut["code"] == .code(Secret(Array("12".utf8))))
    #expect(!String(describing: [whole, cut]).contains("49, 50"))
  }

  @Test func datapointsAreReadAsFarAsTheyAreWhole() throws {
    let report = try payload(
      "08cc 03 02 0004 0000002e 05 01 0001 01 06 03 0009 41", .tuya, 2, .serverToClient)
    guard case .datapoints(let datapoints) = report["datapoints"] else {
      Issue.record("no datapoints")
      return
    }
    #expect(report["seq"] == .number(0x08CC))
    #expect(datapoints.map(\.integer) == [46, 1])
    #expect(report.trailing == [6, 3, 0, 9, 0x41])
  }

  @Test func negativeAndOddDatapointsHaveTheirNumbers() {
    #expect(TuyaDatapoint(number: 44, kind: .number, data: [0xFF, 0xFF, 0xFF, 0xF6]).integer == -10)
    #expect(TuyaDatapoint(number: 1, kind: .bitmap, data: [0x01, 0x00]).integer == 256)
    #expect(TuyaDatapoint(number: 1, kind: .string, data: [0x41]).integer == nil)
    #expect(TuyaDatapoint(number: 1, kind: .number, data: []).integer == nil)
    #expect(TuyaDatapoint(number: 1, kind: .number, data: [1, 2, 3, 4, 5]).integer == nil)
  }

  @Test func randomPayloadsNeverTrapInAnyDefinitionOfTheProject() throws {
    let directory = try ClusterDirectoryTests.project()
    var random = SeededGenerator(seed: 81)
    var fields = 0
    for definition in directory.definitions {
      for command in definition.commands {
        for _ in 0..<8 {
          let payload = CommandPayload(randomBytes(&random), as: command.fields)
          fields += payload.fields.count
          #expect(payload.fields.count <= command.fields.count)
        }
      }
    }
    #expect(fields > 0)
  }
}
