import ByteCoding
import SansIO

/// Second stage of decoding: a whole packet, in which a missing, surplus or forbidden byte is malformed.
extension Packet {
  /// Reads a packet that was cut from the stream before.
  public init(
    _ frame: PacketDeframer.Frame, context: CodecContext = CodecContext()
  ) throws(MalformedPacket) {
    let bytes = frame.body.span
    var reader = ByteReader(bytes.bytes)
    try self.init(frame.type, flags: frame.flags, body: &reader, context: context)
  }

  /// Reads what is behind the fixed header.
  init(
    _ type: PacketType, flags: UInt8, body reader: inout ByteReader, context: CodecContext
  ) throws(MalformedPacket) {
    do throws(MalformedPacket.Fault) {
      if let role = context.role, !type.isSent(by: role.other, in: context.version) { throw .wrongSender }
      self = try Self.read(type, flags: flags, from: &reader, context: context)
      guard reader.isEmpty || Self.maySkipRest(of: type, context) else { throw .trailingBytes }
    } catch {
      if case .unknownType = error { throw MalformedPacket(error) }
      throw MalformedPacket(error, in: type, at: reader.offset)
    }
  }

  private static func read(
    _ type: PacketType, flags: UInt8, from reader: inout ByteReader, context: CodecContext
  ) throws(MalformedPacket.Fault) -> Packet {
    switch type {
    case .connect: .connect(try ConnectPacket(from: &reader, context: context))
    case .connectAcknowledgement:
      .connectAcknowledgement(try ConnectAcknowledgement(from: &reader, context: context))
    case .publish: .publish(try PublishPacket(from: &reader, flags: flags, context: context))
    case .publishAcknowledgement:
      .publishAcknowledgement(try PublishResponse(type, from: &reader, context: context))
    case .publishReceived: .publishReceived(try PublishResponse(type, from: &reader, context: context))
    case .publishRelease: .publishRelease(try PublishResponse(type, from: &reader, context: context))
    case .publishComplete: .publishComplete(try PublishResponse(type, from: &reader, context: context))
    case .subscribe: .subscribe(try SubscribePacket(from: &reader, context: context))
    case .subscribeAcknowledgement:
      .subscribeAcknowledgement(try SubscribeAcknowledgement(from: &reader, context: context))
    case .unsubscribe: .unsubscribe(try UnsubscribePacket(from: &reader, context: context))
    case .unsubscribeAcknowledgement:
      .unsubscribeAcknowledgement(try UnsubscribeAcknowledgement(from: &reader, context: context))
    case .pingRequest: .pingRequest
    case .pingResponse: .pingResponse
    case .disconnect: .disconnect(try DisconnectPacket(from: &reader, context: context))
    case .authentication: .authentication(try AuthenticationPacket(from: &reader, context: context))
    }
  }

  private static func maySkipRest(of type: PacketType, _ context: CodecContext) -> Bool {
    guard context.strictness.contains(.allowsTrailingBytes) else { return false }
    switch type {
    case .connectAcknowledgement, .publishAcknowledgement, .publishReceived, .publishRelease,
      .publishComplete, .unsubscribeAcknowledgement, .pingResponse:
      return true
    default:
      return false
    }
  }
}

extension ByteReader {
  /// A reason code that the packet may carry.
  mutating func readReasonCode(
    in type: PacketType, _ context: CodecContext
  ) throws(MalformedPacket.Fault) -> ReasonCode {
    let code = ReasonCode(rawValue: try readByte())
    guard code.isAllowed(in: type, from: context.role?.other) || code.isTaken(in: type, context.strictness)
    else { throw .reasonCode(code) }
    return code
  }
}

extension PublishResponse {
  init(_ type: PacketType, from reader: inout ByteReader, context: CodecContext) throws(MalformedPacket.Fault)
  {
    packetIdentifier = try reader.readPacketIdentifier()
    reasonCode = .success
    properties = Properties()
    guard context.version.hasProperties, !reader.isEmpty else { return }
    reasonCode = try reader.readReasonCode(in: type, context)
    if !reader.isEmpty { properties = try reader.readProperties(PropertyPlaces(type), context) }
  }
}

extension DisconnectPacket {
  init(from reader: inout ByteReader, context: CodecContext) throws(MalformedPacket.Fault) {
    reasonCode = .normalDisconnection
    properties = Properties()
    guard context.version.hasProperties, !reader.isEmpty else { return }
    reasonCode = try reader.readReasonCode(in: .disconnect, context)
    if !reader.isEmpty { properties = try reader.readProperties(.disconnect, context) }
  }
}

extension AuthenticationPacket {
  init(from reader: inout ByteReader, context: CodecContext) throws(MalformedPacket.Fault) {
    guard context.version.hasProperties else { throw .unknownType(PacketType.authentication.rawValue) }
    reasonCode = .success
    properties = Properties()
    // Only all of it may be missing (clause 3.15.2.1).
    guard !reader.isEmpty else { return }
    reasonCode = try reader.readReasonCode(in: .authentication, context)
    properties = try reader.readProperties(.authentication, context)
    guard properties.contains(.authenticationMethod) else { throw .missingAuthenticationMethod }
  }
}
