import FrameDecoding
import ZCL

@testable import EZSP

/// EZSP frames of every version: a byte for the version, then the frame.
enum EZSPFuzz: FuzzTarget {
  static let name = "ezsp"
  private static let explainer = FrameExplainer(directory: ClusterFile.directory)

  static func run(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let content = Array(bytes.dropFirst())
    let span = EZSPVersion.newest.rawValue - EZSPVersion.oldest.rawValue + 1
    let version = EZSPVersion(rawValue: EZSPVersion.oldest.rawValue + first % span)
    JSONCheck.roundTrips(explainer.explainEZSP(content, version: version))
    JSONCheck.roundTrips(explainer.explainEZSP(content))
    guard let frame = try? EZSPFrame(content, header: version.header) else { return }
    guard let again = try? EZSPFrame(frame.bytes(version.header), header: version.header) else {
      return require(false, "a frame that was read cannot be written")
    }
    require(again.parameters == frame.parameters && again.id == frame.id, "a frame changes on its way")
    _ = EZSPSchema.standard.read(frame, version)
  }
}
