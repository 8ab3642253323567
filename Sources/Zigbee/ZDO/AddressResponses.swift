import ByteCoding

/// What both address answers carry (2.4.4.2.1, 2.4.4.2.2).
public struct AddressAnswer: Hashable, Sendable, ByteDecodable, ByteEncodable {
  /// The children of the device, in an answer to an extended request.
  public struct AssociatedDevices: Hashable, Sendable {
    /// How many there are in all.
    public var total: UInt8
    public var startIndex: UInt8
    public var addresses: [NetworkAddress]

    public init(total: UInt8, startIndex: UInt8, addresses: [NetworkAddress]) {
      self.total = total
      self.startIndex = startIndex
      self.addresses = addresses
    }
  }

  public var status: ZDOStatus
  public var ieee: IEEEAddress
  public var networkAddress: NetworkAddress
  public var associatedDevices: AssociatedDevices?

  public init(
    status: ZDOStatus = .success, ieee: IEEEAddress, networkAddress: NetworkAddress,
    associatedDevices: AssociatedDevices? = nil
  ) {
    self.status = status
    self.ieee = ieee
    self.networkAddress = networkAddress
    self.associatedDevices = associatedDevices
  }

  /// A failed answer may end anywhere; what it leaves out is "unknown".
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
    guard status == .success || reader.remaining >= 10 else {
      ieee = .unknown
      networkAddress = .unknown
      return
    }
    ieee = try IEEEAddress(from: &reader)
    networkAddress = try NetworkAddress(from: &reader)
    guard reader.remaining >= 2 else { return }
    let total = try reader.readUInt8()
    let startIndex = try reader.readUInt8()
    associatedDevices = AssociatedDevices(
      total: total, startIndex: startIndex, addresses: ZDOList.read(count: .max, from: &reader))
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    ieee.encode(into: &writer)
    networkAddress.encode(into: &writer)
    guard let associatedDevices else { return }
    writer.write(associatedDevices.total)
    writer.write(associatedDevices.startIndex)
    for address in associatedDevices.addresses { address.encode(into: &writer) }
  }
}

/// NWK_addr_rsp (2.4.4.2.1).
public struct NetworkAddressResponse: ZDOBody {
  public static let cluster = ClusterID.networkAddressResponse

  public var answer: AddressAnswer

  public init(_ answer: AddressAnswer) { self.answer = answer }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    answer = try AddressAnswer(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) { answer.encode(into: &writer) }
}

/// IEEE_addr_rsp (2.4.4.2.2).
public struct IEEEAddressResponse: ZDOBody {
  public static let cluster = ClusterID.ieeeAddressResponse

  public var answer: AddressAnswer

  public init(_ answer: AddressAnswer) { self.answer = answer }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    answer = try AddressAnswer(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) { answer.encode(into: &writer) }
}
