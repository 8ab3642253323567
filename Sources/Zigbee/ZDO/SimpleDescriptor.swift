import ByteCoding

/// The simple descriptor of one endpoint (Zigbee 2.3.2.5).
public struct SimpleDescriptor: Hashable, Sendable, ByteDecodable, ByteEncodable {
  public var endpoint: EndpointID
  public var profile: ProfileID
  public var deviceID: DeviceID
  /// Four bits.
  public var deviceVersion: UInt8
  /// Clusters that the endpoint serves.
  public var inputClusters: [ClusterID]
  /// Clusters that it uses as a client.
  public var outputClusters: [ClusterID]

  public init(
    endpoint: EndpointID, profile: ProfileID, deviceID: DeviceID, deviceVersion: UInt8 = 0,
    inputClusters: [ClusterID] = [], outputClusters: [ClusterID] = []
  ) {
    self.endpoint = endpoint
    self.profile = profile
    self.deviceID = deviceID
    self.deviceVersion = deviceVersion
    self.inputClusters = inputClusters
    self.outputClusters = outputClusters
  }

  /// Counts that promise more clusters than there are yield those that are there; a missing list is empty.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    endpoint = try EndpointID(from: &reader)
    profile = try ProfileID(from: &reader)
    deviceID = try DeviceID(from: &reader)
    deviceVersion = try reader.readUInt8() & 0x0F
    inputClusters = reader.isEmpty ? [] : try ZDOList.read(from: &reader)
    outputClusters = reader.isEmpty ? [] : try ZDOList.read(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    endpoint.encode(into: &writer)
    profile.encode(into: &writer)
    deviceID.encode(into: &writer)
    writer.write(deviceVersion & 0x0F)
    ZDOList.write(inputClusters, into: &writer)
    ZDOList.write(outputClusters, into: &writer)
  }
}
