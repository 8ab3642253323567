import ByteCoding

// The TLVs of the security messages of R23 (2.4.3.4 and 2.4.4.5).

/// The public point of a device on the curve, in Security_Start_Key_Negotiation_req and _rsp.
public struct PublicPointTLV: TLVContent {
  public static let tag = TLVTag(rawValue: 0)
  public static let pointLength = 32

  public var device: IEEEAddress
  /// Little-endian, 32 bytes.
  public var point: [UInt8]

  /// nil for a point of another length.
  public init?(device: IEEEAddress, point: [UInt8]) {
    guard point.count == Self.pointLength else { return nil }
    self.device = device
    self.point = point
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    device = try IEEEAddress(from: &reader)
    point = try reader.readBytes(count: Self.pointLength)
  }

  public func encode(into writer: inout ByteWriter) {
    device.encode(into: &writer)
    writer.write(point)
  }
}

/// The tag of the token that is asked for, in Security_Retrieve_Authentication_Token_req.
public struct AuthenticationTokenIDTLV: TLVContent {
  public static let tag = TLVTag(rawValue: 0)

  public var requested: TLVTag

  public init(requested: TLVTag = .symmetricPassphrase) { self.requested = requested }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    requested = TLVTag(rawValue: try reader.readUInt8())
  }

  public func encode(into writer: inout ByteWriter) { writer.write(requested.rawValue) }
}

/// The device that is asked about, in Security_Get_Authentication_Level_req.
public struct TargetAddressTLV: TLVContent {
  public static let tag = TLVTag(rawValue: 0)

  public var device: IEEEAddress

  public init(device: IEEEAddress) { self.device = device }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    device = try IEEEAddress(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) { device.encode(into: &writer) }
}

/// How far a device can be trusted, in Security_Get_Authentication_Level_rsp.
public struct AuthenticationLevelTLV: TLVContent {
  public static let tag = TLVTag(rawValue: 0)

  public var device: IEEEAddress
  /// 0 anonymous, 1 install code, 2 well-known pass phrase, 3 install-code pass phrase.
  public var initialJoinMethod: UInt8
  /// 0 not updated, 1 asked for, 2 negotiated, 3 negotiated with authentication, 4 by certificates.
  public var activeLinkKeyType: UInt8

  public init(device: IEEEAddress, initialJoinMethod: UInt8, activeLinkKeyType: UInt8) {
    self.device = device
    self.initialJoinMethod = initialJoinMethod
    self.activeLinkKeyType = activeLinkKeyType
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    device = try IEEEAddress(from: &reader)
    initialJoinMethod = try reader.readUInt8()
    activeLinkKeyType = try reader.readUInt8()
  }

  public func encode(into writer: inout ByteWriter) {
    device.encode(into: &writer)
    writer.write(initialJoinMethod)
    writer.write(activeLinkKeyType)
  }
}

/// The way to the next link key that the trust centre chose, in Security_Start_Key_Update_req.
public struct SelectedKeyNegotiationMethodTLV: TLVContent {
  public static let tag = TLVTag(rawValue: 0)

  /// 0 the mechanism of Zigbee 3.0, 1 SPEKE with AES-MMO-128, 2 SPEKE with SHA-256.
  public var method: UInt8
  /// 0 authentication token, 1 install code, 2 pass code, 3 basic and 4 administrative key, 255 anonymous.
  public var preSharedSecret: UInt8
  public var sender: IEEEAddress

  public init(method: UInt8, preSharedSecret: UInt8, sender: IEEEAddress) {
    self.method = method
    self.preSharedSecret = preSharedSecret
    self.sender = sender
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    method = try reader.readUInt8()
    preSharedSecret = try reader.readUInt8()
    sender = try IEEEAddress(from: &reader)
  }

  public func encode(into writer: inout ByteWriter) {
    writer.write(method)
    writer.write(preSharedSecret)
    sender.encode(into: &writer)
  }
}

/// A number that the receiver must send back under its key, in Security_Challenge_req.
public struct FrameCounterChallengeTLV: TLVContent {
  public static let tag = TLVTag(rawValue: 0)

  public var sender: IEEEAddress
  public var challenge: UInt64

  public init(sender: IEEEAddress, challenge: UInt64) {
    self.sender = sender
    self.challenge = challenge
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    sender = try IEEEAddress(from: &reader)
    challenge = try reader.readUInt64LE()
  }

  public func encode(into writer: inout ByteWriter) {
    sender.encode(into: &writer)
    writer.writeLE(challenge)
  }
}

/// The APS frame counter of the responder and the proof that it is true, in Security_Challenge_rsp.
public struct FrameCounterResponseTLV: TLVContent {
  public static let tag = TLVTag(rawValue: 0)

  public var responder: IEEEAddress
  public var challenge: UInt64
  public var frameCounter: UInt32
  public var challengeFrameCounter: UInt32
  /// The message integrity code.
  public var integrityCode: UInt64

  public init(
    responder: IEEEAddress, challenge: UInt64, frameCounter: UInt32, challengeFrameCounter: UInt32,
    integrityCode: UInt64
  ) {
    self.responder = responder
    self.challenge = challenge
    self.frameCounter = frameCounter
    self.challengeFrameCounter = challengeFrameCounter
    self.integrityCode = integrityCode
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    responder = try IEEEAddress(from: &reader)
    challenge = try reader.readUInt64LE()
    frameCounter = try reader.readUInt32LE()
    challengeFrameCounter = try reader.readUInt32LE()
    integrityCode = try reader.readUInt64LE()
  }

  public func encode(into writer: inout ByteWriter) {
    responder.encode(into: &writer)
    writer.writeLE(challenge)
    writer.writeLE(frameCounter)
    writer.writeLE(challengeFrameCounter)
    writer.writeLE(integrityCode)
  }
}
