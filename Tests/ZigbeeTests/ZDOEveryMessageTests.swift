import ByteCoding
import SansIO
import TestSupport
import Testing
import Zigbee

/// What every kind of message keeps to, of whatever revision.
@Suite struct ZDOEveryMessageTests {
  static let requests: [UInt16] =
    Array(0x0000...0x0006) + [0x0010, 0x0011, 0x0012, 0x0013, 0x0014, 0x0015] + Array(0x0016...0x0035)
    + Array(0x0036...0x003A) + [0x003C] + Array(0x0040...0x0047)
  /// Numbers in those ranges that the standard does not use.
  static let unused: Set<UInt16> = [0x002C, 0x002D, 0x002E, 0x002F]
  /// An announcement of a device has no answer.
  static let answers: [UInt16] =
    requests.filter { $0 != 0x0013 }.map { $0 | 0x8000 } + [0x803B]

  static var clusters: [ClusterID] {
    (requests + answers).filter { !unused.contains($0 & 0x7FFF) }.map { ClusterID(rawValue: $0) }
  }

  private func message(_ cluster: ClusterID, _ body: [UInt8]) -> ZDOMessage {
    ZDOMessage(sequence: 1, cluster: cluster, body: body)
  }

  /// Whether the bytes belong to a kind of message that is known, readable or not.
  private func isKnown(_ cluster: ClusterID) -> Bool {
    do throws(DecodingFailure) { return try message(cluster, []).decodeAny() != nil } catch { return true }
  }

  @Test func everyMessageUpToRevision23IsKnown() {
    for cluster in Self.clusters { #expect(isKnown(cluster), "\(cluster)") }
    #expect(Self.clusters.count == 110)
  }

  @Test func aNumberWithoutAMessageHasNoBody() throws {
    for number: UInt16 in [0x0007, 0x002C, 0x003B, 0x0048, 0x8013, 0x8048, 0xFFFF] {
      #expect(try message(ClusterID(rawValue: number), [0, 0, 0]).decodeAny() == nil)
    }
  }

  @Test func whatIsReadFromRandomBytesSurvivesBeingWrittenAndRead() throws {
    var random = SeededGenerator(seed: 23)
    for cluster in Self.clusters {
      for _ in 0..<200 {
        let bytes = randomBytes(&random)
        guard let body = try? message(cluster, bytes).decodeAny() else { continue }
        let written = body.encodedBytes
        let again = try #require(try message(cluster, written).decodeAny())
        // Counts that promised more than there was are written right, so the values may differ.
        #expect(again.encodedBytes == written, "\(cluster) \(hex(bytes))")
      }
    }
  }

  @Test func aFailedAnswerMayEndBehindItsStatus() throws {
    // The answer of a cache that knows the device has no status.
    for cluster in Self.clusters where cluster.isZDOResponse && cluster != .findNodeCacheResponse {
      if [.managementNetworkUnsolicitedUpdateNotify, .systemServerDiscoveryResponse].contains(cluster) {
        continue
      }
      let body = try message(cluster, [0x84]).decodeAny()
      #expect(body != nil, "\(cluster)")
    }
  }
}
