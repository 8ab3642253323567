import ByteCoding
import FrameDecoding
import JSON
import TestSupport
import Testing
import ZCL
import Zigbee

/// Frames that zigpy, an independent implementation, made from values (`scripts/interop/zcl_vectors.py`).
@Suite struct ZigpyVectorTests {
  struct Vector {
    var cluster: ClusterID
    var profile: ProfileID
    var bytes: [UInt8]
    var said: JSONValue
  }

  static func vectors() throws -> [Vector] {
    try Fixtures.lines("zigpy-vectors.txt").filter { !$0.hasPrefix("#") }.map { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(parts.count == 4)
      let cluster = UInt16(parts[0].dropFirst(2), radix: 16)
      let profile = UInt16(parts[1].dropFirst(2), radix: 16)
      let bytes = bytes(hex: parts[2])
      return Vector(
        cluster: ClusterID(rawValue: try #require(cluster)),
        profile: ProfileID(rawValue: try #require(profile)),
        bytes: try #require(bytes), said: try JSONValue(parsing: parts[3]))
    }
  }

  @Test func thereAreEnoughOfEveryKind() throws {
    let vectors = try Self.vectors()
    #expect(vectors.count >= 400)
    #expect(vectors.filter { $0.profile == .deviceProfile }.count >= 120)
    let global = vectors.filter { $0.said["zcl"]?["frame_type"] == 0 }
    #expect(Set(global.compactMap { $0.said["zcl"]?["command_id"]?.stringValue }).count == 23)
    #expect(vectors.count - global.count >= 400)
  }

  @Test func everyFrameSaysWhatZigpyPutIntoIt() throws {
    let explainer = try CaptureComparison.explainer()
    for vector in try Self.vectors() {
      let found = explainer.explainZCL(
        vector.bytes, in: .init(cluster: vector.cluster, profile: vector.profile))
      let differences = CaptureComparison.differences(found, vector.said)
      #expect(differences == [], "\(vector.cluster) \(hex(vector.bytes))")
    }
  }

  @Test func everyFrameIsWrittenAsZigpyWroteIt() throws {
    let directory = try CaptureComparison.directory()
    for vector in try Self.vectors() {
      let written = try Self.rewritten(vector, directory)
      #expect(hex(written) == hex(vector.bytes), "\(vector.cluster)")
    }
  }

  /// Reads the frame down to its values and writes them.
  private static func rewritten(_ vector: Vector, _ directory: ClusterDirectory) throws -> [UInt8] {
    if vector.profile == .deviceProfile {
      let message = try ZDOMessage(cluster: vector.cluster, payload: vector.bytes)
      let body = try #require(try message.decodeAny())
      return ZDOMessage(sequence: message.sequence, cluster: message.cluster, body: body.encodedBytes).payload
    }
    var frame = try ZCLFrame(exactly: vector.bytes)
    if frame.kind == .global {
      frame.payload = try #require(try frame.globalBody()).encodedBytes
      return frame.encodedBytes
    }
    let definition = try #require(
      directory.command(
        frame.command, of: vector.cluster, direction: frame.direction, manufacturer: frame.manufacturer))
    let payload = CommandPayload(frame.payload, as: definition.fields)
    #expect(payload.truncatedAt == nil && payload.trailing.isEmpty, "\(definition.name)")
    frame.payload = payload.encoded(as: definition.fields)
    return frame.encodedBytes
  }
}
