import ByteCoding

// The TLVs that belong to one message each (Zigbee R23, 2.4.3 and 2.4.4).

/// Devices by their addresses; all ones stands for every device. In Clear_All_Bindings_req and
/// Security_Decommission_req.
public struct DeviceListTLV: TLVContent {
  public static let tag = TLVTag(rawValue: 0)
  /// As many as a value of 256 bytes has room for.
  public static let maximumCount = 31

  public var devices: [IEEEAddress]

  public init(devices: [IEEEAddress]) { self.devices = devices }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    devices = try ZDOList.read(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    ZDOList.write(Array(devices.prefix(Self.maximumCount)), into: &writer)
  }
}

/// Where to look for beacons, in Mgmt_NWK_Beacon_Survey_req.
public struct BeaconSurveyConfigurationTLV: TLVContent {
  public static let tag = TLVTag(rawValue: 0)
  public static let maximumCount = 63

  /// One a channel page: bits 0 to 26 channels, 27 to 31 the page.
  public var channels: [UInt32]
  /// Bit 0: an enhanced active scan.
  public var flags: UInt8

  public init(channels: [UInt32], flags: UInt8 = 0) {
    self.channels = channels
    self.flags = flags
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    channels = []
    for _ in 0..<(try reader.readUInt8()) { channels.append(try reader.readUInt32LE()) }
    flags = try reader.readUInt8()
  }

  public func encode(into writer: inout ByteWriter) {
    let written = channels.prefix(Self.maximumCount)
    writer.write(UInt8(written.count))
    for mask in written { writer.writeLE(mask) }
    writer.write(flags)
  }
}

/// The beacons that a device counted, in Mgmt_NWK_Beacon_Survey_rsp.
public struct BeaconSurveyResultsTLV: TLVContent {
  public static let tag = TLVTag(rawValue: 1)

  public var total: UInt8
  public var ownNetwork: UInt8
  public var potentialParents: UInt8
  public var otherNetworks: UInt8

  public init(total: UInt8, ownNetwork: UInt8, potentialParents: UInt8, otherNetworks: UInt8) {
    self.total = total
    self.ownNetwork = ownNetwork
    self.potentialParents = potentialParents
    self.otherNetworks = otherNetworks
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    total = try reader.readUInt8()
    ownNetwork = try reader.readUInt8()
    potentialParents = try reader.readUInt8()
    otherNetworks = try reader.readUInt8()
  }

  public func encode(into writer: inout ByteWriter) {
    for count in [total, ownNetwork, potentialParents, otherNetworks] { writer.write(count) }
  }
}

/// The parents that a device could take, in Mgmt_NWK_Beacon_Survey_rsp.
public struct PotentialParentsTLV: TLVContent {
  public static let tag = TLVTag(rawValue: 2)

  /// A router and how well it is heard.
  public struct Parent: Hashable, Sendable, ByteDecodable, ByteEncodable {
    public var networkAddress: NetworkAddress
    public var linkQuality: LinkQuality

    public init(networkAddress: NetworkAddress, linkQuality: LinkQuality) {
      self.networkAddress = networkAddress
      self.linkQuality = linkQuality
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      networkAddress = try NetworkAddress(from: &reader)
      linkQuality = LinkQuality(rawValue: try reader.readUInt8())
    }

    public func encode(into writer: inout ByteWriter) {
      networkAddress.encode(into: &writer)
      writer.write(linkQuality.rawValue)
    }
  }

  public static let maximumCount = 5

  public var current: Parent
  public var others: [Parent]

  public init(current: Parent, others: [Parent]) {
    self.current = current
    self.others = others
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    current = try Parent(from: &reader)
    others = try ZDOList.read(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    current.encode(into: &writer)
    ZDOList.write(Array(others.prefix(Self.maximumCount)), into: &writer)
  }
}

/// How a request to set parameters went, tag by tag, in Security_Set_Configuration_rsp.
public struct ProcessingStatusTLV: TLVContent {
  public static let tag = TLVTag(rawValue: 0)
  public static let maximumCount = 127

  public struct Entry: Hashable, Sendable, ByteDecodable, ByteEncodable {
    public var tag: TLVTag
    public var status: ZDOStatus

    public init(tag: TLVTag, status: ZDOStatus) {
      self.tag = tag
      self.status = status
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      tag = TLVTag(rawValue: try reader.readUInt8())
      status = try ZDOStatus(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(tag.rawValue)
      status.encode(into: &writer)
    }
  }

  public var entries: [Entry]

  public init(entries: [Entry]) { self.entries = entries }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    entries = try ZDOList.read(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    ZDOList.write(Array(entries.prefix(Self.maximumCount)), into: &writer)
  }
}
