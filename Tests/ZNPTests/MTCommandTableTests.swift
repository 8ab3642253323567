import RadioInterface
import TestSupport
import Testing

@testable import ZNP

@Suite struct MTCommandTableTests {
  let table = MTCommandTable.standard

  @Test func everyDefinitionLineIsRead() {
    #expect(table.rejectedLines.isEmpty)
    #expect(table.commands.count > 200)
  }

  @Test func everyListElementIsDefined() {
    for definition in table.commands.values {
      for field in definition.fields {
        switch field.kind {
        case .prefixedList(let element), .countedList(_, let element), .restList(let element):
          #expect(table.schema.element(element) != nil, "\(definition.name) \(field.name)")
        default: break
        }
      }
    }
  }

  @Test func theFieldsOfEveryCapturedFrameAreAsStated() throws {
    let records = try Captures.records()
    #expect(records.count == 95)
    var compared = 0
    for record in records {
      let expected = try #require(record["expected"] as? [String: Any])
      guard let fields = expected["fields"] as? [String: Any] else { continue }
      let bytes = try #require((record["bytes_hex"] as? String).flatMap { TestSupport.bytes(hex: $0) })
      let decoded = table.decodeFields(try UNPIFrame(exactly: bytes))
      try compare(decoded, fields: fields, expected: expected)
      compared += 1
    }
    #expect(compared == 93)
  }

  @Test(arguments: Captures.streamNames)
  func theFieldsOfEveryFrameOfAStreamAreAsStated(name: String) throws {
    for frame in try Captures.stream(name).frames {
      let fields = try #require(frame.decoded["fields"] as? [String: Any])
      try compare(
        table.decodeFields(try UNPIFrame(exactly: frame.bytes)), fields: fields, expected: frame.decoded)
    }
  }

  /// `zdo` is the message inside, which the ZDO codec explains.
  private func compare(_ decoded: FrameFields, fields: [String: Any], expected: [String: Any]) throws {
    var outer = fields
    outer["zdo"] = nil
    #expect(try Captures.text(Captures.json(decoded)) == Captures.text(outer))
    #expect(decoded.lengthMismatch == (expected["length_mismatch"] as? Bool ?? false))
  }

  @Test func aFieldThatEndsEarlyIsNamedWithItsBytes() {
    let frame = UNPIFrame(
      type: .asynchronousRequest, id: MTCommandID(.zdo, 0xCA), payload: [0x34, 0x12, 1, 2, 3])
    let fields = table.decodeFields(frame)
    #expect(fields.fields.map(\.name) == ["nwk", "_truncated_at", "_truncated_bytes"])
    #expect(fields["_truncated_at"] == .text("ieee"))
    #expect(fields.bytes("_truncated_bytes") == [1, 2, 3])
    #expect(fields.lengthMismatch)
  }

  @Test func aCountThatLiesIsKeptWithinTheFrame() {
    let frame = UNPIFrame(
      type: .asynchronousRequest, id: MTCommandID(.zdo, 0xC4), payload: [0x34, 0x12, 200, 1, 2, 3])
    let fields = table.decodeFields(frame)
    #expect(fields["relays"] == .list([.identifier(0x0201, digits: 4)]))
    #expect(fields.bytes("trailing_hex") == [3])
    #expect(fields.lengthMismatch)
  }
}
