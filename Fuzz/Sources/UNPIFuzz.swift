import FrameDecoding
import ZCL

@testable import ZNP

/// The first two stages of the serial line, and what `gatehouse decode` makes of a frame.
enum UNPIFuzz: FuzzTarget {
  static let name = "unpi"
  private static let explainer = FrameExplainer(directory: ClusterFile.directory)

  static func run(_ bytes: [UInt8]) {
    var whole = UNPIDeframer()
    whole.append(bytes)
    var frames: [UNPIFrame] = []
    while let frame = whole.nextFrame() { frames.append(frame) }

    var single = UNPIDeframer()
    var again: [UNPIFrame] = []
    for byte in bytes {
      single.append([byte])
      while let frame = single.nextFrame() { again.append(frame) }
    }
    require(frames == again, "the frames depend on the read boundaries")
    require(whole.pendingByteCount == single.pendingByteCount, "what waits depends on the read boundaries")

    frames += whole.abandonPartialFrame()
    require(whole.pendingByteCount == 0, "an abandoned frame still waits")
    for frame in frames {
      _ = MTCommandTable.standard.decodeFields(frame)
      guard let encoded = frame.bytes, let decoded = try? UNPIFrame(exactly: encoded) else {
        return require(false, "a frame that was read cannot be written")
      }
      require(decoded == frame, "a frame changes on its way out and in")
      JSONCheck.roundTrips(explainer.explainZNP(encoded))
    }
    JSONCheck.roundTrips(explainer.explainZNP(bytes))
  }
}
