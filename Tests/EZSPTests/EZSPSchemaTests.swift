import RadioInterface
import SansIO
import TestSupport
import Testing

@testable import EZSP

@Suite struct EZSPSchemaTests {
  let schema = EZSPSchema.standard
  static let versions = (EZSPVersion.oldest.rawValue...EZSPVersion.newest.rawValue).map {
    EZSPVersion(rawValue: $0)
  }

  @Test func everyDefinitionLineIsRead() {
    #expect(schema.rejectedLines.isEmpty)
    #expect(schema.layouts.count > 200)
  }

  @Test(arguments: versions)
  func noTwoLayoutsOfOneVersionClaimTheSameIDOrName(version: EZSPVersion) {
    let present = schema.layouts.filter { $0.versions.contains(version.rawValue) }
    #expect(Set(present.map(\.id)).count == present.count)
    #expect(Set(present.map(\.name)).count == present.count)
  }

  @Test(arguments: versions)
  func whatIsWrittenByALayoutIsReadByItAgain(version: EZSPVersion) throws {
    var generator = SeededGenerator(seed: UInt64(version.rawValue))
    for layout in schema.layouts where layout.versions.contains(version.rawValue) {
      for direction in [EZSPSchema.Direction.request, .response] {
        guard let fields = layout.fields(direction, version) else { continue }
        let values = Self.values(fields, &generator)
        let control: EZSPFrameControl = direction == .request ? .command : .response
        let written = schema.frame(
          layout.name, direction, values, sequence: 7, control: control, version: version)
        let frame = try #require(written, "\(layout.name) in version \(version)")
        let read = try EZSPFrame(frame.bytes(version.header), header: version.header)
        #expect(read.parameters == frame.parameters)
        #expect(read.id == layout.id)
        let again = schema.read(read, version)
        #expect(again.name == layout.name)
        #expect(!again.lengthMismatch, "\(layout.name) in version \(version)")
        for field in fields {
          guard case .integer(let number)? = values[field.name] else { continue }
          #expect(again.integer(field.name) == number, "\(layout.name).\(field.name)")
        }
      }
    }
  }

  private static func values(
    _ fields: [FieldDefinition], _ generator: inout SeededGenerator
  ) -> [String: FieldInput] {
    var values: [String: FieldInput] = [:]
    for field in fields {
      switch field.kind {
      case .number(let count), .identifier(let count):
        values[field.name] = .number(generator.next() >> UInt64(64 - 8 * count))
      case .signed: values[field.name] = .number(UInt64.random(in: 0...127, using: &generator))
      case .ieee: values[field.name] = .number(generator.next())
      case .fixedBytes(let count): values[field.name] = .bytes([UInt8](repeating: 0x5A, count: count))
      case .prefixedBytes, .rest: values[field.name] = .bytes([1, 2, 3])
      case .prefixedList, .restList: values[field.name] = .list([5, 6])
      case .countedList(let counter, _):
        values[counter] = .number(2)
        values[field.name] = .list([5, 6])
      default: break
      }
    }
    return values
  }

  @Test(arguments: ["ash", "ezsp"])
  func theFieldsOfEveryCapturedFrameAreAsStated(name: String) throws {
    var compared = 0
    for record in try Captures.records(name) {
      let id = try #require(record["id"] as? String)
      let expected = try #require(record["expected"] as? [String: Any])
      guard let ezsp = expected["ezsp"] as? [String: Any], ezsp["name"] as? String != "?" else { continue }
      let (frame, version) = try frame(of: record, expected, ezsp)
      let decoded = schema.read(frame, version)
      #expect(decoded.name == ezsp["name"] as? String, "\(id)")
      var fields = try #require(ezsp["fields"] as? [String: Any])
      fields["zdo"] = nil
      fields["zcl"] = nil
      #expect(try Captures.text(Captures.json(decoded)) == Captures.text(fields), "\(id)")
      compared += 1
    }
    #expect(compared > (name == "ash" ? 35 : 14))
  }

  private func frame(
    of record: [String: Any], _ expected: [String: Any], _ ezsp: [String: Any]
  ) throws -> (EZSPFrame, EZSPVersion) {
    let text = try #require((expected["ezsp_hex"] ?? record["bytes_hex"]) as? String)
    let content = try #require(bytes(hex: text))
    let id = try #require((ezsp["frame_id"] as? String).flatMap { UInt16($0.dropFirst(2), radix: 16) })
    let isResponse = try #require(ezsp["response"] as? Bool)
    let control: EZSPFrameControl = isResponse ? .response : .command
    switch record["layout"] as? String {
    case "params":
      return (
        EZSPFrame(sequence: 0, control: control, id: id, parameters: content), EZSPVersion(rawValue: 8)
      )
    case "id-first":
      return (
        EZSPFrame(sequence: 0, control: control, id: id, parameters: Array(content.dropFirst(2))),
        EZSPVersion(rawValue: 8)
      )
    default:
      let header = EZSPFrame.likelyHeader(content)
      #expect(header.rawValue == ezsp["header"] as? String)
      let frame = try EZSPFrame(content, header: header)
      #expect(frame.id == id)
      #expect(frame.control.isResponse == isResponse)
      #expect(Int(frame.sequence) == ezsp["seq"] as? Int)
      #expect(frame.bytes(header) == content)
      return (frame, header.oldestVersion)
    }
  }

  @Test func theSameMessageHasItsThreeLayouts() throws {
    let values: [String: FieldInput] = [
      "message_type": .number(0), "index_or_destination": .number(0x1234), "profile": .number(0x0104),
      "cluster": .number(6), "src_ep": .number(1), "dst_ep": .number(2), "options": .number(0x1140),
      "group_id": .number(0), "aps_seq": .number(9), "message_tag": .number(0x22),
      "message_hex": .bytes([0xAA, 0xBB]),
    ]
    let bytes = { (version: UInt8) -> String? in
      let version = EZSPVersion(rawValue: version)
      return schema.frame(
        "sendUnicast", .request, values, sequence: 5, control: .command, version: version
      ).map { hex($0.bytes(version.header)) }
    }
    let body = "0034120401060001024011000009"
    #expect(bytes(4) == "050034" + body + "2202aabb")
    #expect(bytes(7) == "0500ff0034" + body + "2202aabb")
    #expect(bytes(13) == "0500013400" + body + "2202aabb")
    #expect(bytes(14) == "0500013400" + body + "220002aabb")
  }

  @Test func statusesHaveTheSameMeaningInBothWidths() {
    for meaning in EZSPStatus.Meaning.allCases {
      for version in [EZSPVersion(rawValue: 13), EZSPVersion(rawValue: 14)] {
        let status = EZSPStatus(meaning, in: version)
        #expect(status.meaning == meaning)
        #expect(status.isSuccess == (meaning == .success))
      }
    }
    #expect(
      EZSPStatus(rawValue: 0x66, isLong: false).deliveryResult(isConfirmation: true)
        == .failed(.noAcknowledgement(status: 0x66)))
    #expect(
      EZSPStatus(rawValue: 0x0C02, isLong: true).deliveryResult(isConfirmation: true)
        == .failed(.noAcknowledgement(status: 0x02)))
  }
}
