import EZSP
import FrameDecoding
import JSON
import TestSupport
import Testing
import ZCL
import Zigbee

@Suite struct CaptureTests {
  @Test func everyCapturedZCLFrameIsExplainedAsStated() throws {
    let explainer = try CaptureComparison.explainer()
    let records = try CaptureComparison.records(of: "zcl")
    #expect(records.count == 64)
    for record in records {
      let id = record["id"]?.stringValue ?? "?"
      if CaptureComparison.later[id] != nil { continue }
      let cluster = try #require(CaptureComparison.number(record, "cluster"))
      let profile = try #require(CaptureComparison.number(record, "profile"))
      let expected = try #require(record["expected"])
      let found = explainer.explainZCL(
        CaptureComparison.bytes(record),
        in: .init(cluster: ClusterID(rawValue: cluster), profile: ProfileID(rawValue: profile)))
      #expect(CaptureComparison.differences(found, expected) == [], "\(id)")
    }
  }

  @Test func everyCapturedZNPFrameIsExplainedAsStated() throws {
    let explainer = try CaptureComparison.explainer()
    let records = try CaptureComparison.records(of: "znp")
    #expect(records.count == 95)
    for record in records {
      let id = record["id"]?.stringValue ?? "?"
      let expected = try #require(record["expected"])
      let found = explainer.explainZNP(CaptureComparison.bytes(record))
      #expect(CaptureComparison.differences(found, expected) == [], "\(id)")
    }
  }

  @Test func everyCapturedASHFrameIsExplainedAsStated() throws {
    let explainer = try CaptureComparison.explainer()
    let records = try CaptureComparison.records(of: "ash")
    #expect(records.count > 50)
    for record in records {
      let id = record["id"]?.stringValue ?? "?"
      let expected = try #require(record["expected"])
      let found = explainer.explainASH(CaptureComparison.bytes(record))
      #expect(CaptureComparison.differences(found, claims(of: expected)) == [], "\(id)")
    }
  }

  /// The name `?` says that nothing is claimed about the parameters.
  private func claims(of expected: JSONValue) -> JSONValue {
    guard expected["ezsp"]?["name"] == "?", var object = expected.objectValue,
      var inner = expected["ezsp"]?.objectValue
    else { return expected }
    inner["name"] = nil
    inner["fields"] = nil
    object["ezsp"] = .object(inner)
    return .object(object)
  }

  @Test func everyCapturedEZSPFrameIsExplainedAsStated() throws {
    let explainer = try CaptureComparison.explainer()
    let records = try CaptureComparison.records(of: "ezsp")
    #expect(records.count >= 15)
    for record in records {
      let id = record["id"]?.stringValue ?? "?"
      let expected = try #require(record["expected"])
      let bytes = CaptureComparison.bytes(record)
      guard let layout = record["layout"]?.stringValue, layout != "frame" else {
        #expect(CaptureComparison.differences(explainer.explainEZSP(bytes), expected) == [], "\(id)")
        continue
      }
      let response = expected["ezsp"]?["response"] == true
      let frame = EZSPFrame(
        sequence: 0, control: response ? .response : .command,
        id: try #require(expected["ezsp"].flatMap { CaptureComparison.number($0, "frame_id") }),
        parameters: Array(bytes.dropFirst(layout == "params" ? 0 : 2)))
      let found = explainer.describeEZSP(frame, version: EZSPVersion(rawValue: 8))
      #expect(
        CaptureComparison.differences(.object(found), try #require(expected["ezsp"])) == [], "\(id)")
    }
  }

  @Test(arguments: ["ash-bytes-lost", "ash-flow-control-bytes", "ash-retransmits-and-burst"])
  func everyFrameOfACapturedASHStreamIsExplainedAsStated(name: String) throws {
    let explainer = try CaptureComparison.explainer()
    let stream = try JSONValue(parsing: Fixtures.text("captures/streams/\(name).expected.json"))
    let frames = try #require(stream["frames"]?.arrayValue)
    #expect(!frames.isEmpty)
    for (index, frame) in frames.enumerated() {
      let expected = try #require(frame["decoded"])
      let found = explainer.explainASH(CaptureComparison.bytes(frame))
      #expect(CaptureComparison.differences(found, claims(of: expected)) == [], "frame \(index)")
    }
  }

  @Test(arguments: [
    "znp-damaged-start-byte", "znp-eight-byte-reads", "znp-frame-over-two-reads", "znp-joined-mid-frame",
    "znp-one-read-many-frames", "znp-truncated-frame",
  ])
  func everyFrameOfACapturedStreamIsExplainedAsStated(name: String) throws {
    let explainer = try CaptureComparison.explainer()
    let stream = try JSONValue(parsing: Fixtures.text("captures/streams/\(name).expected.json"))
    let frames = try #require(stream["frames"]?.arrayValue)
    #expect(!frames.isEmpty)
    for (index, frame) in frames.enumerated() {
      let expected = try #require(frame["decoded"])
      let found = explainer.explainZNP(CaptureComparison.bytes(frame))
      #expect(CaptureComparison.differences(found, expected) == [], "frame \(index)")
    }
  }
}

extension CaptureTests {
  /// Frames of other adapter families carry the same application messages; their own fields belong to the
  /// issues that add those adapters.
  @Test func theMessagesInsideFramesOfOtherAdaptersAreExplainedAsStated() throws {
    let explainer = try CaptureComparison.explainer()
    var compared = 0
    for name in ["ezsp", "deconz"] {
      for record in try CaptureComparison.records(of: name) {
        let body = record["expected"]?["ezsp"] ?? record["expected"]
        guard let body, let fields = body["fields"],
          let cluster = CaptureComparison.number(fields, "cluster"),
          let profile = CaptureComparison.number(fields, "profile"),
          let expected = body["zcl"] ?? fields["zdo"]
        else { continue }
        let key = fields["message_hex"] == nil ? "asdu_hex" : "message_hex"
        let found = explainer.explainZCL(
          CaptureComparison.bytes(fields, key),
          in: .init(cluster: ClusterID(rawValue: cluster), profile: ProfileID(rawValue: profile)))
        let inner = profile == 0 ? found["zdo"] : found["zcl"]
        #expect(CaptureComparison.differences(inner, expected) == [], "\(record["id"]?.stringValue ?? "?")")
        compared += 1
      }
    }
    #expect(compared >= 10)
  }
}
