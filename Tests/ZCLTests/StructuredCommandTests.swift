import ByteCoding
import SansIO
import TestSupport
import Testing
import ZCL

@Suite struct StructuredCommandTests {
  @Test func selectorsNameAPartOfAValueAndWhatToDoWithIt() throws {
    try expectForms("00", AttributeSelector.whole)
    try expectForms("01 0200", AttributeSelector(indexes: [2]))
    try expectForms("12 0200 0100", AttributeSelector(operation: .add, indexes: [2, 1]))
    try expectForms("20", AttributeSelector(operation: .remove))
    #expect(AttributeSelector(indexes: [UInt16](repeating: 1, count: 20)).encodedBytes.count == 31)
    #expect(throws: DecodingFailure.self) { try AttributeSelector(exactly: [0x02, 0x00, 0x00, 0x01]) }
  }

  @Test func structuredReadsAndWritesHaveTheirForms() throws {
    try expectForms(
      "0100 00 0200 01 0300",
      ReadAttributesStructured([
        StructuredRead(attribute: AttributeID(1)),
        StructuredRead(attribute: AttributeID(2), selector: AttributeSelector(indexes: [3])),
      ]))
    try expectForms(
      "0100 11 0300 20 07",
      WriteAttributesStructured([
        StructuredWrite(
          attribute: AttributeID(1), selector: AttributeSelector(operation: .add, indexes: [3]),
          value: TypedValue(.uint8, .unsigned(7)))
      ]))
    try expectForms("00", WriteAttributesStructuredResponse.succeeded)
    let failed = WriteAttributesStructuredResponse([
      StructuredWriteStatus(
        status: .invalidSelector, attribute: AttributeID(1), selector: AttributeSelector(indexes: [3]))
    ])
    try expectForms("8e 0100 01 0300", failed)
    #expect(failed.firstFailure == .invalidSelector)
    #expect(WriteAttributesStructuredResponse.succeeded.firstFailure == .success)
    #expect(try WriteAttributesStructuredResponse(exactly: [0x7E]).firstFailure == .notAuthorized)
  }

  @Test func theDiscoveryOfCommandsHasItsForms() throws {
    try expectForms("10 14", DiscoverCommands(start: CommandID(0x10), maximumCount: 20))
    try expectForms(
      "00 00 01 40",
      DiscoverCommandsResponse(isComplete: false, [CommandID(0), CommandID(1), CommandID(0x40)]))
    try expectForms("01", DiscoverCommandsResponse(isComplete: true, []))
  }

  @Test func theExtendedDiscoveryOfAttributesTellsWhatMayBeDoneWithThem() throws {
    try expectForms("0000 0a", DiscoverAttributesExtended(start: AttributeID(0), maximumCount: 10))
    try expectForms(
      "01 0000 20 05 1000 21 03",
      DiscoverAttributesExtendedResponse(
        isComplete: true,
        [
          ExtendedAttribute(attribute: AttributeID(0), type: .uint8, access: [.read, .report]),
          ExtendedAttribute(attribute: AttributeID(0x10), type: .uint16, access: [.read, .write]),
        ]))
    // Reserved bits of the access control are ignored.
    let answer = try DiscoverAttributesExtendedResponse(exactly: try octets("00 0000 20 f9"))
    #expect(answer.records.first?.access == .read)
  }

  @Test func everyGlobalCommandHasABody() throws {
    for id in UInt8(0)...0x16 {
      let frame = ZCLFrame(
        kind: .global, direction: .clientToServer, command: CommandID(id), payload: [0, 0, 0, 0])
      #expect(try frame.globalBody() != nil, "\(id)")
    }
    let unknown = ZCLFrame(kind: .global, direction: .clientToServer, command: CommandID(0x17))
    #expect(try unknown.globalBody() == nil)
    let cluster = ZCLFrame(kind: .cluster, direction: .clientToServer, command: CommandID(0))
    #expect(try cluster.globalBody() == nil)
  }

  @Test func whatIsReadFromRandomBytesSurvivesBeingWrittenAndRead() throws {
    var random = SeededGenerator(seed: 61)
    for round in 0..<6_000 {
      var frame = ZCLFrame(
        kind: .global, direction: .serverToClient, command: CommandID(UInt8(round % 0x17)),
        payload: randomBytes(&random))
      guard let body = try? frame.globalBody() else { continue }
      let written = body.encodedBytes
      frame.payload = written
      let again = try #require(try frame.globalBody())
      #expect(again.encodedBytes == written, "\(frame.command) \(hex(written))")
    }
  }
}
