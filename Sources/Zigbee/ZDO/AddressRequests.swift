import ByteCoding

/// What an address request asks for: the device alone, or its children too.
public struct AddressRequestKind: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static let single = Self(rawValue: 0)
  public static let extended = Self(rawValue: 1)

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    rawValue = try reader.readUInt8()
  }

  public func encode(into writer: inout ByteWriter) { writer.write(rawValue) }
}

/// NWK_addr_req (2.4.3.1.1): which short address has this device?
public struct NetworkAddressRequest: ZDOBody {
  public static let cluster = ClusterID.networkAddressRequest

  public var ieee: IEEEAddress
  public var kind: AddressRequestKind
  public var startIndex: UInt8

  public init(ieee: IEEEAddress, kind: AddressRequestKind = .single, startIndex: UInt8 = 0) {
    self.ieee = ieee
    self.kind = kind
    self.startIndex = startIndex
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    ieee = try IEEEAddress(from: &reader)
    kind = try AddressRequestKind(from: &reader)
    startIndex = try reader.readUInt8()
  }

  public func encode(into writer: inout ByteWriter) {
    ieee.encode(into: &writer)
    kind.encode(into: &writer)
    writer.write(startIndex)
  }
}

/// IEEE_addr_req (2.4.3.1.2): which device has this short address?
public struct IEEEAddressRequest: ZDOBody {
  public static let cluster = ClusterID.ieeeAddressRequest

  public var networkAddress: NetworkAddress
  public var kind: AddressRequestKind
  public var startIndex: UInt8

  public init(networkAddress: NetworkAddress, kind: AddressRequestKind = .single, startIndex: UInt8 = 0) {
    self.networkAddress = networkAddress
    self.kind = kind
    self.startIndex = startIndex
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    networkAddress = try NetworkAddress(from: &reader)
    kind = try AddressRequestKind(from: &reader)
    startIndex = try reader.readUInt8()
  }

  public func encode(into writer: inout ByteWriter) {
    networkAddress.encode(into: &writer)
    kind.encode(into: &writer)
    writer.write(startIndex)
  }
}
