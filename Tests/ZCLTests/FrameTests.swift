import ByteCoding
import SansIO
import TestSupport
import Testing
import ZCL
import Zigbee

@Suite struct FrameTests {
  @Test func headersHaveTheirForms() throws {
    try expectForms(
      "18 0b 0a 2100 20 c8",
      ZCLFrame(
        kind: .global, direction: .serverToClient, disablesDefaultResponse: true, sequence: 11,
        command: GlobalCommand.reportAttributes, payload: [0x21, 0x00, 0x20, 0xC8]))
    try expectForms(
      "05 5f11 46 01 08",
      ZCLFrame(
        kind: .cluster, manufacturer: ManufacturerCode(rawValue: 0x115F), direction: .clientToServer,
        sequence: 0x46, command: CommandID(1), payload: [8]))
  }

  @Test(arguments: ["", "18", "1800", "1c5f11", "1c5f1100", "0200000000"])
  func aFrameWithoutAWholeHeaderIsRefused(text: String) throws {
    let bytes = try octets(text)
    #expect(throws: DecodingFailure.self) { try ZCLFrame(exactly: bytes) }
  }

  private func frame(
    _ kind: ZCLFrame.Kind, _ command: CommandID, disables: Bool = false
  ) -> ZCLFrame {
    ZCLFrame(
      kind: kind, direction: .serverToClient, disablesDefaultResponse: disables, sequence: 9, command: command
    )
  }

  @Test func reportsAndEventsGetADefaultResponseUnlessTheSenderDoesNotWantIt() {
    let report = frame(.global, GlobalCommand.reportAttributes)
    #expect(report.mayAnswerWithDefaultResponse(isUnicast: true))
    #expect(!report.mayAnswerWithDefaultResponse(isUnicast: false))
    let quiet = frame(.cluster, CommandID(0), disables: true)
    #expect(!quiet.mayAnswerWithDefaultResponse(isUnicast: true))
    #expect(quiet.mayAnswerWithDefaultResponse(isUnicast: true, status: .unsupportedClusterCommand))
    #expect(!quiet.mayAnswerWithDefaultResponse(isUnicast: false, status: .unsupportedClusterCommand))
  }

  @Test func answersNeverGetADefaultResponse() {
    for command in (UInt8(0)...0x16).map({ CommandID($0) }) where GlobalCommand.isResponse(command) {
      for status in [ZCLStatus.success, .unsupportedGeneralCommand] {
        #expect(!frame(.global, command).mayAnswerWithDefaultResponse(isUnicast: true, status: status))
      }
    }
  }

  @Test func requestsWithAnAnswerOfTheirOwnGetADefaultResponseOnlyToRefuseThem() {
    for command in [
      GlobalCommand.readAttributes, GlobalCommand.writeAttributes, GlobalCommand.configureReporting,
    ] {
      let request = frame(.global, command)
      #expect(!request.mayAnswerWithDefaultResponse(isUnicast: true))
      #expect(request.mayAnswerWithDefaultResponse(isUnicast: true, status: .unsupportedGeneralCommand))
    }
    let silent = frame(.global, GlobalCommand.writeAttributesNoResponse)
    #expect(!silent.mayAnswerWithDefaultResponse(isUnicast: true))
  }

  @Test func aDefaultResponseTurnsDirectionAndKeepsSequenceAndManufacturer() {
    let event = ZCLFrame(
      kind: .cluster, manufacturer: ManufacturerCode(rawValue: 0x115F), direction: .serverToClient,
      sequence: 42, command: CommandID(0x20))
    let answer = ZCLFrame.defaultResponse(to: event, status: .success)
    #expect(answer.encodedBytes == [0x14, 0x5F, 0x11, 42, 0x0B, 0x20, 0x00])
    #expect(answer.defaultResponse == DefaultResponse(command: CommandID(0x20), status: .success))
    #expect(event.defaultResponse == nil)
  }

  @Test func everyResponseCommandBelongsToARequest() {
    let responses = (UInt8(0)...0x16).compactMap { GlobalCommand.response(to: CommandID($0)) }
    #expect(responses.allSatisfy { GlobalCommand.isResponse($0) })
    #expect(GlobalCommand.response(to: GlobalCommand.reportAttributes) == nil)
  }

  @Test func aClusterCommandIsKnownByClusterDirectionAndKind() throws {
    let frame = ZCLFrame(DoorLock.UnlockDoor(code: Secret(Array("1234".utf8))), sequence: 3)
    #expect(frame.encodedBytes == [0x01, 3, 0x01, 4, 0x31, 0x32, 0x33, 0x34])
    #expect(try frame.decode(DoorLock.UnlockDoor.self, on: .doorLock)?.code?.reveal().count == 4)
    #expect(try frame.decode(DoorLock.UnlockDoor.self, on: .onOff) == nil)
    #expect(try frame.decode(DoorLock.LockDoor.self, on: .doorLock) == nil)
    var answer = frame
    answer.direction = .serverToClient
    #expect(!answer.isCommand(DoorLock.UnlockDoor.self, on: .doorLock))
    var vendor = frame
    vendor.manufacturer = ManufacturerCode(rawValue: 1)
    #expect(!vendor.isCommand(DoorLock.UnlockDoor.self, on: .doorLock))
  }

  @Test func randomFramesNeverTrapAndSurviveWriting() throws {
    try expectSteadiness(of: ZCLFrame.self, seed: 31)
  }
}
