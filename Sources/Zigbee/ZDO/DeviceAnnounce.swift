import ByteCoding

/// Device_annce (2.4.3.1.11): a device joined or came back under another short address.
public struct DeviceAnnounce: ZDOBody {
  public static let cluster = ClusterID.deviceAnnounce

  public var networkAddress: NetworkAddress
  public var ieee: IEEEAddress
  public var capability: MACCapability

  public init(networkAddress: NetworkAddress, ieee: IEEEAddress, capability: MACCapability) {
    self.networkAddress = networkAddress
    self.ieee = ieee
    self.capability = capability
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    networkAddress = try NetworkAddress(from: &reader)
    ieee = try IEEEAddress(from: &reader)
    capability = try MACCapability(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    networkAddress.encode(into: &writer)
    ieee.encode(into: &writer)
    capability.encode(into: &writer)
  }
}
