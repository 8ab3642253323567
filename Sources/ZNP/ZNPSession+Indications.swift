import ByteCoding
import RadioInterface
import SansIO
import Zigbee

/// What comes from the adapter: responses to their requests, indications to those above.
extension ZNPSession {
  mutating func take(_ frame: UNPIFrame, at now: MonotonicInstant) {
    if case .probing = phase, !isPingResponse(frame), !isResetIndication(frame) {
      return counters.framesBeforeHandshake &+= 1
    }
    if let ended = channel.accept(frame) {
      finish(ended.owner, ended.request, ended.reply, at: now)
      pump(at: now)
    } else if frame.type == .synchronousResponse {
      counters.lateReplies &+= 1
    } else if frame.type == .asynchronousRequest {
      indicated(frame.id, frame.payload, at: now)
    }
    lastFrame = now
  }

  private func isPingResponse(_ frame: UNPIFrame) -> Bool {
    frame.type == .synchronousResponse && frame.id == MTRequest.ping().id
  }

  private func isResetIndication(_ frame: UNPIFrame) -> Bool {
    frame.type == .asynchronousRequest && frame.id == MTCommandID(.sys, 0x80)
  }

  private mutating func indicated(_ id: MTCommandID, _ payload: [UInt8], at now: MonotonicInstant) {
    do throws(DecodingFailure) {
      switch id.subsystem {
      case .sys where id.command == 0x80: resetIndicated(payload, at: now)
      case .af: try applicationIndicated(id.command, payload)
      case .zdo: try deviceObjectIndicated(id.command, payload, at: now)
      default: counters.unhandledIndications &+= 1
      }
    } catch {
      counters.malformedIndications &+= 1
    }
  }

  /// SYS_RESET_IND: reason, versions.
  private mutating func resetIndicated(_ payload: [UInt8], at now: MonotonicInstant) {
    counters.adapterResets &+= 1
    if case .restarting(let adapter, let next) = phase {
      restarted(adapter, next, at: now)
    } else {
      adapterWasReset(reason: payload.first ?? 0xFF, at: now)
    }
  }

  private mutating func applicationIndicated(_ command: UInt8, _ payload: [UInt8]) throws(DecodingFailure) {
    switch command {
    case 0x80: confirmationReceived(payload)
    case 0x81: deliver(try IncomingMessage(plain: payload))
    case 0x82: deliver(try IncomingMessage(extended: payload))
    default: counters.unhandledIndications &+= 1
    }
  }

  private mutating func deliver(_ message: IncomingMessage) {
    // A message for all endpoints comes once for each; the Green Power one speaks its own cluster only.
    let isGreenPower = message.indication.cluster.rawValue == 0x0021
    guard message.indication.destinationEndpoint != .greenPower || isGreenPower else { return }
    guard message.waiting != nil else { return emit(.received(message.indication)) }
    guard retrievals.add(message) else {
      return warn("a message of \(message.waiting?.length ?? 0) bytes could not be fetched from the adapter")
    }
    if let request = retrievals.nextRequest() { retrieve(request) }
  }

  private mutating func retrieve(_ request: MTRequest) {
    _ = channel.enqueue(request, for: .retrieval, priority: .control)
  }

  mutating func retrievalReplied(_ reply: MTReply, at now: MonotonicInstant) {
    let next = retrievals.take(reply)
    if let message = next.message { emit(.received(message)) }
    if let request = next.request ?? retrievals.nextRequest() { retrieve(request) }
  }

  private mutating func deviceObjectIndicated(
    _ command: UInt8, _ payload: [UInt8], at now: MonotonicInstant
  ) throws(DecodingFailure) {
    switch command {
    case 0xC0: if payload.count == 1, let value = payload.first { stackStateChanged(value, at: now) }
    case 0xC1: try announced(payload, at: now)
    case 0xC4: try sourceRouteIndicated(payload)
    case 0xC9: emit(try Self.leave(payload))
    case 0xCA: emit(try Self.join(payload))
    case 0xCB:
      if payload.count == 1, let seconds = payload.first { emit(.permitJoinChanged(seconds: seconds)) }
    case 0xFF: try messageIndicated(payload, at: now)
    default: counters.unhandledIndications &+= 1
    }
  }

  /// ZDO_END_DEVICE_ANNCE_IND: source, address, IEEE address, capability.
  private mutating func announced(_ payload: [UInt8], at now: MonotonicInstant) throws(DecodingFailure) {
    let (source, body) = try payload.withReader { (reader) throws(DecodingFailure) in
      let source = try NetworkAddress(from: &reader)
      let body = try reader.readBytes(count: 11)
      try reader.finish()
      return (source, body)
    }
    deliverDeviceObjectMessage(
      source, cluster: 0x0013, broadcast: true, payload: [0] + body, isRaw: false, at: now)
  }

  /// ZDO_MSG_CB_INCOMING: source, broadcast, cluster, security, sequence number, MAC destination, message.
  private mutating func messageIndicated(_ payload: [UInt8], at now: MonotonicInstant) throws(DecodingFailure)
  {
    let message = try payload.withReader { (reader) throws(DecodingFailure) in
      let source = try NetworkAddress(from: &reader)
      let broadcast = try reader.readUInt8()
      let cluster = try reader.readUInt16LE()
      try reader.skip(count: 1)
      let sequence = try reader.readUInt8()
      try reader.skip(count: 2)
      return (
        source: source, broadcast: broadcast, cluster: cluster, body: [sequence] + reader.readRemaining()
      )
    }
    deliverDeviceObjectMessage(
      message.source, cluster: message.cluster, broadcast: message.broadcast != 0, payload: message.body,
      isRaw: true, at: now)
  }

  private mutating func deliverDeviceObjectMessage(
    _ source: NetworkAddress, cluster: UInt16, broadcast: Bool, payload: [UInt8], isRaw: Bool,
    at now: MonotonicInstant
  ) {
    if cluster == 0x0013, payload.count >= 11 {
      let address = NetworkAddress(rawValue: UInt16(truncatingIfNeeded: LittleEndian.number(payload[1..<3])))
      let ieee = IEEEAddress(rawValue: LittleEndian.number(payload[3..<11]))
      guard announcements.isFirst(address, ieee, isRaw: isRaw, at: now) else { return }
    }
    emit(
      .received(
        APSIndication(
          source: source, sourceEndpoint: .deviceObject, destination: broadcast ? .broadcast : .device,
          destinationEndpoint: .deviceObject, profile: .deviceProfile, cluster: ClusterID(rawValue: cluster),
          payload: payload, linkQuality: LinkQuality(rawValue: 0))))
  }

  /// ZDO_LEAVE_IND: source, IEEE address, request, remove, rejoin.
  private static func leave(_ payload: [UInt8]) throws(DecodingFailure) -> RadioEvent {
    try payload.withReader { (reader) throws(DecodingFailure) in
      let source = try NetworkAddress(from: &reader)
      let ieee = try IEEEAddress(from: &reader)
      try reader.skip(count: 2)
      let rejoins = try reader.readUInt8() != 0
      try reader.finish()
      return .deviceLeft(ieee, source, rejoins: rejoins)
    }
  }

  /// ZDO_TC_DEV_IND: address, IEEE address, parent.
  private static func join(_ payload: [UInt8]) throws(DecodingFailure) -> RadioEvent {
    try payload.withReader { (reader) throws(DecodingFailure) in
      let address = try NetworkAddress(from: &reader)
      let ieee = try IEEEAddress(from: &reader)
      let parent = try NetworkAddress(from: &reader)
      try reader.finish()
      return .deviceJoined(ieee, address, parent: parent == .unknown ? nil : parent)
    }
  }

  /// ZDO_SRC_RTG_IND: destination, relays.
  private mutating func sourceRouteIndicated(_ payload: [UInt8]) throws(DecodingFailure) {
    let (destination, relays) = try payload.withReader { (reader) throws(DecodingFailure) in
      let destination = try NetworkAddress(from: &reader)
      var relays: [NetworkAddress] = []
      for _ in 0..<(try reader.readUInt8()) { relays.append(try NetworkAddress(from: &reader)) }
      try reader.finish()
      return (destination, relays)
    }
    let path = relays.map(\.description).joined(separator: ", ")
    emit(.diagnostic(.debug("route to \(destination): \(path.isEmpty ? "direct" : path)")))
  }
}
