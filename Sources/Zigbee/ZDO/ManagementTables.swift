import ByteCoding

/// A network that a device hears, in Mgmt_NWK_Disc_rsp.
public struct DiscoveredNetwork: Hashable, Sendable, ByteDecodable, ByteEncodable {
  public var extendedPANID: ExtendedPANIdentifier
  public var channel: UInt8
  /// Bits 0 to 3 stack profile, 4 to 7 version of Zigbee.
  public var profileFlags: UInt8
  /// Bits 0 to 3 beacon order, 4 to 7 superframe order.
  public var orders: UInt8
  public var permitsJoining: Bool

  public init(
    extendedPANID: ExtendedPANIdentifier, channel: UInt8, profileFlags: UInt8 = 0x22, orders: UInt8 = 0xFF,
    permitsJoining: Bool
  ) {
    self.extendedPANID = extendedPANID
    self.channel = channel
    self.profileFlags = profileFlags
    self.orders = orders
    self.permitsJoining = permitsJoining
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    extendedPANID = try ExtendedPANIdentifier(from: &reader)
    channel = try reader.readUInt8()
    profileFlags = try reader.readUInt8()
    orders = try reader.readUInt8()
    permitsJoining = try reader.readUInt8() & 0x01 != 0
  }

  public func encode(into writer: inout ByteWriter) {
    extendedPANID.encode(into: &writer)
    writer.write(channel)
    writer.write(profileFlags)
    writer.write(orders)
    writer.write(UInt8(permitsJoining ? 1 : 0))
  }
}

/// Mgmt_NWK_Disc_rsp (R21 2.4.4.4.1).
public struct ManagementNetworkDiscoveryResponse: ZDOBody {
  public static let cluster = ClusterID.managementNetworkDiscoveryResponse

  public var page: TablePage<DiscoveredNetwork>

  public init(_ page: TablePage<DiscoveredNetwork>) { self.page = page }

  public init(from reader: inout ByteReader) throws(DecodingFailure) { page = try TablePage(from: &reader) }

  public func encode(into writer: inout ByteWriter) { page.encode(into: &writer) }
}

/// A device whose descriptors are in a discovery cache, in Mgmt_Cache_rsp.
public struct CachedDevice: Hashable, Sendable, ByteDecodable, ByteEncodable {
  public var ieee: IEEEAddress
  public var networkAddress: NetworkAddress

  public init(ieee: IEEEAddress, networkAddress: NetworkAddress) {
    self.ieee = ieee
    self.networkAddress = networkAddress
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    ieee = try IEEEAddress(from: &reader)
    networkAddress = try NetworkAddress(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    ieee.encode(into: &writer)
    networkAddress.encode(into: &writer)
  }
}

/// Mgmt_Cache_rsp (R21 2.4.4.4.8).
public struct ManagementCacheResponse: ZDOBody {
  public static let cluster = ClusterID.managementCacheResponse

  public var page: TablePage<CachedDevice>

  public init(_ page: TablePage<CachedDevice>) { self.page = page }

  public init(from reader: inout ByteReader) throws(DecodingFailure) { page = try TablePage(from: &reader) }

  public func encode(into writer: inout ByteWriter) { page.encode(into: &writer) }
}

/// Who may join a network (R22, mibJoiningPolicy).
public struct JoiningPolicy: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static let everybody = Self(rawValue: 0)
  public static let listed = Self(rawValue: 1)
  public static let nobody = Self(rawValue: 2)
}

/// Mgmt_NWK_IEEE_Joining_List_rsp (R22, 2.4.4.4.11). With an empty list the message ends behind the total.
public struct ManagementJoiningListResponse: ZDOBody {
  public static let cluster = ClusterID.managementJoiningListResponse

  public var status: ZDOStatus
  /// Changes with every change of the list.
  public var updateID: UInt8
  public var policy: JoiningPolicy
  /// Devices in the whole list.
  public var total: UInt8
  public var startIndex: UInt8
  public var devices: [IEEEAddress]

  public init(
    status: ZDOStatus = .success, updateID: UInt8 = 0, policy: JoiningPolicy = .everybody, total: UInt8 = 0,
    startIndex: UInt8 = 0, devices: [IEEEAddress] = []
  ) {
    self.status = status
    self.updateID = updateID
    self.policy = policy
    self.total = total
    self.startIndex = startIndex
    self.devices = devices
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(status: try ZDOStatus(from: &reader))
    guard status == .success || reader.remaining >= 3 else { return }
    updateID = try reader.readUInt8()
    policy = JoiningPolicy(rawValue: try reader.readUInt8())
    total = try reader.readUInt8()
    guard !reader.isEmpty else { return }
    startIndex = try reader.readUInt8()
    devices = reader.isEmpty ? [] : try ZDOList.read(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    writer.write(updateID)
    writer.write(policy.rawValue)
    writer.write(total)
    guard total > 0 || startIndex > 0 || !devices.isEmpty else { return }
    writer.write(startIndex)
    ZDOList.write(devices, into: &writer)
  }
}
