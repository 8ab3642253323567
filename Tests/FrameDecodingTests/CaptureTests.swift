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
