import ByteCoding

// Binding by buttons and the register of bindings, which R22 took out of the standard.

/// End_Device_Bind_req (R21 2.4.3.2.1): the coordinator binds two devices whose buttons are pressed at the same time.
public struct EndDeviceBindRequest: ZDOBody {
  public static let cluster = ClusterID.endDeviceBindRequest

  /// Where the bindings are kept: the device itself or its primary cache.
  public var target: NetworkAddress
  public var source: IEEEAddress
  public var sourceEndpoint: EndpointID
  public var profile: ProfileID
  public var inputClusters: [ClusterID]
  public var outputClusters: [ClusterID]

  public init(
    target: NetworkAddress, source: IEEEAddress, sourceEndpoint: EndpointID, profile: ProfileID,
    inputClusters: [ClusterID], outputClusters: [ClusterID]
  ) {
    self.target = target
    self.source = source
    self.sourceEndpoint = sourceEndpoint
    self.profile = profile
    self.inputClusters = inputClusters
    self.outputClusters = outputClusters
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    target = try NetworkAddress(from: &reader)
    source = try IEEEAddress(from: &reader)
    sourceEndpoint = try EndpointID(from: &reader)
    profile = try ProfileID(from: &reader)
    inputClusters = try ZDOList.read(from: &reader)
    outputClusters = try ZDOList.read(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    target.encode(into: &writer)
    source.encode(into: &writer)
    sourceEndpoint.encode(into: &writer)
    profile.encode(into: &writer)
    ZDOList.write(inputClusters, into: &writer)
    ZDOList.write(outputClusters, into: &writer)
  }
}

/// End_Device_Bind_rsp (R21 2.4.4.3.1).
public struct EndDeviceBindResponse: ZDOStatusBody {
  public static let cluster = ClusterID.endDeviceBindResponse

  public var status: ZDOStatus

  public init(status: ZDOStatus) { self.status = status }
}

/// Bind_Register_req (R21 2.4.3.2.4): the device keeps its bindings itself.
public struct BindRegisterRequest: ZDOBody {
  public static let cluster = ClusterID.bindRegisterRequest

  public var device: IEEEAddress

  public init(device: IEEEAddress) {
    self.device = device
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    device = try IEEEAddress(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    device.encode(into: &writer)
  }
}

/// Bind_Register_rsp (R21 2.4.4.3.4).
public struct BindRegisterResponse: ZDOBody {
  public static let cluster = ClusterID.bindRegisterResponse

  public var status: ZDOStatus
  /// Bindings in all.
  public var total: UInt16
  public var bindings: [Binding]

  public init(status: ZDOStatus = .success, total: UInt16, bindings: [Binding] = []) {
    self.status = status
    self.total = total
    self.bindings = bindings
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
    guard status == .success || reader.remaining >= 4 else {
      (total, bindings) = (0, [])
      return
    }
    total = try reader.readUInt16LE()
    bindings = try ZDOList.readLong(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    writer.writeLE(total)
    ZDOList.writeLong(bindings, into: &writer)
  }
}

/// Replace_Device_req (R21 2.4.3.2.5): a device takes the place of another in all bindings.
public struct ReplaceDeviceRequest: ZDOBody {
  public static let cluster = ClusterID.replaceDeviceRequest

  public var old: IEEEAddress
  /// 0 for all.
  public var oldEndpoint: EndpointID
  public var new: IEEEAddress
  public var newEndpoint: EndpointID

  public init(old: IEEEAddress, oldEndpoint: EndpointID, new: IEEEAddress, newEndpoint: EndpointID) {
    self.old = old
    self.oldEndpoint = oldEndpoint
    self.new = new
    self.newEndpoint = newEndpoint
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    old = try IEEEAddress(from: &reader)
    oldEndpoint = try EndpointID(from: &reader)
    new = try IEEEAddress(from: &reader)
    newEndpoint = try EndpointID(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    old.encode(into: &writer)
    oldEndpoint.encode(into: &writer)
    new.encode(into: &writer)
    newEndpoint.encode(into: &writer)
  }
}

/// Replace_Device_rsp (R21 2.4.4.3.5).
public struct ReplaceDeviceResponse: ZDOStatusBody {
  public static let cluster = ClusterID.replaceDeviceResponse

  public var status: ZDOStatus

  public init(status: ZDOStatus) { self.status = status }
}
