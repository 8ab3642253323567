import ByteCoding
import RadioInterface
import SansIO
import Zigbee

/// What comes from the firmware: responses to their commands, callbacks to those above.
extension EZSPSession {
  mutating func frameReceived(_ payload: [UInt8], at now: MonotonicInstant) {
    lastFrame = now
    guard let frame = try? EZSPFrame(payload, header: channel.version.header), frame.control.isResponse else {
      return counters.malformedFrames &+= 1
    }
    if frame.control.hasOverflown { noteOverflow() }
    if frame.control.isCallback { return calledBack(frame, at: now) }
    if let ended = channel.accept(frame) {
      finish(ended, at: now)
    } else {
      counters.lateReplies &+= 1
    }
  }

  private mutating func noteOverflow() {
    counters.overflows &+= 1
    if counters.overflows == 1 || counters.overflows.isMultiple(of: 1_000) {
      warn("the firmware ran out of memory and lost messages (\(counters.overflows) times)")
    }
  }

  private mutating func calledBack(_ frame: EZSPFrame, at now: MonotonicInstant) {
    let fields = EZSPSchema.standard.read(frame, channel.version)
    guard let name = fields.name else { return counters.unhandledCallbacks &+= 1 }
    guard fields["_truncated_at"] == nil else { return counters.malformedFrames &+= 1 }
    switch name {
    case "stackStatusHandler": stackStatusChanged(fields, at: now)
    case "energyScanResultHandler":
      if let channel = fields.integer("channel"), let strength = fields.integer("rssi") {
        scan.take(
          channel: UInt8(truncatingIfNeeded: channel), strength: Int8(truncatingIfNeeded: strength))
      }
    case "scanCompleteHandler": scanCompleted(at: now)
    default:
      // The network may run before it is known to be the right one.
      guard case .running = phase else { return }
      messageCalledBack(name, fields, at: now)
    }
  }

  private mutating func messageCalledBack(_ name: String, _ fields: FrameFields, at now: MonotonicInstant) {
    switch name {
    case "incomingMessageHandler": messageReceived(fields, at: now)
    case "messageSentHandler": confirmationReceived(fields)
    case "trustCenterJoinHandler": trustCenterJoined(fields, at: now)
    case "incomingRouteRecordHandler": routeRecorded(fields)
    case "incomingRouteErrorHandler", "incomingNetworkStatusHandler":
      let target = Self.address(fields, "target")?.description ?? "?"
      emit(.diagnostic(.debug("the network reports a broken route to \(target)")))
    case "idConflictHandler":
      let address = Self.address(fields, "node_id")?.description ?? "?"
      note("two devices had the short address \(address); both get new ones")
    default: counters.unhandledCallbacks &+= 1
    }
  }

  // MARK: The network

  private mutating func stackStatusChanged(_ fields: FrameFields, at now: MonotonicInstant) {
    switch fields.status?.meaning {
    case .networkUp?: networkCameUp(at: now)
    case .networkDown?: networkWentDown(at: now)
    case .networkOpened?: isOpenForJoining = true
    case .networkClosed?:
      guard isOpenForJoining else { return }
      isOpenForJoining = false
      if case .running = phase { emit(.permitJoinChanged(seconds: 0)) }
    default: break
    }
  }

  private mutating func networkCameUp(at now: MonotonicInstant) {
    networkIsUp = true
    guard batch == nil else { return }
    switch phase {
    case .initialising(let adapter), .forming(let adapter, _): readNetwork(adapter, at: now)
    default: break
    }
  }

  private mutating func networkWentDown(at now: MonotonicInstant) {
    networkIsUp = false
    switch phase {
    case .leaving where batch == nil: reconnect(at: now)
    case .running: restartAdapter("the adapter's network went down", at: now)
    default: break
    }
  }

  private mutating func scanCompleted(at now: MonotonicInstant) {
    scan.finish()
    if case .scanning(let adapter) = phase, batch == nil { scanEnded(adapter, at: now) }
  }

  private static func address(_ fields: FrameFields, _ name: String) -> NetworkAddress? {
    fields.integer(name).map { NetworkAddress(rawValue: UInt16(truncatingIfNeeded: $0)) }
  }

  /// `EmberDeviceUpdate` and `EmberJoinDecision`.
  private enum Join {
    static let deviceLeft: UInt64 = 2
    static let denied: UInt64 = 2
  }

  private mutating func trustCenterJoined(_ fields: FrameFields, at now: MonotonicInstant) {
    guard let ieee = fields.integer("ieee").map(IEEEAddress.init(rawValue:)),
      let address = Self.address(fields, "nwk"), let update = fields.integer("status")
    else { return counters.malformedFrames &+= 1 }
    if update == Join.deviceLeft { return emit(.deviceLeft(ieee, address, rejoins: false)) }
    guard fields.integer("decision") != Join.denied else {
      return emit(.diagnostic(.notice("\(ieee) was not let in")))
    }
    adoptManufacturerCode(for: ieee, at: now)
    let parent = Self.address(fields, "parent")
    emit(.deviceJoined(ieee, address, parent: parent.flatMap { $0.isBroadcast || $0 == .unknown ? nil : $0 }))
  }

  private mutating func routeRecorded(_ fields: FrameFields) {
    guard let source = Self.address(fields, "source"), case .list(let values)? = fields["relays"] else {
      return
    }
    let relays = values.compactMap { value -> NetworkAddress? in
      guard case .identifier(let number, _) = value else { return nil }
      return NetworkAddress(rawValue: UInt16(truncatingIfNeeded: number))
    }
    sourceRoutes.set(relays, to: source)
    let path = relays.map(\.description).joined(separator: ", ")
    emit(.diagnostic(.debug("route to \(source): \(path.isEmpty ? "direct" : path)")))
  }

  // MARK: Messages

  /// `EmberIncomingMessageType`; loopbacks are our own broadcasts.
  private enum MessageType {
    static let multicast: UInt64 = 2
    static let broadcast: UInt64 = 4
    static let loopbacks: Set<UInt64> = [3, 5]
    static let manyToOneRouteRequest: UInt64 = 6
  }

  private mutating func messageReceived(_ fields: FrameFields, at now: MonotonicInstant) {
    guard let type = fields.integer("message_type"), let frame = EZSPApplicationFrame(fields),
      let sender = Self.address(fields, "sender"), var payload = fields.bytes("message_hex")
    else { return counters.malformedFrames &+= 1 }
    guard !MessageType.loopbacks.contains(type), type != MessageType.manyToOneRouteRequest else { return }
    // A message for all endpoints comes once for each; the Green Power one speaks its own cluster only.
    guard frame.destinationEndpoint != .greenPower || frame.cluster.rawValue == 0x0021 else { return }
    if frame.options & EZSPApplicationFrame.Option.fragment != 0 {
      guard let whole = takeFragment(frame, from: sender, payload, at: now) else { return }
      payload = whole
    }
    let destination: APSIndication.Destination =
      switch type {
      case MessageType.multicast: .group(GroupID(rawValue: frame.group))
      case MessageType.broadcast: .broadcast
      default: .device
      }
    let ieee = fields.integer("eui").flatMap { $0 == 0 || $0 == .max ? nil : IEEEAddress(rawValue: $0) }
    emit(
      .received(
        APSIndication(
          source: sender, sourceIEEE: ieee, sourceEndpoint: frame.sourceEndpoint, destination: destination,
          destinationEndpoint: frame.destinationEndpoint, profile: frame.profile, cluster: frame.cluster,
          payload: payload,
          linkQuality: LinkQuality(rawValue: UInt8(truncatingIfNeeded: fields.integer("lqi") ?? 0)),
          signalStrength: fields.integer("rssi").map { Int8(truncatingIfNeeded: $0) })))
  }

  /// Each fragment is acknowledged by itself, also a repeated one.
  private mutating func takeFragment(
    _ frame: EZSPApplicationFrame, from sender: NetworkAddress, _ payload: [UInt8], at now: MonotonicInstant
  ) -> [UInt8]? {
    var reply = frame
    // All bits of the window set: this fragment and those before it are there.
    reply.group = 0xFF00 | frame.group & 0x00FF
    _ = channel.enqueue(.fragmentReply(reply, to: sender), for: .nobody, priority: .control)
    let whole = fragments.take(frame, from: sender, payload, at: now)
    deadlines[.fragments] = fragments.nextExpiry
    return whole
  }
}
