import ByteCoding

/// One binding: reports and commands of a cluster go from an endpoint to a device or group.
public struct Binding: Hashable, Sendable, ByteDecodable, ByteEncodable {
  public enum Destination: Hashable, Sendable {
    case group(GroupID)
    case device(IEEEAddress, EndpointID)
  }

  public var source: IEEEAddress
  public var sourceEndpoint: EndpointID
  public var cluster: ClusterID
  public var destination: Destination

  public init(
    source: IEEEAddress, sourceEndpoint: EndpointID, cluster: ClusterID, destination: Destination
  ) {
    self.source = source
    self.sourceEndpoint = sourceEndpoint
    self.cluster = cluster
    self.destination = destination
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    source = try IEEEAddress(from: &reader)
    sourceEndpoint = try EndpointID(from: &reader)
    cluster = try ClusterID(from: &reader)
    let offset = reader.offset
    switch try reader.readUInt8() {
    case 0x01:
      destination = .group(try GroupID(from: &reader))
    case 0x03:
      let address = try IEEEAddress(from: &reader)
      destination = .device(address, try EndpointID(from: &reader))
    default:
      throw DecodingFailure(.invalidValue, offset: offset)
    }
  }

  public func encode(into writer: inout ByteWriter) {
    source.encode(into: &writer)
    sourceEndpoint.encode(into: &writer)
    cluster.encode(into: &writer)
    switch destination {
    case .group(let group):
      writer.write(UInt8(0x01))
      group.encode(into: &writer)
    case .device(let address, let endpoint):
      writer.write(UInt8(0x03))
      address.encode(into: &writer)
      endpoint.encode(into: &writer)
    }
  }
}

/// Bind_req (2.4.3.2.2).
public struct BindRequest: ZDOBody {
  public static let cluster = ClusterID.bindRequest

  public var binding: Binding

  public init(_ binding: Binding) { self.binding = binding }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    binding = try Binding(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) { binding.encode(into: &writer) }
}

/// Unbind_req (2.4.3.2.3).
public struct UnbindRequest: ZDOBody {
  public static let cluster = ClusterID.unbindRequest

  public var binding: Binding

  public init(_ binding: Binding) { self.binding = binding }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    binding = try Binding(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) { binding.encode(into: &writer) }
}
