import FrameDecoding
import JSON
import SansIO
import TestSupport
import Testing
import ZCL
import Zigbee

@Suite struct DecodeCommandTests {
  /// What a run gave out.
  private struct Output {
    var lines: [String] = []
    var complaints: [String] = []
    var isClean = false
  }

  private func run(
    _ words: [String], input: [String] = [], protocolName: String? = "zcl", cluster: String? = "0x0101",
    profile: String? = nil
  ) throws -> Output {
    let command = try DecodeCommand(
      directory: try CaptureComparison.directory(), protocolName: protocolName, cluster: cluster,
      profile: profile)
    var output = Output()
    var remaining = input[...]
    output.isClean = command.run(
      words, nextLine: { remaining.popFirst() }, emit: { output.lines.append($0) },
      complain: { output.complaints.append($0) })
    return output
  }

  @Test func aFrameBecomesOneLineOfJSON() throws {
    let output = try run(["09 00 20 02 0e ff ff 00 c0 93 d0 12 00"])
    #expect(output.isClean && output.lines.count == 1)
    let line = try JSONValue(parsing: try #require(output.lines.first))
    #expect(line["zcl"]?["command"] == "operation_event_notification")
    #expect(line["zcl"]?["fields"]?["zigbee_local_time"] == 315_659_200)
  }

  @Test(arguments: ["0x0101", "0101", "257"])
  func aClusterIsReadInEveryUsualSpelling(text: String) throws {
    let output = try run(["11050100"], cluster: text)
    #expect(output.lines.first?.contains("unlock_door") == true)
  }

  @Test func aDashReadsLinesUntilTheEnd() throws {
    let output = try run(["-"], input: ["09000500", "", "zz", "1105010"], cluster: "0x0101")
    #expect(output.lines.count == 1 && !output.isClean)
    #expect(
      output.complaints == [
        "line 3: not an even number of hexadecimal digits",
        "line 4: not an even number of hexadecimal digits",
      ])
  }

  @Test func profileZeroIsZDO() throws {
    let output = try run(["01 0000"], cluster: "0x0002", profile: "0x0000")
    #expect(output.lines.first?.contains("node_desc_req") == true)
  }

  @Test func aFrameThatIsNoneIsExplainedAsInvalid() throws {
    let output = try run(["09"])
    let line = try JSONValue(parsing: try #require(output.lines.first))
    #expect(line["valid"] == false && line["fault"] == "truncated")
    let broken = try run(["fe0165040061"], protocolName: "znp", cluster: nil)
    #expect(try JSONValue(parsing: try #require(broken.lines.first))["fault"] == "crc")
  }

  @Test func nothingToDecodeIsAComplaint() throws {
    let output = try run([])
    #expect(!output.isClean && output.complaints.count == 1)
    #expect(try !run([String(repeating: "00", count: 9_000)]).isClean)
  }

  @Test func wordsThatCannotBeUsedSayWhatToWrite() throws {
    let directory = ClusterDirectory()
    func error(_ name: String?, _ cluster: String?, _ profile: String? = nil) -> String? {
      do throws(DecodeCommand.UsageError) {
        _ = try DecodeCommand(
          directory: directory, protocolName: name, cluster: cluster, profile: profile)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(error(nil, nil) == "--protocol is needed: znp, ash, ezsp, zcl")
    #expect(error("deconz", nil)?.contains("use znp, ash, ezsp, zcl") == true)
    #expect(error("zcl", nil)?.contains("needs --cluster") == true)
    #expect(error("zcl", "0x10000")?.contains("no 16-bit number") == true)
    #expect(error("zcl", "0x0101", "home")?.contains("--profile home") == true)
    #expect(error("znp", "0x0101")?.contains("belong to --protocol zcl") == true)
    #expect(error("znp", nil) == nil)
    #expect(error("ash", "0x0101")?.contains("ash frames name both") == true)
  }

  @Test func theVersionOfAnEZSPFrameDecidesHowItIsRead() throws {
    func name(_ version: String?) throws -> JSONValue? {
      let command = try DecodeCommand(
        directory: ClusterDirectory(), protocolName: "ezsp", version: version)
      // A message of version 14: 16 bits of tag and 32 of status.
      let bytes = try #require(
        Hexadecimal.bytes("05900" + "13f000000000000" + "3412040106000102401100000922000101"))
      return command.explain(bytes)["ezsp"]?["fields"]?["message_tag"]
    }
    #expect(try name("14") == 0x22)
    #expect(try name(nil) == 0x22)
    #expect(throws: DecodeCommand.UsageError.self) {
      _ = try DecodeCommand(directory: ClusterDirectory(), protocolName: "ezsp", version: "20")
    }
    #expect(throws: DecodeCommand.UsageError.self) {
      _ = try DecodeCommand(directory: ClusterDirectory(), protocolName: "znp", version: "13")
    }
  }

  @Test func whatCannotBeReadOfAReportIsShownAndWhy() throws {
    let output = try run(["18010a 0000 30 01 0100 77 05"])
    let zcl = try JSONValue(parsing: try #require(output.lines.first))["zcl"]
    #expect(zcl?["attributes"]?.arrayValue?.count == 1)
    #expect(zcl?["trailing_hex"] == "01007705")
    #expect(zcl?["unreadable"]?.stringValue?.hasPrefix("unknown data type 0x77") == true)
  }

  @Test func bigNumbersAndAddressesAreStrings() throws {
    let output = try run(
      ["180101 1000 00 f0 44332211004b1200 0200 00 27 fffffffffffffffe"], cluster: "0x0500")
    let attributes = try JSONValue(parsing: try #require(output.lines.first))["zcl"]?["attributes"]
    #expect(attributes?[0]?["value"] == "0x00124b0011223344")
    #expect(attributes?[1]?["value"] == "18374686479671623679")
  }

  @Test func randomFramesOfBothProtocolsAreAlwaysExplained() throws {
    let explainer = try CaptureComparison.explainer()
    var random = SeededGenerator(seed: 91)
    for round in 0..<1_500 {
      let count = Int.random(in: 0...40, using: &random)
      var bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      let cluster = ClusterID(rawValue: UInt16.random(in: 0...0x0702, using: &random))
      let profile = ProfileID(rawValue: round.isMultiple(of: 2) ? 0x0104 : 0)
      #expect(explainer.explainZCL(bytes, in: .init(cluster: cluster, profile: profile))["valid"] != nil)
      // A right length and check byte, so that the fields are reached.
      let body =
        [UInt8(bytes.count)] + [UInt8.random(in: .min ... .max, using: &random)]
        + [UInt8.random(in: .min ... .max, using: &random)] + bytes
      bytes = [0xFE] + body + [body.reduce(0, ^)]
      #expect(explainer.explainZNP(bytes)["valid"] != nil)
    }
  }

  @Test func theComparisonOfTheCapturesSeesEveryKindOfDifference() throws {
    let expected = try JSONValue(parsing: #"{"zcl":{"fields":{"a":1,"b":[1,2]}}}"#)
    #expect(CaptureComparison.differences(expected, expected).isEmpty)
    for other in [
      #"{"zcl":{"fields":{"a":2,"b":[1,2]}}}"#, #"{"zcl":{"fields":{"b":[1,2]}}}"#,
      #"{"zcl":{"fields":{"a":1,"b":[1]}}}"#, #"{"zcl":{"fields":{"a":1,"b":[1,2],"c":3}}}"#, "{}",
    ] {
      #expect(try CaptureComparison.differences(JSONValue(parsing: other), expected).count == 1, "\(other)")
    }
  }
}
