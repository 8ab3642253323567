import ByteCoding

// Management messages that R22 took out of the standard, and the joining list of R22.

/// Mgmt_NWK_Disc_req (R21 2.4.3.3.1): which networks does the device hear?
public struct ManagementNetworkDiscoveryRequest: ZDOBody {
  public static let cluster = ClusterID.managementNetworkDiscoveryRequest

  /// Bits 11 to 26 are channels.
  public var channels: UInt32
  /// Scan duration exponent, 0 to 14.
  public var duration: UInt8
  public var startIndex: UInt8

  public init(channels: UInt32, duration: UInt8, startIndex: UInt8) {
    self.channels = channels
    self.duration = duration
    self.startIndex = startIndex
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    channels = try reader.readUInt32LE()
    duration = try reader.readUInt8()
    startIndex = try reader.readUInt8()
  }

  public func encode(into writer: inout ByteWriter) {
    writer.writeLE(channels)
    writer.write(duration)
    writer.write(startIndex)
  }
}

/// Mgmt_Direct_Join_req (R21 2.4.3.3.6): let this device join without its asking.
public struct ManagementDirectJoinRequest: ZDOBody {
  public static let cluster = ClusterID.managementDirectJoinRequest

  public var ieee: IEEEAddress
  public var capability: MACCapability

  public init(ieee: IEEEAddress, capability: MACCapability) {
    self.ieee = ieee
    self.capability = capability
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    ieee = try IEEEAddress(from: &reader)
    capability = try MACCapability(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    ieee.encode(into: &writer)
    capability.encode(into: &writer)
  }
}

/// Mgmt_Direct_Join_rsp (R21 2.4.4.4.6).
public struct ManagementDirectJoinResponse: ZDOStatusBody {
  public static let cluster = ClusterID.managementDirectJoinResponse

  public var status: ZDOStatus

  public init(status: ZDOStatus) { self.status = status }
}

/// Mgmt_Cache_req (R21 2.4.3.3.8), one page of the devices in a discovery cache.
public struct ManagementCacheRequest: ZDOBody {
  public static let cluster = ClusterID.managementCacheRequest

  public var startIndex: UInt8

  public init(startIndex: UInt8 = 0) {
    self.startIndex = startIndex
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    startIndex = try reader.readUInt8()
  }

  public func encode(into writer: inout ByteWriter) {
    writer.write(startIndex)
  }
}

/// Mgmt_NWK_IEEE_Joining_List_req (R22 2.4.3.3.11), one page of the devices that may join.
public struct ManagementJoiningListRequest: ZDOBody {
  public static let cluster = ClusterID.managementJoiningListRequest

  public var startIndex: UInt8

  public init(startIndex: UInt8 = 0) {
    self.startIndex = startIndex
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    startIndex = try reader.readUInt8()
  }

  public func encode(into writer: inout ByteWriter) {
    writer.write(startIndex)
  }
}
