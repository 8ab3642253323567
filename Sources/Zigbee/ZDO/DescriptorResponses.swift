import ByteCoding

/// Node_Desc_rsp (2.4.4.2.3).
public struct NodeDescriptorResponse: ZDOBody {
  public static let cluster = ClusterID.nodeDescriptorResponse

  public var status: ZDOStatus
  /// nil where a failed answer leaves it out.
  public var networkAddress: NetworkAddress?
  /// Present when the status is success.
  public var descriptor: NodeDescriptor?
  /// R23: how long the messages are that the device can put together.
  public var tlvs: TLVList

  public init(
    status: ZDOStatus = .success, networkAddress: NetworkAddress?, descriptor: NodeDescriptor?,
    tlvs: TLVList = []
  ) {
    self.status = status
    self.networkAddress = networkAddress
    self.descriptor = descriptor
    self.tlvs = tlvs
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
    networkAddress = try ZDOAnswer.networkAddress(after: status, from: &reader)
    descriptor = status == .success ? try NodeDescriptor(from: &reader) : nil
    tlvs = try TLVList(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    networkAddress?.encode(into: &writer)
    descriptor?.encode(into: &writer)
    tlvs.encode(into: &writer)
  }
}

/// Power_Desc_rsp (2.4.4.2.4).
public struct PowerDescriptorResponse: ZDOBody {
  public static let cluster = ClusterID.powerDescriptorResponse

  public var status: ZDOStatus
  public var networkAddress: NetworkAddress?
  public var descriptor: PowerDescriptor?

  public init(status: ZDOStatus = .success, networkAddress: NetworkAddress?, descriptor: PowerDescriptor?) {
    self.status = status
    self.networkAddress = networkAddress
    self.descriptor = descriptor
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
    networkAddress = try ZDOAnswer.networkAddress(after: status, from: &reader)
    descriptor = status == .success ? try PowerDescriptor(from: &reader) : nil
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    networkAddress?.encode(into: &writer)
    descriptor?.encode(into: &writer)
  }
}

/// Simple_Desc_rsp (2.4.4.2.5).
public struct SimpleDescriptorResponse: ZDOBody {
  public static let cluster = ClusterID.simpleDescriptorResponse

  public var status: ZDOStatus
  public var networkAddress: NetworkAddress?
  /// The length of the descriptor that the message states. Devices state wrong ones, so the descriptor is
  /// read as far as the message goes.
  public var statedLength: UInt8
  public var descriptor: SimpleDescriptor?

  public init(status: ZDOStatus = .success, networkAddress: NetworkAddress?, descriptor: SimpleDescriptor?) {
    self.status = status
    self.networkAddress = networkAddress
    self.descriptor = descriptor
    statedLength = UInt8(clamping: descriptor?.encodedBytes.count ?? 0)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
    networkAddress = try ZDOAnswer.networkAddress(after: status, from: &reader)
    statedLength = status != .success && reader.isEmpty ? 0 : try reader.readUInt8()
    descriptor = status == .success ? try SimpleDescriptor(from: &reader) : nil
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    networkAddress?.encode(into: &writer)
    writer.write(statedLength)
    descriptor?.encode(into: &writer)
  }
}

/// What the answers have in common.
enum ZDOAnswer {
  /// The address that follows the status: required after success, often left out after a failure.
  static func networkAddress(
    after status: ZDOStatus, from reader: inout ByteReader
  ) throws(DecodingFailure) -> NetworkAddress? {
    if status != .success, reader.remaining < 2 { return nil }
    return try NetworkAddress(from: &reader)
  }
}
