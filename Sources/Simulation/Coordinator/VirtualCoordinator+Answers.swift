import ByteCoding
import SansIO
import ZNP
import Zigbee

/// ZDO messages that arrive: shown to the host, typed and raw, and answered when they are requests.
extension VirtualCoordinator {
  private static let manufacturer = ManufacturerCode(rawValue: 0)

  mutating func receivedDeviceObject(_ message: AirFrame, at now: MonotonicInstant) {
    guard let sequence = message.payload.first else { return }
    let isBroadcast = !message.destination.isUnicast
    showRaw(message.cluster, message.payload, from: message.source, isBroadcast: isBroadcast)
    if message.cluster.isZDOResponse {
      showTyped(message.cluster, message.payload, from: message.source)
      return
    }
    if message.cluster == .deviceAnnounce {
      // Source, then the announcement.
      let announcement = message.payload.dropFirst()
      if announcement.count >= 11 {
        send(
          .asynchronousRequest, .zdo, 0xC1,
          littleEndian(message.source.rawValue) + announcement.prefix(11))
        noteAnnouncement(Array(announcement))
      }
      return
    }
    if message.cluster == .managementNetworkUpdateRequest, !isBroadcast {
      receivedNetworkUpdate(message, sequence, at: now)
      return
    }
    if message.cluster == .managementPermitJoiningRequest, message.payload.count >= 2 {
      openNetwork(seconds: message.payload[1], at: now)
    }
    guard
      let body = answerOwn(message.cluster, Array(message.payload.dropFirst()), isBroadcast: isBroadcast)
    else { return }
    reply(message.cluster.zdoResponse, [sequence] + body, to: message.source)
  }

  /// A broadcast of ours reaches our own device object too.
  mutating func loopBack(_ message: AirFrame, at now: MonotonicInstant) {
    guard let sequence = message.payload.first else { return }
    showRaw(message.cluster, message.payload, from: .coordinator, isBroadcast: true)
    if message.cluster == .managementPermitJoiningRequest, message.payload.count >= 2 {
      openNetwork(seconds: message.payload[1], at: now)
      return
    }
    guard let body = answerOwn(message.cluster, Array(message.payload.dropFirst()), isBroadcast: true)
    else { return }
    showAnswer(message.cluster.zdoResponse, [sequence] + body, from: .coordinator)
  }

  private mutating func reply(_ cluster: ClusterID, _ payload: [UInt8], to address: NetworkAddress) {
    if address == .coordinator {
      showAnswer(cluster, payload, from: .coordinator)
      return
    }
    outputs.append(
      .transmit(
        AirFrame(
          from: .coordinator, .deviceObject, to: .device(address), .deviceObject, profile: .deviceProfile,
          cluster: cluster, payload: payload), nil))
  }

  mutating func showAnswer(_ cluster: ClusterID, _ payload: [UInt8], from source: NetworkAddress) {
    showRaw(cluster, payload, from: source, isBroadcast: false)
    showTyped(cluster, payload, from: source)
  }

  /// ZDO_MSG_CB_INCOMING, for clusters that the host registered (0xFFFF is all).
  private mutating func showRaw(
    _ cluster: ClusterID, _ payload: [UInt8], from source: NetworkAddress, isBroadcast: Bool
  ) {
    guard callbackClusters.contains(cluster) || callbackClusters.contains(ClusterID(rawValue: 0xFFFF))
    else { return }
    var data = littleEndian(source.rawValue)
    data.append(isBroadcast ? 1 : 0)
    data += littleEndian(cluster.rawValue)
    data += [0, payload.first ?? 0]
    data += littleEndian(isBroadcast ? NetworkAddress.broadcastAll.rawValue : 0)
    data += payload.dropFirst()
    send(.asynchronousRequest, .zdo, 0xFF, data)
  }

  /// The typed indication of a response, which the firmware sends when ZDO_DIRECT_CB is set.
  private mutating func showTyped(_ cluster: ClusterID, _ payload: [UInt8], from source: NetworkAddress) {
    guard memory[.directCallback] == [1], cluster.rawValue & 0x7FFF < 0x40 else { return }
    let body = Array(payload.dropFirst())
    let command = 0x80 | UInt8(truncatingIfNeeded: cluster.rawValue)
    switch cluster {
    case .networkAddressResponse, .ieeeAddressResponse:
      // Without the source, and always with the list of associated devices.
      let list = body.count > 11 ? Array(body.dropFirst(11)) : [0, 0]
      send(.asynchronousRequest, .zdo, command, body.prefix(11) + list)
    case .systemServerDiscoveryResponse:
      send(.asynchronousRequest, .zdo, 0x8A, littleEndian(source.rawValue) + body)
    default:
      send(.asynchronousRequest, .zdo, command, littleEndian(source.rawValue) + body)
    }
  }

  /// An announced address is where the device is from now on.
  private mutating func noteAnnouncement(_ announcement: [UInt8]) {
    let address = NetworkAddress(rawValue: UInt16(announcement[0]) | UInt16(announcement[1]) << 8)
    let ieee = IEEEAddress(rawValue: announcement[2..<10].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    guard let index = associations.firstIndex(where: { $0.ieee == ieee }) else { return }
    guard associations[index].address != address else { return }
    associations[index].address = address
    memory.storeDevice(ieee, at: address, isChild: associations[index].relation == 1, release: release)
  }

  // MARK: Our own device object

  private func answerOwn(_ cluster: ClusterID, _ body: [UInt8], isBroadcast: Bool) -> [UInt8]? {
    var server = DeviceObjectServer.coordinator(
      ieeeAddress, manufacturer: Self.manufacturer, serverMask: release.hasBDB ? 0x2C41 : 0x0041,
      endpoints: endpoints, associations: associations, extendedPANID: network?.extendedPANID)
    return server.answer(cluster, body, isBroadcast: isBroadcast)
  }

  // MARK: Network update

  private mutating func receivedNetworkUpdate(
    _ message: AirFrame, _ sequence: UInt8, at now: MonotonicInstant
  ) {
    guard let request = try? ManagementNetworkUpdateRequest(prefixOf: Array(message.payload.dropFirst()))
    else {
      reply(.managementNetworkUpdateNotify, [sequence, 0x80], to: message.source)
      return
    }
    switch request.action {
    case .energyScan:
      guard pendingScans.count < 16 else { return }
      pendingScans.append(
        EnergyScan(source: message.source, sequence: sequence, channels: request.channels))
      alarms[.energyScan] = now + options.energyScanDelay
    case .changeChannel(let updateID):
      let channel = (UInt8(11)...26).first { request.channels & (1 << UInt32($0)) != 0 }
      guard var block = network, let channel else { return }
      block.channel = channel
      block.channelMask = request.channels
      block.updateID = message.source == .coordinator ? block.updateID &+ 1 : updateID
      memory[.networkInformationBlock] = block.bytes(aligned: release.alignsStructures)
      if message.source != .coordinator {
        reply(.managementNetworkUpdateNotify, [sequence, 0], to: message.source)
      }
    case .setManager(_, let manager):
      guard var block = network else { return }
      block.managerAddress = manager
      block.channelMask = request.channels
      memory[.networkInformationBlock] = block.bytes(aligned: release.alignsStructures)
    }
  }

  mutating func finishEnergyScan() {
    let scans = pendingScans
    pendingScans.removeAll()
    for scan in scans {
      let count = (11...26).filter { scan.channels & (1 << UInt32($0)) != 0 }.count
      let energies = (0..<count).map { _ in UInt8.random(in: 120...190, using: &generator) }
      let body =
        [0] + littleEndian(scan.channels) + littleEndian(UInt16(0)) + littleEndian(UInt16(0))
        + [UInt8(count)] + energies
      reply(.managementNetworkUpdateNotify, [scan.sequence] + body, to: scan.source)
    }
  }
}
