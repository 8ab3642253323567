import ByteCoding
import RadioInterface
import SansIO
import Zigbee

/// Sends: one attempt each. Whoever may repeat a message (telemetry, never an unlock) does so above.
extension ZNPSession {
  static let confirmationLimit = TimeSpan.seconds(10)
  /// The parent keeps a message for a sleeper some seconds, and the stack repeats it.
  static let sleepyConfirmationLimit = TimeSpan.seconds(30)
  static let longestPayload = 230
  static let longestPlainPayload = 223
  static let defaultRadius: UInt8 = 30
  /// Acknowledgement by the receiver, and route discovery if need be.
  static let unicastOptions: UInt8 = 0x30

  mutating func send(_ id: RadioRequestID, _ request: APSRequest, at now: MonotonicInstant) {
    guard case .running = phase else { return emit(.sent(id, .failed(.notRunning))) }
    guard request.payload.count <= Self.longestPayload else { return emit(.sent(id, .failed(.tooLong))) }
    guard let transaction = sends.allocate() else {
      return emit(.sent(id, .failed(.congested(status: MTStatus.bufferFull.rawValue))))
    }
    var send = PendingSend<MTRequest, UInt8>(
      requestID: id, request: Self.dataRequest(request, transaction: transaction), confirmationLimit: nil,
      sendBy: request.sendBy)
    if Self.isConfirmed(request) {
      send.confirmationLimit = request.toSleepyDevice ? Self.sleepyConfirmationLimit : Self.confirmationLimit
    }
    sends.add(send, transaction: transaction)
  }

  /// The stack confirms neither ZDO messages nor broadcasts.
  private static func isConfirmed(_ request: APSRequest) -> Bool {
    if case .broadcast = request.destination { return false }
    return request.destinationEndpoint != .deviceObject
  }

  private static func dataRequest(_ request: APSRequest, transaction: UInt8) -> MTRequest {
    if let permit = permitJoinRequest(request) { return permit }
    if case .device(let address) = request.destination, request.destinationEndpoint != .deviceObject,
      request.payload.count <= longestPlainPayload
    {
      return MTRequest(.af, 0x01, "send") { writer in
        writer.writeLE(address.rawValue)
        writeCommon(request, transaction: transaction, options: unicastOptions, pan: false, to: &writer)
        writer.write(UInt8(truncatingIfNeeded: request.payload.count))
        writer.write(request.payload)
      }
    }
    let (mode, address) = address(request.destination)
    let isUnicast = mode == AddressMode.network || mode == AddressMode.ieee
    return MTRequest(.af, 0x02, "send") { writer in
      writer.write(mode)
      writer.writeLE(address)
      writeCommon(
        request, transaction: transaction, options: isUnicast ? unicastOptions : 0, pan: true, to: &writer)
      writer.writeLE(UInt16(truncatingIfNeeded: request.payload.count))
      writer.write(request.payload)
    }
  }

  private static func writeCommon(
    _ request: APSRequest, transaction: UInt8, options: UInt8, pan: Bool, to writer: inout ByteWriter
  ) {
    writer.write(request.destinationEndpoint.rawValue)
    if pan { writer.writeLE(UInt16(0)) }
    writer.write(request.sourceEndpoint.rawValue)
    writer.writeLE(request.cluster.rawValue)
    writer.write([transaction, options, request.radius == 0 ? defaultRadius : request.radius])
  }

  private static func address(_ destination: APSRequest.Destination) -> (mode: UInt8, address: UInt64) {
    switch destination {
    case .device(let address): (AddressMode.network, UInt64(address.rawValue))
    case .ieee(let address): (AddressMode.ieee, address.rawValue)
    case .group(let group): (AddressMode.group, UInt64(group.rawValue))
    case .broadcast(let address): (AddressMode.broadcast, UInt64(address.rawValue))
    }
  }

  /// Management permit join (0x0036) must go through the stack's own command: sent as a plain message, the
  /// trust centre would not hand out the key.
  private static func permitJoinRequest(_ request: APSRequest) -> MTRequest? {
    guard request.destinationEndpoint == .deviceObject, request.cluster.rawValue == 0x0036,
      request.payload.count >= 2
    else { return nil }
    switch request.destination {
    case .device(let address), .broadcast(let address):
      return .permitJoin(through: address, seconds: request.payload[1])
    case .ieee, .group: return nil
    }
  }

  /// As many sends as the adapter has buffers for.
  mutating func releaseQueuedSends() {
    guard case .running(let adapter, _) = phase else { return }
    while sends.queuedCount > 0, sends.active < adapter.family.unconfirmedLimit,
      channel.waitingCount(.message) < MTChannel.queueLimit
    {
      guard let (transaction, request) = sends.release() else { continue }
      _ = channel.enqueue(request, for: .send(transaction: transaction), priority: .message)
    }
  }

  /// What waited too long behind slow replies must not leave any more: an unlock least of all.
  mutating func endExpiredSends(at now: MonotonicInstant) {
    for transaction in sends.expired(at: now) {
      channel.withdraw(.send(transaction: transaction))
      end(transaction, .failed(.expired))
    }
  }

  // MARK: Ends

  mutating func sendReplied(_ transaction: UInt8, _ reply: MTReply, at now: MonotonicInstant) {
    guard let send = sends[transaction] else { return }
    switch reply {
    case .response(let payload):
      let status = MTStatus(rawValue: payload.first ?? MTStatus.operationFailed.rawValue)
      guard status == .success, let limit = send.confirmationLimit else {
        return end(transaction, status.deliveryResult)
      }
      if case .requested(.some(let confirmation)) = send.stage {
        return end(transaction, MTStatus(rawValue: confirmation).deliveryResult)
      }
      sends.setStage(.accepted, of: transaction)
      deadlines[.confirmation(transaction: transaction)] = now + limit
    case .refused(let code): end(transaction, .failed(.rejected(status: code)))
    case .timedOut: end(transaction, .failed(.unconfirmed))
    }
  }

  /// AF_DATA_CONFIRM: status, endpoint, transaction.
  mutating func confirmationReceived(_ payload: [UInt8]) {
    guard payload.count == 3 else { return counters.malformedIndications &+= 1 }
    switch sends[payload[2]]?.stage {
    case .requested(confirmation: nil)?:
      sends.setStage(.requested(confirmation: payload[0]), of: payload[2])
    case .accepted?:
      end(payload[2], MTStatus(rawValue: payload[0]).deliveryResult)
    default:
      counters.lateConfirmations &+= 1
    }
  }

  mutating func confirmationMissing(_ transaction: UInt8) {
    end(transaction, .failed(.unconfirmed))
  }

  private mutating func end(_ transaction: UInt8, _ result: DeliveryResult) {
    deadlines[.confirmation(transaction: transaction)] = nil
    guard let send = sends.remove(transaction) else { return }
    emit(.sent(send.requestID, result))
  }
}
