import FrameDecoding
import SansIO
import ZCL

@testable import EZSP

/// The first stages of an EZSP serial line: frames out of bytes, and both ends of the link.
enum ASHFuzz: FuzzTarget {
  static let name = "ash"
  private static let explainer = FrameExplainer(directory: ClusterFile.directory)

  static func run(_ bytes: [UInt8]) {
    var whole = ASHDeframer()
    let items = take(&whole, bytes)
    var single = ASHDeframer()
    let again = bytes.flatMap { take(&single, [$0]) }
    require(items == again, "the frames depend on the read boundaries")
    require(whole.pendingByteCount == single.pendingByteCount, "what waits depends on the read boundaries")
    require(whole.droppedBytes == single.droppedBytes, "what is dropped depends on the read boundaries")
    for case .frame(let frame) in items {
      var reader = ASHDeframer()
      require(take(&reader, frame.wireBytes) == [.frame(frame)], "a frame changes on its way out and in")
    }
    JSONCheck.roundTrips(explainer.explainASH(bytes))
    for role in [ASHLink.Role.host, .coordinator] { converse(role, bytes) }
  }

  private static func take(_ deframer: inout ASHDeframer, _ bytes: [UInt8]) -> [ASHDeframer.Item] {
    deframer.append(bytes)
    var items: [ASHDeframer.Item] = []
    while let item = deframer.nextItem() { items.append(item) }
    return items
  }

  /// A link that is open takes anything, answers within bounds and never waits without a deadline.
  private static func converse(_ role: ASHLink.Role, _ bytes: [UInt8]) {
    var link = ASHLink(role: role)
    let start = MonotonicInstant.zero
    if role == .host {
      link.open(at: start)
      link.bytesReceived(ASHFrame.resetAcknowledgement(version: 2, code: 0x0B).wireBytes, at: start)
    } else {
      link.acknowledgeReset(.powerOn, at: start)
    }
    _ = link.send([0, 0, 5], at: start)
    link.bytesReceived(bytes, at: start)
    var sent = 0
    while let output = link.nextOutput() { if case .transmit = output { sent += 1 } }
    require(sent <= bytes.count + 8, "more frames leave than bytes came")
    require(link.unsentCount == 0 || link.nextDeadline != nil, "a frame waits without a deadline")
  }
}
