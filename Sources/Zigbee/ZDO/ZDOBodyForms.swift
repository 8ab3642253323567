import ByteCoding

// The forms that several kinds of ZDO message share.

/// An answer that is a status and nothing else.
public protocol ZDOStatusBody: ZDOBody {
  var status: ZDOStatus { get }
  init(status: ZDOStatus)
}

extension ZDOStatusBody {
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(status: try ZDOStatus(from: &reader))
  }

  public func encode(into writer: inout ByteWriter) { status.encode(into: &writer) }
}

/// A request that is made of TLVs.
public protocol ZDOTLVRequest: ZDOBody {
  var tlvs: TLVList { get }
  init(tlvs: TLVList)
}

extension ZDOTLVRequest {
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(tlvs: try TLVList(from: &reader))
  }

  public func encode(into writer: inout ByteWriter) { tlvs.encode(into: &writer) }
}

/// An answer that is a status and TLVs.
public protocol ZDOTLVAnswer: ZDOBody {
  var status: ZDOStatus { get }
  var tlvs: TLVList { get }
  init(status: ZDOStatus, tlvs: TLVList)
}

extension ZDOTLVAnswer {
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let status = try ZDOStatus(from: &reader)
    self.init(status: status, tlvs: try TLVList(from: &reader))
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    tlvs.encode(into: &writer)
  }
}
