import ByteCoding
import Zigbee

/// What the device object of one node knows, and its answers to ZDO requests (Zigbee 2.4). The coordinator
/// and the virtual devices share it.
struct DeviceObjectServer: Hashable, Sendable {
  static let bindingLimit = 32

  var ieee: IEEEAddress
  var address: NetworkAddress
  var node: NodeDescriptor
  var power: PowerDescriptor
  var endpoints: [SimpleDescriptor] = []
  var bindings: [Binding] = []
  var neighbors: [Neighbor] = []
  var routes: [Route] = []

  /// The answer's body behind the sequence number; nil when the request gets none (a broadcast for somebody
  /// else, or no request at all).
  mutating func answer(_ cluster: ClusterID, _ body: [UInt8], isBroadcast: Bool) -> [UInt8]? {
    guard !cluster.isZDOResponse, cluster != .deviceAnnounce else { return nil }
    do throws(DecodingFailure) {
      return try body.withReader { (reader) throws(DecodingFailure) in
        try self.answer(cluster, &reader, isBroadcast: isBroadcast)
      }
    } catch {
      return isBroadcast ? nil : [ZDOStatus.invalidRequestType.rawValue]
    }
  }

  private mutating func answer(
    _ cluster: ClusterID, _ reader: inout ByteReader, isBroadcast: Bool
  ) throws(DecodingFailure) -> [UInt8]? {
    switch cluster {
    case .networkAddressRequest:
      let wanted = IEEEAddress(rawValue: try reader.readUInt64LE())
      return wanted == ieee ? addressAnswer : isBroadcast ? nil : notFound(wanted)
    case .ieeeAddressRequest:
      return try isForMe(&reader) ? addressAnswer : nil
    case .nodeDescriptorRequest: return try describe(&reader) { $0.node.encodedBytes }
    case .powerDescriptorRequest: return try describe(&reader) { $0.power.encodedBytes }
    case .activeEndpointsRequest:
      return try describe(&reader) { server in
        [UInt8(truncatingIfNeeded: server.endpoints.count)] + server.endpoints.map(\.endpoint.rawValue)
      }
    case .simpleDescriptorRequest: return try simpleDescriptor(&reader)
    case .matchDescriptorRequest: return try matchDescriptor(&reader)
    case .systemServerDiscoveryRequest:
      let mask = try reader.readUInt16LE() & node.serverMask & 0x00FF
      return mask == 0 ? nil : [0] + littleEndian(mask)
    case .bindRequest: return [try changeBinding(&reader, adding: true).rawValue]
    case .unbindRequest: return [try changeBinding(&reader, adding: false).rawValue]
    case .managementLQIRequest: return try page(&reader, neighbors.map(\.encodedBytes), perPage: 2)
    case .managementRoutingRequest: return try page(&reader, routes.map(\.encodedBytes), perPage: 10)
    case .managementBindRequest: return try page(&reader, bindings.map(\.encodedBytes), perPage: 3)
    case .managementLeaveRequest, .managementPermitJoiningRequest: return [0]
    default: return isBroadcast ? nil : [ZDOStatus.notSupported.rawValue]
    }
  }

  private var addressAnswer: [UInt8] {
    [0] + littleEndian(ieee.rawValue) + littleEndian(address.rawValue)
  }

  private func notFound(_ wanted: IEEEAddress) -> [UInt8] {
    [ZDOStatus.deviceNotFound.rawValue] + littleEndian(wanted.rawValue)
      + littleEndian(NetworkAddress.unknown.rawValue)
  }

  private func isForMe(_ reader: inout ByteReader) throws(DecodingFailure) -> Bool {
    let wanted = NetworkAddress(rawValue: try reader.readUInt16LE())
    return wanted == address || wanted.isBroadcast
  }

  /// Status, address, then the descriptor of this node; "invalid request" for another node's.
  private func describe(
    _ reader: inout ByteReader, _ content: (Self) -> [UInt8]
  ) throws(DecodingFailure) -> [UInt8] {
    let wanted = NetworkAddress(rawValue: try reader.readUInt16LE())
    guard wanted == address else {
      return [ZDOStatus.invalidRequestType.rawValue] + littleEndian(wanted.rawValue) + [0]
    }
    return [0] + littleEndian(address.rawValue) + content(self)
  }

  private func simpleDescriptor(_ reader: inout ByteReader) throws(DecodingFailure) -> [UInt8] {
    let wanted = NetworkAddress(rawValue: try reader.readUInt16LE())
    let endpoint = EndpointID(try reader.readUInt8())
    let failure: ZDOStatus? =
      if wanted != address {
        .deviceNotFound
      } else if !(1...240).contains(endpoint.rawValue) && endpoint != .greenPower {
        .invalidEndpoint
      } else if !endpoints.contains(where: { $0.endpoint == endpoint }) {
        .notActive
      } else {
        nil
      }
    if let failure { return [failure.rawValue] + littleEndian(wanted.rawValue) + [0] }
    let descriptor = endpoints.first { $0.endpoint == endpoint }?.encodedBytes ?? []
    return [0] + littleEndian(address.rawValue) + [UInt8(truncatingIfNeeded: descriptor.count)] + descriptor
  }

  private func matchDescriptor(_ reader: inout ByteReader) throws(DecodingFailure) -> [UInt8]? {
    let wanted = NetworkAddress(rawValue: try reader.readUInt16LE())
    let profile = ProfileID(rawValue: try reader.readUInt16LE())
    let input = try reader.readClusters()
    let output = try reader.readClusters()
    guard wanted == address || wanted.isBroadcast else { return nil }
    let matches = endpoints.filter { endpoint in
      endpoint.profile == profile
        && (input.contains(where: endpoint.inputClusters.contains)
          || output.contains(where: endpoint.outputClusters.contains))
    }
    if matches.isEmpty, wanted.isBroadcast { return nil }
    return [0] + littleEndian(address.rawValue) + [UInt8(matches.count)] + matches.map(\.endpoint.rawValue)
  }

  private mutating func changeBinding(
    _ reader: inout ByteReader, adding: Bool
  ) throws(DecodingFailure) -> ZDOStatus {
    let binding = try Binding(from: &reader)
    guard binding.source == ieee else { return .noEntry }
    guard endpoints.contains(where: { $0.endpoint == binding.sourceEndpoint }) else {
      return .invalidEndpoint
    }
    let known = bindings.firstIndex(of: binding)
    if adding {
      guard known == nil else { return .success }
      guard bindings.count < Self.bindingLimit else { return .tableFull }
      bindings.append(binding)
    } else {
      guard let known else { return .noEntry }
      bindings.remove(at: known)
    }
    return .success
  }

  /// One page of a table: status, total, start, count, entries.
  private func page(
    _ reader: inout ByteReader, _ entries: [[UInt8]], perPage: Int
  ) throws(DecodingFailure) -> [UInt8] {
    let start = Int(try reader.readUInt8())
    let some = entries.dropFirst(start).prefix(perPage)
    return [0, UInt8(truncatingIfNeeded: entries.count), UInt8(truncatingIfNeeded: start), UInt8(some.count)]
      + some.joined()
  }
}
