import ByteCoding

/// Mgmt_Lqi_req (2.4.3.3.2), one page of the neighbour table.
public struct ManagementLQIRequest: ZDOBody {
  public static let cluster = ClusterID.managementLQIRequest

  public var startIndex: UInt8

  public init(startIndex: UInt8 = 0) {
    self.startIndex = startIndex
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    startIndex = try reader.readUInt8()
  }

  public func encode(into writer: inout ByteWriter) {
    writer.write(startIndex)
  }
}

/// Mgmt_Rtg_req (2.4.3.3.3), one page of the routing table.
public struct ManagementRoutingRequest: ZDOBody {
  public static let cluster = ClusterID.managementRoutingRequest

  public var startIndex: UInt8

  public init(startIndex: UInt8 = 0) {
    self.startIndex = startIndex
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    startIndex = try reader.readUInt8()
  }

  public func encode(into writer: inout ByteWriter) {
    writer.write(startIndex)
  }
}

/// Mgmt_Bind_req (2.4.3.3.4), one page of the binding table.
public struct ManagementBindRequest: ZDOBody {
  public static let cluster = ClusterID.managementBindRequest

  public var startIndex: UInt8

  public init(startIndex: UInt8 = 0) {
    self.startIndex = startIndex
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    startIndex = try reader.readUInt8()
  }

  public func encode(into writer: inout ByteWriter) {
    writer.write(startIndex)
  }
}

/// Mgmt_Permit_Joining_req (2.4.3.3.7).
public struct ManagementPermitJoiningRequest: ZDOBody {
  public static let cluster = ClusterID.managementPermitJoiningRequest

  /// 0 closes, 255 leaves open for ever (R20) or is forbidden (R21 and later).
  public var seconds: UInt8
  /// TC_Significance; 1 in every current stack.
  public var changesTrustCenter: Bool
  /// R23: what the routers add to their beacons.
  public var tlvs: TLVList

  public init(seconds: UInt8, changesTrustCenter: Bool = true, tlvs: TLVList = []) {
    self.seconds = seconds
    self.changesTrustCenter = changesTrustCenter
    self.tlvs = tlvs
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    seconds = try reader.readUInt8()
    changesTrustCenter = try reader.readUInt8() != 0
    tlvs = try TLVList(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    writer.write(seconds)
    writer.write(UInt8(changesTrustCenter ? 1 : 0))
    tlvs.encode(into: &writer)
  }
}

/// Mgmt_Permit_Joining_rsp (2.4.4.4.6).
public struct ManagementPermitJoiningResponse: ZDOBody {
  public static let cluster = ClusterID.managementPermitJoiningResponse

  public var status: ZDOStatus

  public init(status: ZDOStatus) {
    self.status = status
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
  }
}

/// Mgmt_Leave_rsp (2.4.4.4.5).
public struct ManagementLeaveResponse: ZDOBody {
  public static let cluster = ClusterID.managementLeaveResponse

  public var status: ZDOStatus

  public init(status: ZDOStatus) {
    self.status = status
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
  }
}

/// Bind_rsp (2.4.4.3.2).
public struct BindResponse: ZDOBody {
  public static let cluster = ClusterID.bindResponse

  public var status: ZDOStatus

  public init(status: ZDOStatus) {
    self.status = status
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
  }
}

/// Unbind_rsp (2.4.4.3.3).
public struct UnbindResponse: ZDOBody {
  public static let cluster = ClusterID.unbindResponse

  public var status: ZDOStatus

  public init(status: ZDOStatus) {
    self.status = status
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
  }
}
