import RadioInterface
import Zigbee

/// One application message on its way: whole, or in fragments that go one after the other, since the firmware
/// does not cut messages for the host.
struct EZSPSend: Sendable {
  /// Two bytes of the fragmentation header take room from each piece.
  static let fragmentLength = APS.maximumUnfragmentedPayload - 2
  static let longestPayload = 1_024

  var message: APSRequest
  private var pieces: [[UInt8]]
  private var position = 0
  /// The APS sequence number, which the firmware gives to the first fragment and all others repeat.
  var sequence: UInt8 = 0
  /// The short address, once it is known.
  var destination: NetworkAddress?

  init(_ message: APSRequest) {
    self.message = message
    if case .device(let address) = message.destination { destination = address }
    let payload = message.payload
    guard payload.count > APS.maximumUnfragmentedPayload else {
      pieces = [payload]
      return
    }
    pieces = stride(from: 0, to: payload.count, by: Self.fragmentLength).map {
      Array(payload[$0..<min($0 + Self.fragmentLength, payload.count)])
    }
  }

  var isFragmented: Bool { pieces.count > 1 }
  var hasMorePieces: Bool { position + 1 < pieces.count }
  mutating func advance() { position += 1 }

  /// nil while the receiver's short address is not known.
  func request(tag: UInt8) -> EZSPRequest? {
    let radius = message.radius
    switch message.destination {
    case .broadcast(let address):
      let frame = EZSPApplicationFrame(message, options: 0)
      return .broadcast(frame, to: address, radius: radius, tag: tag, message.payload)
    case .group(let group):
      let frame = EZSPApplicationFrame(message, options: 0, group: group.rawValue)
      return .multicast(frame, radius: radius, tag: tag, message.payload)
    case .device, .ieee:
      guard let destination, pieces.indices.contains(position) else { return nil }
      return .unicast(unicastFrame, to: destination, tag: tag, pieces[position])
    }
  }

  private var unicastFrame: EZSPApplicationFrame {
    typealias Option = EZSPApplicationFrame.Option
    var frame = EZSPApplicationFrame(
      message, options: Option.retry | Option.routeDiscovery | Option.addressDiscovery)
    if isFragmented {
      frame.options |= Option.fragment
      frame.group = UInt16(position) | (position == 0 ? UInt16(pieces.count) << 8 : 0)
      frame.sequence = sequence
    }
    return frame
  }
}
