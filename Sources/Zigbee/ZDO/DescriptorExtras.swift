import ByteCoding

// The complex and user descriptors, which R22 took out of the standard.

/// Complex_Desc_req (R21 2.4.3.1.8).
public struct ComplexDescriptorRequest: ZDOBody {
  public static let cluster = ClusterID.complexDescriptorRequest

  public var networkAddress: NetworkAddress

  public init(networkAddress: NetworkAddress) {
    self.networkAddress = networkAddress
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    networkAddress = try NetworkAddress(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    networkAddress.encode(into: &writer)
  }
}

/// Complex_Desc_rsp (R21 2.4.4.2.8).
public struct ComplexDescriptorResponse: ZDOBody {
  public static let cluster = ClusterID.complexDescriptorResponse

  public var status: ZDOStatus
  public var networkAddress: NetworkAddress
  /// A count of elements, then the elements, each a compressed XML tag and its value.
  public var descriptor: [UInt8]

  public init(status: ZDOStatus = .success, networkAddress: NetworkAddress, descriptor: [UInt8] = []) {
    self.status = status
    self.networkAddress = networkAddress
    self.descriptor = descriptor
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
    guard status == .success || reader.remaining >= 3 else {
      (networkAddress, descriptor) = (.unknown, [])
      return
    }
    networkAddress = try NetworkAddress(from: &reader)
    descriptor = try ZDOList.readBytes(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    networkAddress.encode(into: &writer)
    ZDOList.writeBytes(descriptor, into: &writer)
  }
}

/// User_Desc_req (R21 2.4.3.1.9): the name that somebody gave the device.
public struct UserDescriptorRequest: ZDOBody {
  public static let cluster = ClusterID.userDescriptorRequest

  public var networkAddress: NetworkAddress

  public init(networkAddress: NetworkAddress) {
    self.networkAddress = networkAddress
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    networkAddress = try NetworkAddress(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    networkAddress.encode(into: &writer)
  }
}

/// User_Desc_rsp (R21 2.4.4.2.9).
public struct UserDescriptorResponse: ZDOBody {
  public static let cluster = ClusterID.userDescriptorResponse

  public var status: ZDOStatus
  public var networkAddress: NetworkAddress
  /// Up to 16 characters.
  public var text: [UInt8]

  public init(status: ZDOStatus = .success, networkAddress: NetworkAddress, text: [UInt8] = []) {
    self.status = status
    self.networkAddress = networkAddress
    self.text = text
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
    guard status == .success || reader.remaining >= 3 else {
      (networkAddress, text) = (.unknown, [])
      return
    }
    networkAddress = try NetworkAddress(from: &reader)
    text = try ZDOList.readBytes(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    networkAddress.encode(into: &writer)
    ZDOList.writeBytes(text, into: &writer)
  }
}

/// User_Desc_set (R21 2.4.3.1.12).
public struct UserDescriptorSet: ZDOBody {
  public static let cluster = ClusterID.userDescriptorSet

  public var networkAddress: NetworkAddress
  /// Up to 16 characters.
  public var text: [UInt8]

  public init(networkAddress: NetworkAddress, text: [UInt8]) {
    self.networkAddress = networkAddress
    self.text = text
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    networkAddress = try NetworkAddress(from: &reader)
    text = try ZDOList.readBytes(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    networkAddress.encode(into: &writer)
    ZDOList.writeBytes(text, into: &writer)
  }
}

/// User_Desc_conf (R21 2.4.4.2.11).
public struct UserDescriptorConfirm: ZDOBody {
  public static let cluster = ClusterID.userDescriptorConfirm

  public var status: ZDOStatus
  public var networkAddress: NetworkAddress

  public init(status: ZDOStatus = .success, networkAddress: NetworkAddress) {
    self.status = status
    self.networkAddress = networkAddress
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    status = try ZDOStatus(from: &reader)
    guard status == .success || reader.remaining >= 2 else {
      networkAddress = .unknown
      return
    }
    networkAddress = try NetworkAddress(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    status.encode(into: &writer)
    networkAddress.encode(into: &writer)
  }
}
