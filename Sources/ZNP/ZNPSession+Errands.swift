import RadioInterface
import SansIO
import Zigbee

/// Small commands of one or two requests: permit join, transmit power.
extension ZNPSession {
  static let errandLimit = 16

  /// A command whose requests go one after the other through the channel.
  struct Errand: Sendable {
    enum Kind: Hashable, Sendable {
      case permitJoin(seconds: UInt8, changesCoordinator: Bool)
      case transmitPower(Int8)
    }

    var requestID: RadioRequestID
    var kind: Kind
    var remaining: Int
    var failure: String?
  }

  /// Through the coordinator and all routers, or through one router.
  mutating func orderPermitJoin(_ id: RadioRequestID, seconds: UInt8, through router: NetworkAddress?) {
    guard case .running(let adapter, _) = phase else { return refuse(id, "no network is running") }
    let duration = min(seconds, 254)
    var targets = router.map { [$0] } ?? [.broadcastRouters, .coordinator]
    if let router, router != .coordinator, adapter.needsCoordinatorOpenForRouters {
      targets.append(.coordinator)
    }
    begin(
      Errand(
        requestID: id,
        kind: .permitJoin(seconds: duration, changesCoordinator: targets.contains(.coordinator)),
        remaining: targets.count),
      targets.map { .permitJoin(through: $0, seconds: duration) })
  }

  mutating func orderTransmitPower(_ id: RadioRequestID, _ power: Int8) {
    guard case .running = phase else { return refuse(id, "no network is running") }
    configuration.transmitPower = power
    begin(Errand(requestID: id, kind: .transmitPower(power), remaining: 1), [.setTransmitPower(power)])
  }

  private mutating func begin(_ errand: Errand, _ requests: [MTRequest]) {
    guard errands.count < Self.errandLimit,
      channel.waitingCount(.message) + requests.count <= MTChannel.queueLimit
    else { return refuse(errand.requestID, "too many commands wait for the adapter") }
    errands.append(errand)
    for request in requests { _ = channel.enqueue(request, for: .errand, priority: .message) }
  }

  /// Errands are answered in their order, since the channel keeps it.
  mutating func errandReplied(_ reply: MTReply) {
    guard var errand = errands.first else { return }
    errand.remaining -= 1
    if case .transmitPower(let power) = errand.kind {
      if let settled = phase.settled, !reportTransmitPower(power, settled.adapter, reply) {
        errand.failure = "the adapter refused the transmit power"
      }
    } else if reply.status != MTStatus.success.rawValue {
      errand.failure = errand.failure ?? Self.failureText(reply)
    }
    guard errand.remaining <= 0 else {
      errands[0] = errand
      return
    }
    errands.removeFirst()
    if case .permitJoin(let seconds, true) = errand.kind, errand.failure == nil {
      emit(.permitJoinChanged(seconds: seconds))
    }
    emit(.completed(errand.requestID, errand.failure.map { .failed(reason: $0) } ?? .succeeded))
  }

  private static func failureText(_ reply: MTReply) -> String {
    switch reply {
    case .timedOut: "the adapter did not answer"
    case .refused(let code): "the adapter does not know the command (code \(code))"
    case .response:
      "the adapter refused it (status \(reply.status.map { Hexadecimal.prefixed($0) } ?? "none"))"
    }
  }

  /// Newer firmware answers with a status, older with the power that it took. Tells whether it was taken.
  @discardableResult
  mutating func reportTransmitPower(_ power: Int8, _ adapter: ZStackAdapter, _ reply: MTReply) -> Bool {
    guard let answer = reply.status else {
      warn("the adapter cannot set its transmit power")
      return false
    }
    let taken = Int8(bitPattern: answer)
    if answer == 0 || taken == power { return true }
    if adapter.family == .stack3x0 {
      warn("the adapter refused a transmit power of \(power) dBm (status \(Hexadecimal.prefixed(answer)))")
      return false
    }
    note("the adapter took a transmit power of \(taken) dBm instead of \(power)")
    return true
  }
}
