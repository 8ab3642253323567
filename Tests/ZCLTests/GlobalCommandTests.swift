import ByteCoding
import SansIO
import TestSupport
import Testing
import ZCL

@Suite struct GlobalCommandTests {
  @Test func readsAndTheirAnswersHaveTheirForms() throws {
    try expectForms("0400 0500", ReadAttributes([AttributeID(4), AttributeID(5)]))
    try expectForms(
      "0000 00 10 01 0100 86",
      ReadAttributesResponse([
        ReadAttributeRecord(attribute: AttributeID(0), value: TypedValue(.boolean, .boolean(true))),
        ReadAttributeRecord(attribute: AttributeID(1), status: .unsupportedAttribute),
      ]))
  }

  @Test func reportsAndWritesHaveTheirForms() throws {
    let records = [
      AttributeRecord(attribute: AttributeID(0x0505), value: TypedValue(.uint16, .unsigned(219))),
      AttributeRecord(attribute: AttributeID(0x050B), value: TypedValue(.int16, .signed(-1))),
    ]
    try expectForms("0505 21 db00 0b05 29 ffff", ReportAttributes(records))
    try expectForms("0505 21 db00 0b05 29 ffff", WriteAttributes(records))
  }

  @Test func allWrittenIsOneStatusByteAndFailuresNameTheirAttribute() throws {
    try expectForms("00", WriteAttributesResponse.succeeded)
    try expectForms(
      "88 0300", WriteAttributesResponse([WriteAttributeStatus(status: .readOnly, attribute: AttributeID(3))])
    )
    #expect(try WriteAttributesResponse(exactly: [0]).firstFailure == .success)
    #expect(try WriteAttributesResponse(exactly: [0x88, 3, 0]).firstFailure == .readOnly)
    #expect(try WriteAttributesResponse(exactly: [0x7E]).firstFailure == .notAuthorized)
  }

  @Test func reportingRecordsCarryAChangeOnlyForAnalogTypes() throws {
    try expectForms(
      "00 0000 10 0000 100e 00 0000 29 0a00 3c00 3200 01 0100 5802",
      ConfigureReporting([
        .send(AttributeID(0), .boolean, minimum: 0, maximum: 3_600, change: nil),
        .send(AttributeID(0), .int16, minimum: 10, maximum: 60, change: .signed(50)),
        .receive(AttributeID(1), timeout: 600),
      ]))
  }

  @Test func aMissingChangeOfAnAnalogTypeIsWrittenAsZero() {
    let record = ReportingConfiguration.send(AttributeID(0), .uint16, minimum: 1, maximum: 2, change: nil)
    #expect(record.encodedBytes == [0, 0, 0, 0x21, 1, 0, 2, 0, 0, 0])
  }

  @Test func reportingAnswersHaveTheirForms() throws {
    try expectForms("00", ConfigureReportingResponse.succeeded)
    try expectForms(
      "8c 00 2000 86 00 2100",
      ConfigureReportingResponse([
        ReportingStatus(status: .unreportableAttribute, direction: .send, attribute: AttributeID(0x20)),
        ReportingStatus(status: .unsupportedAttribute, direction: .send, attribute: AttributeID(0x21)),
      ]))
    try expectForms(
      "00 0000 00 0100",
      ReadReportingConfiguration([.init(attribute: AttributeID(0)), .init(attribute: AttributeID(1))]))
    try expectForms(
      "00 00 2100 20 3c00 100e 02 8b 00 2000",
      ReadReportingConfigurationResponse([
        ReportingConfigurationRecord(
          attribute: AttributeID(0x21),
          configuration: .send(AttributeID(0x21), .uint8, minimum: 60, maximum: 3_600, change: .unsigned(2))),
        ReportingConfigurationRecord(
          status: .notFound, attribute: AttributeID(0x20), configuration: nil),
      ]))
  }

  @Test func discoveryAndDefaultResponseHaveTheirForms() throws {
    try expectForms("0000 0a", DiscoverAttributes(start: AttributeID(0), maximumCount: 10))
    try expectForms(
      "01 0000 20 0700 30",
      DiscoverAttributesResponse(
        isComplete: true,
        [
          DiscoveredAttribute(attribute: AttributeID(0), type: .uint8),
          DiscoveredAttribute(attribute: AttributeID(7), type: .enum8),
        ]))
    try expectForms("0a 00", DefaultResponse(command: GlobalCommand.reportAttributes, status: .success))
  }

  @Test func anUnknownTypeCostsOnlyWhatFollowsItAndIsTold() throws {
    let report = try ReportAttributes(exactly: try octets("0100 20 47 e2ff 77 1f e4ff 20 00"))
    #expect(
      report.records == [AttributeRecord(attribute: AttributeID(1), value: TypedValue(.uint8, .unsigned(71)))]
    )
    #expect(report.failure == DecodingFailure(.unknownType(0x77), offset: 7))
    #expect(report.list.unread == (try octets("e2ff771fe4ff2000")))
  }

  @Test func aReportThatEndsInARecordKeepsTheRecordsBefore() throws {
    let report = try ReportAttributes(exactly: try octets("0000 29 fc08 0100 29 ff"))
    #expect(report.records.count == 1)
    #expect(report.failure?.reason == .truncated)
    #expect(try ReadAttributesResponse(exactly: [5]).failure?.reason == .truncated)
    #expect(try ReportAttributes(exactly: []).records.isEmpty)
  }

  @Test func randomBytesNeverTrap() throws {
    try expectSteadiness(of: DefaultResponse.self, seed: 42)
    try expectSteadiness(of: DiscoverAttributes.self, seed: 43)
    var random = SeededGenerator(seed: 44)
    var read = 0
    for _ in 0..<1_500 {
      let bytes = randomBytes(&random)
      read += try ReadAttributes(prefixOf: bytes).attributes.count
      read += try ReadAttributesResponse(prefixOf: bytes).records.count
      read += try ReportAttributes(prefixOf: bytes).records.count
      read += try WriteAttributesResponse(prefixOf: bytes).records.count
      read += try ConfigureReporting(prefixOf: bytes).records.count
      read += try ConfigureReportingResponse(prefixOf: bytes).records.count
      read += try ReadReportingConfiguration(prefixOf: bytes).records.count
      read += try ReadReportingConfigurationResponse(prefixOf: bytes).records.count
      if let answer = try? DiscoverAttributesResponse(prefixOf: bytes) { read += answer.records.count }
    }
    #expect(read > 0)
  }
}
