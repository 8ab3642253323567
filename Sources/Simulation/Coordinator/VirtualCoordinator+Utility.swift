import ByteCoding
import SansIO
import ZNP
import Zigbee

/// MT UTIL, SAPI and APP_CNF: device information, the association table, configuration and commissioning.
extension VirtualCoordinator {
  mutating func utility(
    _ frame: UNPIFrame, _ reader: inout ByteReader, at now: MonotonicInstant
  ) throws(DecodingFailure) -> Bool {
    switch frame.id.command {
    case 0x00: respond(to: frame, deviceInformation)
    case 0x01:
      let channels = memory[.channelList] ?? [0, 0, 0, 0]
      respond(
        to: frame,
        [0] + littleEndian(ieeeAddress.rawValue) + channels.reversed() + (memory[.panID] ?? [0xFF, 0xFF])
          + [5] + (memory[.preconfiguredKey] ?? [UInt8](repeating: 0, count: 16)))
    case 0x02:
      memory[.panID] = try reader.readBytes(count: 2)
      respond(to: frame, [0])
    case 0x03:
      memory[.channelList] = try reader.readBytes(count: 4)
      respond(to: frame, [0])
    case 0x04, 0x06, 0x07, 0x0A: respond(to: frame, [0])
    case 0x05:
      memory[.preconfiguredKey] = try reader.readBytes(count: 16)
      respond(to: frame, [0])
    case 0x09:
      respond(to: frame, littleEndian(UInt32(truncatingIfNeeded: (now - startedAt).seconds)))
    case 0x10: respond(to: frame, reader.readRemaining())
    case 0x40:
      let ieee = IEEEAddress(rawValue: try reader.readUInt64LE())
      respond(to: frame, littleEndian((address(of: ieee) ?? .unknown).rawValue))
    case 0x41:
      let address = NetworkAddress(rawValue: try reader.readUInt16LE())
      respond(to: frame, littleEndian((ieeeAddress(of: address) ?? .unknown).rawValue))
    case 0x44: respond(to: frame, [0xA1] + [UInt8](repeating: 0, count: 24))
    case 0x45: respond(to: frame, [1, 0xFF, 0xFF])
    case 0x4C where release.hasBDB:
      respond(to: frame, (0..<100).map { _ in UInt8.random(in: 0...255, using: &generator) })
    default: return try associationCommand(frame, &reader)
    }
    return true
  }

  /// UTIL_GET_DEVICE_INFO: status, addresses, type, state and the associated devices.
  private var deviceInformation: [UInt8] {
    let address = isRunning ? NetworkAddress.coordinator : .unknown
    let children = associations.filter { $0.relation == 1 }.prefix(100)
    return [0] + littleEndian(ieeeAddress.rawValue) + littleEndian(address.rawValue) + [7, deviceState]
      + [UInt8(children.count)] + children.flatMap { littleEndian($0.address.rawValue) }
  }

  private mutating func associationCommand(
    _ frame: UNPIFrame, _ reader: inout ByteReader
  ) throws(DecodingFailure) -> Bool {
    switch frame.id.command {
    case 0x48:
      let first = try reader.readUInt8()
      let last = try reader.readUInt8()
      let count = associations.filter { first <= $0.relation && $0.relation <= last }.count
      respond(to: frame, littleEndian(UInt16(truncatingIfNeeded: count)))
    case 0x49:
      respond(to: frame, record(at: Int(try reader.readUInt8())))
    case 0x4A:
      let ieee = IEEEAddress(rawValue: try reader.readUInt64LE())
      let address = NetworkAddress(rawValue: try reader.readUInt16LE())
      let index = associations.firstIndex { ieee.rawValue == 0 ? $0.address == address : $0.ieee == ieee }
      respond(to: frame, record(at: index ?? Int.max))
    case 0x63 where release.hasExtendedNV:
      let ieee = IEEEAddress(rawValue: try reader.readUInt64LE())
      let count = associations.count
      associations.removeAll { $0.ieee == ieee }
      respond(to: frame, [associations.count == count ? 1 : 0])
    case 0x64 where release.hasExtendedNV:
      let address = NetworkAddress(rawValue: try reader.readUInt16LE())
      let ieee = IEEEAddress(rawValue: try reader.readUInt64LE())
      let relation = try reader.readUInt8()
      associations.removeAll { $0.ieee == ieee }
      if associations.count < release.deviceTableSize {
        associations.append(Association(ieee: ieee, address: address, relation: relation, quality: 200))
      }
      respond(to: frame, [0])
    default: return false
    }
    return true
  }

  private func record(at index: Int) -> [UInt8] {
    let association = index < associations.count ? associations[index] : nil
    return Association.record(
      association, index: UInt16(truncatingIfNeeded: index), aligned: release.alignsStructures)
  }

  // MARK: SAPI

  mutating func simpleAPI(
    _ frame: UNPIFrame, _ reader: inout ByteReader, at now: MonotonicInstant
  ) throws(DecodingFailure) -> Bool {
    switch frame.id.command {
    case 0x00:
      respond(to: frame, [])
      _ = startFromApplication(at: now)
    case 0x04:
      let id = try reader.readUInt8()
      guard let value = memory.items[UInt16(id)], value.count <= 240 else {
        respond(to: frame, [1, id, 0])
        return true
      }
      respond(to: frame, [0, id, UInt8(value.count)] + value)
    case 0x05:
      let id = try reader.readUInt8()
      let value = try reader.readBytes(count: Int(try reader.readUInt8()))
      respond(to: frame, [memory.set(UInt16(id), value) ? 0 : 1])
    case 0x06:
      let parameter = try reader.readUInt8()
      let value: UInt64 =
        switch parameter {
        case 0: UInt64(deviceState)
        case 1: ieeeAddress.rawValue
        case 5: UInt64(network?.channel ?? 0)
        case 6: UInt64(network?.panID.rawValue ?? 0xFFFF)
        case 7: network?.extendedPANID.rawValue ?? 0
        default: 0
        }
      respond(to: frame, [parameter] + littleEndian(value))
    case 0x08:
      _ = try reader.readUInt16LE()
      let seconds = try reader.readUInt8()
      respond(to: frame, [isRunning ? 0 : 1])
      if isRunning { openNetwork(seconds: seconds, at: now) }
    case 0x09: beginReset(.external, at: now)
    default: return false
    }
    return true
  }

  // MARK: APP_CNF

  mutating func applicationConfiguration(
    _ frame: UNPIFrame, _ reader: inout ByteReader, at now: MonotonicInstant
  ) throws(DecodingFailure) -> Bool {
    guard release.hasBDB else { return false }
    switch frame.id.command {
    case 0x01, 0x02, 0x03, 0x07, 0x09, 0x0A, 0xFF: respond(to: frame, [0])
    case 0x04:
      // 1: install code and its check value, 18 bytes; 2: the key derived from it.
      let format = try reader.readUInt8()
      let ieee = IEEEAddress(rawValue: try reader.readUInt64LE())
      let length = format == 1 ? 18 : 16
      guard format == 1 || format == 2, reader.remaining == length else {
        respond(to: frame, [2])
        return true
      }
      if installCodes.count < 64 { installCodes.insert(ieee) }
      respond(to: frame, [0])
    case 0x05:
      let mode = try reader.readUInt8()
      respond(to: frame, [0])
      startCommissioning(mode: mode, at: now)
    case 0x06:
      joinUsesInstallCode = try reader.readUInt8() != 0
      respond(to: frame, [0])
    case 0x08:
      let isPrimary = try reader.readUInt8() != 0
      let channels = try reader.readUInt32LE()
      if isPrimary { primaryChannels = channels }
      respond(to: frame, [0])
    default: return false
    }
    return true
  }

  /// Whether the trust centre lets this device in now.
  package func admits(_ ieee: IEEEAddress, at now: MonotonicInstant) -> Bool {
    permitsJoining(at: now) && (!joinUsesInstallCode || installCodes.contains(ieee))
  }
}
