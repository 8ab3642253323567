import ByteCoding
import SansIO

// The TLVs that mean the same in every message (Zigbee R23, annex I.4).

/// Anything that a manufacturer adds.
public struct ManufacturerSpecificTLV: TLVContent {
  public static let tag = TLVTag.manufacturerSpecific

  public var manufacturer: ManufacturerCode
  public var data: [UInt8]

  public init(manufacturer: ManufacturerCode, data: [UInt8]) {
    self.manufacturer = manufacturer
    self.data = data
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    manufacturer = try ManufacturerCode(from: &reader)
    data = reader.readRemaining()
  }

  public func encode(into writer: inout ByteWriter) {
    manufacturer.encode(into: &writer)
    writer.write(data)
  }
}

/// How a device can agree on a link key.
public struct SupportedKeyNegotiationMethodsTLV: TLVContent {
  public static let tag = TLVTag.supportedKeyNegotiationMethods

  /// Bit 0 the mechanism of Zigbee 3.0, 1 SPEKE with AES-MMO-128, 2 SPEKE with SHA-256.
  public var protocols: UInt8
  /// Bit 0 authentication token, 1 install code, 2 pass code, 3 basic and 4 administrative key.
  public var preSharedSecrets: UInt8
  /// Left out by some stacks.
  public var source: IEEEAddress?

  public init(protocols: UInt8, preSharedSecrets: UInt8, source: IEEEAddress? = nil) {
    self.protocols = protocols
    self.preSharedSecrets = preSharedSecrets
    self.source = source
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    protocols = try reader.readUInt8()
    preSharedSecrets = try reader.readUInt8()
    source = reader.isEmpty ? nil : try IEEEAddress(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    writer.write(protocols)
    writer.write(preSharedSecrets)
    source?.encode(into: &writer)
  }
}

/// How often a router saw another network with its PAN identifier.
public struct PANIDConflictReportTLV: TLVContent {
  public static let tag = TLVTag.panIDConflictReport

  public var count: UInt16

  public init(count: UInt16) { self.count = count }

  public init(from reader: inout ByteReader) throws(DecodingFailure) { count = try reader.readUInt16LE() }

  public func encode(into writer: inout ByteWriter) { writer.writeLE(count) }
}

/// The PAN identifier that the network takes when it changes next.
public struct NextPANIDChangeTLV: TLVContent {
  public static let tag = TLVTag.nextPANIDChange

  public var panID: PANIdentifier

  public init(panID: PANIdentifier) { self.panID = panID }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    panID = PANIdentifier(rawValue: try reader.readUInt16LE())
  }

  public func encode(into writer: inout ByteWriter) { writer.writeLE(panID.rawValue) }
}

/// The channel that the network takes when it changes next.
public struct NextChannelChangeTLV: TLVContent {
  public static let tag = TLVTag.nextChannelChange

  /// Bits 0 to 26 channels, 27 to 31 channel page.
  public var channel: UInt32

  public init(channel: UInt32) { self.channel = channel }

  public init(from reader: inout ByteReader) throws(DecodingFailure) { channel = try reader.readUInt32LE() }

  public func encode(into writer: inout ByteWriter) { writer.writeLE(channel) }
}

/// The secret by which a device proves itself in a later key negotiation.
public struct SymmetricPassphraseTLV: TLVContent {
  public static let tag = TLVTag.symmetricPassphrase

  public var passphrase: Secret<KeyBytes>

  public init(passphrase: Secret<KeyBytes>) { self.passphrase = passphrase }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let offset = reader.offset
    guard let key = KeyBytes(try reader.readBytes(count: 16)) else {
      throw DecodingFailure(.invalidValue, offset: offset)
    }
    passphrase = Secret(key)
  }

  public func encode(into writer: inout ByteWriter) { writer.write(passphrase.reveal().bytes) }
}

/// What a router tells in its beacons, as bits: hub connectivity, uptime, preferred parent, battery backup,
/// enhanced beacon requests, MAC data polls, end-device time-out, power negotiation.
public struct RouterInformationTLV: TLVContent {
  public static let tag = TLVTag.routerInformation

  public var flags: UInt16

  public init(flags: UInt16) { self.flags = flags }

  public init(from reader: inout ByteReader) throws(DecodingFailure) { flags = try reader.readUInt16LE() }

  public func encode(into writer: inout ByteWriter) { writer.writeLE(flags) }
}

/// How long the messages are that a device puts together from fragments.
public struct FragmentationParametersTLV: TLVContent {
  public static let tag = TLVTag.fragmentationParameters

  public var networkAddress: NetworkAddress
  /// Bit 0: fragmentation is supported.
  public var options: UInt8?
  /// The longest message, in bytes.
  public var maximumIncomingTransferUnit: UInt16?

  public init(
    networkAddress: NetworkAddress, options: UInt8? = 1, maximumIncomingTransferUnit: UInt16? = nil
  ) {
    self.networkAddress = networkAddress
    self.options = options
    self.maximumIncomingTransferUnit = options == nil ? nil : maximumIncomingTransferUnit
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    networkAddress = try NetworkAddress(from: &reader)
    options = reader.isEmpty ? nil : try reader.readUInt8()
    maximumIncomingTransferUnit = reader.remaining < 2 ? nil : try reader.readUInt16LE()
  }

  public func encode(into writer: inout ByteWriter) {
    networkAddress.encode(into: &writer)
    guard let options else { return }
    writer.write(options)
    if let maximumIncomingTransferUnit { writer.writeLE(maximumIncomingTransferUnit) }
  }
}

/// What a joining device sends with its request.
public struct JoinerEncapsulationTLV: TLVContent {
  public static let tag = TLVTag.joinerEncapsulation

  public var tlvs: TLVList

  public init(tlvs: TLVList) { self.tlvs = tlvs }

  public init(from reader: inout ByteReader) throws(DecodingFailure) { tlvs = try TLVList(from: &reader) }

  public func encode(into writer: inout ByteWriter) { tlvs.encode(into: &writer) }
}

/// What every router adds to its beacons.
public struct BeaconAppendixEncapsulationTLV: TLVContent {
  public static let tag = TLVTag.beaconAppendixEncapsulation

  public var tlvs: TLVList

  public init(tlvs: TLVList) { self.tlvs = tlvs }

  public init(from reader: inout ByteReader) throws(DecodingFailure) { tlvs = try TLVList(from: &reader) }

  public func encode(into writer: inout ByteWriter) { tlvs.encode(into: &writer) }
}

/// Settings of the stack; bit 0 forbids ZDO messages without APS security.
public struct ConfigurationParametersTLV: TLVContent {
  public static let tag = TLVTag.configurationParameters

  public var flags: UInt16

  public init(flags: UInt16) { self.flags = flags }

  public init(from reader: inout ByteReader) throws(DecodingFailure) { flags = try reader.readUInt16LE() }

  public func encode(into writer: inout ByteWriter) { writer.writeLE(flags) }
}

/// Abilities that other specifications (Zigbee Direct) define.
public struct DeviceCapabilityExtensionTLV: TLVContent {
  public static let tag = TLVTag.deviceCapabilityExtension

  public var data: [UInt8]

  public init(data: [UInt8]) { self.data = data }

  public init(from reader: inout ByteReader) throws(DecodingFailure) { data = reader.readRemaining() }

  public func encode(into writer: inout ByteWriter) { writer.write(data) }
}
