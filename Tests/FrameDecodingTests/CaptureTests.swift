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
