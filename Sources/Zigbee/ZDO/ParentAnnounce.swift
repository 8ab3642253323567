import ByteCoding

/// Parent_annce (2.4.3.1.12): a router that restarted names the children it thinks it has.
public struct ParentAnnounce: ZDOBody {
  public static let cluster = ClusterID.parentAnnounce

  public var children: [IEEEAddress]

  public init(children: [IEEEAddress]) { self.children = children }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    children = try ZDOList.read(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) { ZDOList.write(children, into: &writer) }
}

/// Parent_annce_rsp (2.4.4.2.13): the children that another router has in truth.
public struct ParentAnnounceResponse: ZDOBody {
  public static let cluster = ClusterID.parentAnnounceResponse

  public var status: ZDOStatus
  public var children: [IEEEAddress]

  public init(status: ZDOStatus = .success, children: [IEEEAddress] = []) {
    self.status = status
    self.children = children
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
    children = reader.isEmpty ? [] : try ZDOList.read(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    ZDOList.write(children, into: &writer)
  }
}
