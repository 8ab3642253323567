import ByteCoding

/// Mgmt_NWK_Update_req (2.4.3.3.9): scan for energy, change the channel, or name the manager.
public struct ManagementNetworkUpdateRequest: ZDOBody {
  public static let cluster = ClusterID.managementNetworkUpdateRequest

  public enum Action: Hashable, Sendable {
    /// Scan duration exponent 0 to 5, how often.
    case energyScan(duration: UInt8, count: UInt8)
    case changeChannel(updateID: UInt8)
    case setManager(updateID: UInt8, manager: NetworkAddress)
  }

  /// Bits 11 to 26 are channels.
  public var channels: UInt32
  public var action: Action

  public init(channels: UInt32, action: Action) {
    self.channels = channels
    self.action = action
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    channels = try reader.readUInt32LE()
    action = try Action(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    writer.writeLE(channels)
    action.encode(into: &writer)
  }
}

extension ManagementNetworkUpdateRequest.Action: ByteDecodable, ByteEncodable {
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let offset = reader.offset
    let duration = try reader.readUInt8()
    switch duration {
    case 0...5:
      self = .energyScan(duration: duration, count: reader.isEmpty ? 1 : try reader.readUInt8())
    case 0xFE:
      self = .changeChannel(updateID: reader.isEmpty ? 0 : try reader.readUInt8())
    case 0xFF:
      let updateID = try reader.readUInt8()
      self = .setManager(updateID: updateID, manager: try NetworkAddress(from: &reader))
    default:
      throw DecodingFailure(.invalidValue, offset: offset)
    }
  }

  public func encode(into writer: inout ByteWriter) {
    switch self {
    case .energyScan(let duration, let count):
      writer.write(min(duration, 5))
      writer.write(count)
    case .changeChannel(let updateID):
      writer.write(UInt8(0xFE))
      writer.write(updateID)
    case .setManager(let updateID, let manager):
      writer.write(UInt8(0xFF))
      writer.write(updateID)
      manager.encode(into: &writer)
    }
  }
}

/// Mgmt_NWK_Update_notify (2.4.4.4.8): the result of an energy scan; also comes unasked when interference
/// grows.
public struct ManagementNetworkUpdateNotify: ZDOBody {
  public static let cluster = ClusterID.managementNetworkUpdateNotify

  public var status: ZDOStatus
  public var scannedChannels: UInt32
  public var totalTransmissions: UInt16
  public var transmissionFailures: UInt16
  /// One value a scanned channel, lowest channel first.
  public var energies: [UInt8]

  public init(
    status: ZDOStatus = .success, scannedChannels: UInt32, totalTransmissions: UInt16 = 0,
    transmissionFailures: UInt16 = 0, energies: [UInt8] = []
  ) {
    self.status = status
    self.scannedChannels = scannedChannels
    self.totalTransmissions = totalTransmissions
    self.transmissionFailures = transmissionFailures
    self.energies = energies
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
    guard status == .success || reader.remaining >= 9 else {
      (scannedChannels, totalTransmissions, transmissionFailures, energies) = (0, 0, 0, [])
      return
    }
    scannedChannels = try reader.readUInt32LE()
    totalTransmissions = try reader.readUInt16LE()
    transmissionFailures = try reader.readUInt16LE()
    let count = Int(try reader.readUInt8())
    energies = try reader.readBytes(count: min(count, reader.remaining))
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    writer.writeLE(scannedChannels)
    writer.writeLE(totalTransmissions)
    writer.writeLE(transmissionFailures)
    writer.write(UInt8(clamping: energies.count))
    writer.write(energies.prefix(Int(UInt8.max)))
  }
}

/// Mgmt_NWK_Unsolicited_Enhanced_Update_notify (R22, 2.4.4.4.12): a router tells of its own how well its
/// channel works.
public struct ManagementNetworkUnsolicitedUpdateNotify: ZDOBody {
  public static let cluster = ClusterID.managementNetworkUnsolicitedUpdateNotify

  public var status: ZDOStatus
  /// Bits 0 to 26 channels, 27 to 31 channel page.
  public var channelInUse: UInt32
  public var totalTransmissions: UInt16
  public var transmissionFailures: UInt16
  public var transmissionRetries: UInt16
  /// Minutes over which was counted.
  public var periodMinutes: UInt8

  public init(
    status: ZDOStatus = .success, channelInUse: UInt32, totalTransmissions: UInt16,
    transmissionFailures: UInt16, transmissionRetries: UInt16, periodMinutes: UInt8
  ) {
    self.status = status
    self.channelInUse = channelInUse
    self.totalTransmissions = totalTransmissions
    self.transmissionFailures = transmissionFailures
    self.transmissionRetries = transmissionRetries
    self.periodMinutes = periodMinutes
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
    channelInUse = try reader.readUInt32LE()
    totalTransmissions = try reader.readUInt16LE()
    transmissionFailures = try reader.readUInt16LE()
    transmissionRetries = try reader.readUInt16LE()
    periodMinutes = try reader.readUInt8()
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    writer.writeLE(channelInUse)
    writer.writeLE(totalTransmissions)
    writer.writeLE(transmissionFailures)
    writer.writeLE(transmissionRetries)
    writer.write(periodMinutes)
  }
}
