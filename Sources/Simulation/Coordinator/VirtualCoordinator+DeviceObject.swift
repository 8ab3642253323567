import ByteCoding
import SansIO
import ZNP
import Zigbee

/// MT ZDO: requests of the host by typed commands, and what the device objects of the network answer.
extension VirtualCoordinator {
  mutating func deviceObject(
    _ frame: UNPIFrame, _ reader: inout ByteReader, at now: MonotonicInstant
  ) throws(DecodingFailure) -> Bool {
    switch frame.id.command {
    case 0x00...0x08, 0x0C, 0x21, 0x22, 0x28, 0x30...0x34, 0x37:
      guard isRunning else {
        respond(to: frame, [TransmissionStatus.networkInvalidRequest.rawValue])
        return true
      }
      try relayTypedRequest(frame, &reader, at: now)
    case 0x0A, 0x0B, 0x20, 0x35: respond(to: frame, [0])
    case 0x36: try permitJoin(frame, &reader, at: now)
    case 0x3E, 0x3F:
      let cluster = ClusterID(rawValue: try reader.readUInt16LE())
      if frame.id.command == 0x3F {
        callbackClusters.remove(cluster)
      } else if callbackClusters.count < 64 {
        callbackClusters.insert(cluster)
      }
      respond(to: frame, [0])
    case 0x40, 0x54:
      _ = try reader.readUInt16LE()
      respond(to: frame, [startFromApplication(at: now)])
    case 0x47...0x4C: try groupCommand(frame, &reader)
    case 0x50: respond(to: frame, networkInformation)
    default: return try securityAndRouting(frame, &reader)
    }
    return true
  }

  private mutating func securityAndRouting(
    _ frame: UNPIFrame, _ reader: inout ByteReader
  ) throws(DecodingFailure) -> Bool {
    switch frame.id.command {
    case 0x23, 0x24, 0x26, 0x27, 0x42, 0x44, 0x4D, 0x4E, 0x4F, 0x51, 0x53, 0xCC: respond(to: frame, [0])
    case 0x25:
      let ieee = try reader.readBytes(count: 8)
      respond(to: frame, [1] + ieee + [UInt8](repeating: 0, count: 16))
    case 0x43: respond(to: frame, [0xFF, 0xFF, 0xFF, 0xFF, 0])
    case 0x45:
      // Route discovery: the indication of the route follows.
      let address = NetworkAddress(rawValue: try reader.readUInt16LE())
      respond(to: frame, [0])
      if ieeeAddress(of: address) != nil {
        send(.asynchronousRequest, .zdo, 0xC4, littleEndian(address.rawValue) + [0])
      }
    case 0x46:
      // 0 is a route, 1 none.
      let address = NetworkAddress(rawValue: try reader.readUInt16LE())
      respond(to: frame, [ieeeAddress(of: address) == nil ? 1 : 0])
    case 0x52: respond(to: frame, [])
    default: return false
    }
    return true
  }

  /// ZDO_EXT_NWK_INFO: address, state, PAN, parent, extended PAN, parent's address, channel.
  private var networkInformation: [UInt8] {
    let network = isRunning || power == .starting ? network : nil
    let address = network == nil ? NetworkAddress.unknown : .coordinator
    return littleEndian(address.rawValue) + [deviceState]
      + littleEndian(network?.panID.rawValue ?? 0xFFFF) + littleEndian(UInt16(network == nil ? 0xFFFE : 0))
      + littleEndian(network?.extendedPANID.rawValue ?? 0) + littleEndian(UInt64(0))
      + [network?.channel ?? 0]
  }

  // MARK: Typed requests

  /// Turns a typed command into the ZDO message that it stands for, and sends that.
  private mutating func relayTypedRequest(
    _ frame: UNPIFrame, _ reader: inout ByteReader, at now: MonotonicInstant
  ) throws(DecodingFailure) {
    var cluster = ClusterID(rawValue: UInt16(frame.id.command))
    var destination = AirFrame.Destination.broadcast(.broadcastRxOnWhenIdle)
    var payload: [UInt8] = []
    switch frame.id.command {
    case 0x00: payload = try reader.readBytes(count: 10)
    case 0x01:
      let address = try reader.readUInt16LE()
      destination = .device(NetworkAddress(rawValue: address))
      payload = littleEndian(address) + (try reader.readBytes(count: 2))
    case 0x0C:
      cluster = ClusterID(rawValue: 0x0015)
      payload = try reader.readBytes(count: 2)
    default:
      destination = .device(NetworkAddress(rawValue: try reader.readUInt16LE()))
      (cluster, payload) = try typedPayload(frame.id.command, cluster, &reader)
    }
    respond(to: frame, [0])
    deviceObjectSequence &+= 1
    transmitDeviceObject(cluster, [deviceObjectSequence] + payload, to: destination, at: now)
  }

  private mutating func typedPayload(
    _ command: UInt8, _ cluster: ClusterID, _ reader: inout ByteReader
  ) throws(DecodingFailure) -> (ClusterID, [UInt8]) {
    switch command {
    case 0x21, 0x22:
      let source = try reader.readBytes(count: 11)
      let mode = try reader.readUInt8()
      let rest = reader.readRemaining()
      // Hosts pad a group address to 8 bytes and an endpoint.
      guard rest.count >= (mode == 1 ? 2 : 9) else {
        throw DecodingFailure(.truncated, offset: reader.offset)
      }
      return (cluster, source + [mode] + rest.prefix(mode == 1 ? 2 : 9))
    case 0x28:
      _ = try reader.readUInt8()
      let other = ClusterID(rawValue: try reader.readUInt16LE())
      return (other, try reader.readBytes(count: Int(try reader.readUInt8())))
    case 0x34:
      let ieee = try reader.readBytes(count: 8)
      let options = try reader.readUInt8()
      return (cluster, ieee + [(options & 0x01) << 7 | (options & 0x02) << 5])
    case 0x37:
      _ = try reader.readUInt8()
      let channels = try reader.readBytes(count: 4)
      let duration = try reader.readUInt8()
      let count = try reader.readUInt8()
      let manager = reader.isEmpty ? [0, 0] : try reader.readBytes(count: 2)
      let tail: [UInt8] =
        switch duration {
        case 0xFE: [network?.updateID ?? 0]
        case 0xFF: [network?.updateID ?? 0] + manager
        default: [count]
        }
      return (ClusterID(rawValue: 0x0038), channels + [duration] + tail)
    default: return (cluster, reader.readRemaining())
    }
  }

  private mutating func transmitDeviceObject(
    _ cluster: ClusterID, _ payload: [UInt8], to destination: AirFrame.Destination, at now: MonotonicInstant
  ) {
    let message = AirFrame(
      from: .coordinator, .deviceObject, to: destination, .deviceObject, profile: .deviceProfile,
      cluster: cluster, payload: payload)
    if destination == .device(.coordinator) {
      receivedDeviceObject(message, at: now)
      return
    }
    if !destination.isUnicast { loopBack(message, at: now) }
    outputs.append(.transmit(message, nil))
  }

  /// MGMT_PERMIT_JOIN: ours, that of one router, or that of all.
  private mutating func permitJoin(
    _ frame: UNPIFrame, _ reader: inout ByteReader, at now: MonotonicInstant
  ) throws(DecodingFailure) {
    let mode = try reader.readUInt8()
    let address = NetworkAddress(rawValue: try reader.readUInt16LE())
    let seconds = try reader.readUInt8()
    guard isRunning else {
      respond(to: frame, [TransmissionStatus.networkInvalidRequest.rawValue])
      return
    }
    respond(to: frame, [0])
    deviceObjectSequence &+= 1
    let isBroadcast = mode == 0x0F || address.isBroadcast
    transmitDeviceObject(
      ClusterID(rawValue: 0x0036), [deviceObjectSequence, seconds, 1],
      to: isBroadcast ? .broadcast(address) : .device(address), at: now)
    if isBroadcast { showAnswer(ClusterID(rawValue: 0x8036), [deviceObjectSequence, 0], from: .coordinator) }
  }

  private mutating func groupCommand(
    _ frame: UNPIFrame, _ reader: inout ByteReader
  ) throws(DecodingFailure) {
    if frame.id.command == 0x4C {
      respond(to: frame, [UInt8(truncatingIfNeeded: groups.count)])
      return
    }
    let endpoint = EndpointID(try reader.readUInt8())
    switch frame.id.command {
    case 0x48:
      groups.removeAll { $0.endpoint == endpoint }
      respond(to: frame, [0])
    case 0x49:
      let own = groups.filter { $0.endpoint == endpoint }.map(\.group)
      respond(to: frame, [UInt8(truncatingIfNeeded: own.count)] + own.flatMap { littleEndian($0.rawValue) })
    default:
      let group = GroupID(rawValue: try reader.readUInt16LE())
      let index = groups.firstIndex { $0.endpoint == endpoint && $0.group == group }
      switch frame.id.command {
      case 0x47:
        if let index { groups.remove(at: index) }
        respond(to: frame, [index == nil ? 1 : 0])
      case 0x4A:
        guard let index else {
          respond(to: frame, [1])
          return
        }
        let name = groups[index].name
        respond(
          to: frame, [0] + littleEndian(group.rawValue) + [UInt8(truncatingIfNeeded: name.count)] + name)
      default:
        let name = reader.isEmpty ? [] : try reader.readBytes(count: min(16, Int(try reader.readUInt8())))
        if index == nil, groups.count < GroupMembership.limit {
          groups.append(GroupMembership(endpoint: endpoint, group: group, name: name))
        }
        respond(to: frame, [0])
      }
    }
  }
}
