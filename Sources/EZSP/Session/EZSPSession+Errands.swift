import RadioInterface
import SansIO
import Zigbee

/// Small commands of a few requests: permit join, transmit power, manufacturer code.
extension EZSPSession {
  static let errandLimit = 16

  /// A command whose requests go one after the other through the channel.
  struct Errand: Sendable {
    enum Kind: Hashable, Sendable {
      case permitJoin(seconds: UInt8, changesCoordinator: Bool)
      case transmitPower(Int8)
    }

    var requestID: RadioRequestID
    var kind: Kind
    /// Whether each request, in order, must succeed.
    var remaining: [Bool]
    var failure: String?
  }

  /// Through the coordinator and all routers, or through one router. Joining devices use the key that all know;
  /// the trust centre takes it only while it is among its transient keys.
  mutating func orderPermitJoin(_ id: RadioRequestID, seconds: UInt8, through router: NetworkAddress?) {
    guard case .running(let adapter, _) = phase else { return refuse(id, "no network is running") }
    let duration = min(seconds, 254)
    let changesCoordinator = router == nil || router == .coordinator
    var requests: [(EZSPRequest, Bool)] = []
    if duration > 0 {
      let key = KeyBytes.wellKnownLinkKey.reveal()
      requests.append((.transientKey(.unknown, key, adapter.version), adapter.version > .oldest))
    } else if changesCoordinator {
      requests.append((.clearTransientKeys, false))
    }
    if changesCoordinator { requests.append((.permitJoining(duration), true)) }
    if router != .coordinator { requests.append((Self.permitJoinMessage(duration, router), true)) }
    begin(
      Errand(
        requestID: id, kind: .permitJoin(seconds: duration, changesCoordinator: changesCoordinator),
        remaining: requests.map(\.1)),
      requests.map(\.0))
  }

  /// Mgmt_Permit_Joining_req (2.4.3.3.7): sequence, seconds, significance.
  private static func permitJoinMessage(_ seconds: UInt8, _ router: NetworkAddress?) -> EZSPRequest {
    let target = router ?? .broadcastRouters
    let message = APSRequest(
      destination: .device(target), destinationEndpoint: .deviceObject, sourceEndpoint: .deviceObject,
      profile: .deviceProfile, cluster: ClusterID(rawValue: 0x0036), payload: [0, seconds, 1])
    guard router != nil else {
      return .broadcast(
        EZSPApplicationFrame(message, options: 0), to: target, radius: 0, tag: 0, message.payload)
    }
    return .unicast(
      EZSPApplicationFrame(message, options: EZSPApplicationFrame.Option.routeDiscovery), to: target, tag: 0,
      message.payload)
  }

  mutating func orderTransmitPower(_ id: RadioRequestID, _ power: Int8) {
    guard case .running = phase else { return refuse(id, "no network is running") }
    configuration.transmitPower = power
    begin(
      Errand(requestID: id, kind: .transmitPower(power), remaining: [true]), [.transmitPower(power)])
  }

  private mutating func begin(_ errand: Errand, _ requests: [EZSPRequest]) {
    guard errands.count < Self.errandLimit,
      channel.waitingCount(.message) + requests.count <= EZSPChannel.queueLimit
    else { return refuse(errand.requestID, "too many commands wait for the adapter") }
    errands.append(errand)
    for request in requests { _ = channel.enqueue(request, for: .errand, priority: .message) }
  }

  /// Errands are answered in their order, since the channel keeps it.
  mutating func errandReplied(_ reply: EZSPReply) {
    guard var errand = errands.first, let mustSucceed = errand.remaining.first else { return }
    errand.remaining.removeFirst()
    if mustSucceed, !reply.isSuccess {
      errand.failure = errand.failure ?? "the adapter refused it\(Self.statusText(reply))"
    }
    guard errand.remaining.isEmpty else {
      errands[0] = errand
      return
    }
    errands.removeFirst()
    if case .permitJoin(let seconds, true) = errand.kind, errand.failure == nil {
      emit(.permitJoinChanged(seconds: seconds))
      isOpenForJoining = seconds > 0
    }
    emit(.completed(errand.requestID, errand.failure.map { .failed(reason: $0) } ?? .succeeded))
  }

  // MARK: Manufacturer code

  static let manufacturerCodeTime = TimeSpan.seconds(180)
  /// Vendors whose devices leave a coordinator that does not have their code, by the address's first bytes.
  private static let codesByVendor: [UInt64: UInt16] = [0x04CF8C: 0x115F, 0x54EF44: 0x115F]

  mutating func adoptManufacturerCode(for ieee: IEEEAddress, at now: MonotonicInstant) {
    guard let code = Self.codesByVendor[ieee.rawValue >> 40] else { return }
    _ = channel.enqueue(.manufacturerCode(code), for: .nobody, priority: .control)
    deadlines[.manufacturerCode] = now + Self.manufacturerCodeTime
  }

  mutating func restoreManufacturerCode() {
    guard case .running = phase else { return }
    _ = channel.enqueue(.manufacturerCode(Self.manufacturerCode), for: .nobody, priority: .control)
  }
}
