import ByteCoding
import EZSP
import RadioInterface
import SansIO
import Zigbee

/// Messages in both directions.
extension VirtualEZSPCoordinator {
  /// The longest payload of one frame; longer messages go in fragments, which are the host's business.
  private static let longestPayload = APS.maximumUnfragmentedPayload
  private static let direct: UInt8 = 0
  private static let multicast: UInt8 = 3
  private static let broadcast: UInt8 = 6

  mutating func answerMessage(_ command: Command, at now: MonotonicInstant) -> Values? {
    switch command.name {
    case "maximumPayloadLength": return ["aps_length": .number(Self.longestPayload)]
    case "sendReply": return success
    case "sendUnicast":
      let address = NetworkAddress(rawValue: command.short("index_or_destination"))
      return send(command, to: .device(address), type: Self.direct, address.rawValue, at: now)
    case "sendBroadcast":
      let address = NetworkAddress(rawValue: command.short("destination"))
      return send(command, to: .broadcast(address), type: Self.broadcast, address.rawValue, at: now)
    case "sendMulticast":
      let group = GroupID(rawValue: command.short("group_id"))
      return send(command, to: .group(group), type: Self.multicast, group.rawValue, at: now)
    default: return nil
    }
  }

  private mutating func send(
    _ command: Command, to destination: AirFrame.Destination, type: UInt8, _ address: UInt16,
    at now: MonotonicInstant
  ) -> Values {
    var message = EZSPMessage(command.fields)
    var payload = command.bytes("message_hex")
    if let refusal = refusal(message, payload) {
      return ["status": status(refusal), "aps_seq": .number(0)]
    }
    let isLaterFragment = message.options & EZSPMessage.fragmentOption != 0 && message.group & 0xFF != 0
    if !isLaterFragment {
      apsSequence &+= 1
      message.sequence = apsSequence
    }
    let values = success.merging(["aps_seq": .number(message.sequence)]) { $1 }
    let confirmation = remember(message, type, address, tag: command.short("message_tag"))
    if message.options & EZSPMessage.fragmentOption != 0 {
      guard let whole = assemble(message, payload) else {
        transmissionFinished(confirmation, .success, at: now)
        return values
      }
      payload = whole
    }
    transmit(message.frame(to: destination, payload), confirmation, at: now)
    return values
  }

  private mutating func refusal(_ message: EZSPMessage, _ payload: [UInt8]) -> EZSPStatus.Meaning? {
    guard isRunning else { return .notJoined }
    guard payload.count <= Self.longestPayload else { return .messageTooLong }
    guard !faults.isEmpty else { return nil }
    if faults.strike(.bufferFull) != nil { return .noBuffers }
    return faults.strike(.noResource) != nil ? .messageLimit : nil
  }

  private mutating func remember(
    _ message: EZSPMessage, _ type: UInt8, _ destination: UInt16, tag: UInt16
  ) -> Confirmation? {
    guard pending.count < Self.pendingLimit else { return nil }
    repeat { lastPending &+= 1 } while pending[lastPending] != nil
    pending[lastPending] = Pending(frame: message, type: type, destination: destination, tag: tag)
    return Confirmation(endpoint: EndpointID(message.sourceEndpoint), transaction: lastPending)
  }

  /// The whole message when its last fragment is there.
  private mutating func assemble(_ message: EZSPMessage, _ payload: [UInt8]) -> [UInt8]? {
    let index = UInt8(truncatingIfNeeded: message.group)
    if index == 0 {
      fragments[message.sequence] = [0: payload, 0xFF: [UInt8(truncatingIfNeeded: message.group >> 8)]]
    } else {
      fragments[message.sequence]?[index] = payload
    }
    guard let pieces = fragments[message.sequence], let count = pieces[0xFF]?.first,
      pieces.count == Int(count) + 1
    else { return nil }
    fragments[message.sequence] = nil
    return (0..<count).flatMap { pieces[$0] ?? [] }
  }

  private mutating func transmit(
    _ frame: AirFrame, _ confirmation: Confirmation?, at now: MonotonicInstant
  ) {
    var confirmation = confirmation
    if !faults.isEmpty, faults.strike(.confirmFirst) != nil {
      isAnswering = false
      transmissionFinished(confirmation, .success, at: now)
      isAnswering = true
      confirmation = nil
    }
    // Messages to the coordinator itself never reach the radio.
    if frame.destination == .device(.coordinator) {
      transmissionFinished(confirmation, .success, at: now)
      return received(frame, quality: 255, at: now)
    }
    if !frame.destination.isUnicast, frame.destinationEndpoint == .deviceObject {
      tell(frame, type: 5, quality: 255, at: now)
      noteNetworkUpdate(frame, at: now)
    }
    outputs.append(.transmit(frame, confirmation))
  }

  package mutating func transmissionFinished(
    _ confirmation: Confirmation?, _ outcome: TransmissionStatus, at now: MonotonicInstant
  ) {
    guard isRunning, let confirmation, let sent = pending.removeValue(forKey: confirmation.transaction),
      faults.isEmpty || faults.strike(.noConfirm) == nil
    else { return }
    let isDelivered = outcome == .success
    callBack(
      "messageSentHandler",
      sent.frame.values.merging([
        "message_type": .number(sent.type), "index_or_destination": .number(sent.destination),
        "message_tag": .number(sent.tag), "message_hex": .bytes([]),
        "status": status(isDelivered ? .success : .deliveryFailed),
      ]) { $1 }, at: now)
    if !isAnswering { drainLink(at: now) }
  }

  // MARK: Receiving

  package mutating func received(_ message: AirFrame, quality: UInt8, at now: MonotonicInstant) {
    guard isRunning else { return }
    switch message.destination {
    case .group(let group):
      guard multicasts.values.contains(where: { $0.group == group.rawValue }) else { return }
      tell(message, type: 2, quality: quality, at: now)
    case .broadcast: tell(message, type: 4, quality: quality, at: now)
    // The firmware hands on what is for any endpoint; the list of endpoints is for its own ZDO answers.
    case .device: tell(message, type: 0, quality: quality, at: now)
    }
    if message.destinationEndpoint == .deviceObject { serve(message, at: now) }
    if !isAnswering { drainLink(at: now) }
  }

  /// `incomingMessageHandler`, one for each fragment of a long message.
  private mutating func tell(_ message: AirFrame, type: UInt8, quality: UInt8, at now: MonotonicInstant) {
    apsSequence &+= 1
    let length = Self.longestPayload - 2
    guard message.payload.count > Self.longestPayload else {
      return tell(
        EZSPMessage(message, sequence: apsSequence), message, message.payload, type, quality, at: now)
    }
    let pieces = stride(from: 0, to: message.payload.count, by: length).map {
      Array(message.payload[$0..<min($0 + length, message.payload.count)])
    }
    for (index, piece) in pieces.enumerated() {
      var header = EZSPMessage(message, sequence: apsSequence)
      header.options |= EZSPMessage.fragmentOption
      header.group = UInt16(index) | (index == 0 ? UInt16(pieces.count) << 8 : 0)
      tell(header, message, piece, type, quality, at: now)
    }
  }

  private mutating func tell(
    _ header: EZSPMessage, _ message: AirFrame, _ payload: [UInt8], _ type: UInt8, _ quality: UInt8,
    at now: MonotonicInstant
  ) {
    let strength = Int8(clamping: Int(quality) / 3 - 100)
    callBack(
      "incomingMessageHandler",
      header.values.merging([
        "message_type": .number(type), "lqi": .number(quality),
        "rssi": .number(UInt8(bitPattern: strength)), "sender": .number(message.source.rawValue),
        "binding_index": .number(0xFF), "address_index": .number(0xFF),
        "eui": .number(ieeeAddress(of: message.source)?.rawValue ?? 0), "timestamp": .number(0),
        "message_hex": .bytes(payload),
      ]) { $1 }, at: now)
  }

  // MARK: Our own device object

  private mutating func serve(_ message: AirFrame, at now: MonotonicInstant) {
    guard let sequence = message.payload.first, !message.cluster.isZDOResponse else { return }
    if message.cluster == .deviceAnnounce { return noteAnnouncement(message.payload) }
    noteNetworkUpdate(message, at: now)
    if message.cluster == .managementPermitJoiningRequest, message.payload.count >= 2 {
      openNetwork(seconds: message.payload[1], at: now)
    }
    var server = DeviceObjectServer.coordinator(
      ieeeAddress, manufacturer: ManufacturerCode(rawValue: manufacturerCode), serverMask: 0x2C41,
      endpoints: endpoints, associations: associations,
      extendedPANID: memory.network.map { ExtendedPANIdentifier(rawValue: $0.extendedPANID) })
    let body = server.answer(
      message.cluster, Array(message.payload.dropFirst()), isBroadcast: !message.destination.isUnicast)
    guard let body else { return }
    var reply = AirFrame(
      from: .coordinator, .deviceObject, to: .device(message.source), .deviceObject, profile: .deviceProfile,
      cluster: message.cluster.zdoResponse, payload: [sequence] + body)
    if message.source == .coordinator {
      reply.destination = .device(.coordinator)
      tell(reply, type: 0, quality: 255, at: now)
    } else {
      outputs.append(.transmit(reply, nil))
    }
  }

  /// An announced address is where the device is from now on.
  private mutating func noteAnnouncement(_ payload: [UInt8]) {
    guard payload.count >= 11 else { return }
    let address = NetworkAddress(rawValue: UInt16(payload[1]) | UInt16(payload[2]) << 8)
    let ieee = IEEEAddress(rawValue: payload[3..<11].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    guard let index = associations.firstIndex(where: { $0.ieee == ieee }) else { return }
    associations[index].address = address
  }

  /// A change of the channel by Mgmt_NWK_Update_req.
  private mutating func noteNetworkUpdate(_ message: AirFrame, at now: MonotonicInstant) {
    guard message.cluster == .managementNetworkUpdateRequest,
      let request = try? ManagementNetworkUpdateRequest(prefixOf: Array(message.payload.dropFirst())),
      case .changeChannel(let updateID) = request.action,
      let channel = (UInt8(11)...26).first(where: { request.channels & (1 << UInt32($0)) != 0 })
    else { return }
    memory.network?.channel = channel
    memory.network?.updateID = updateID
    callBack("stackStatusHandler", ["status": status(.channelChanged)], at: now)
  }
}
