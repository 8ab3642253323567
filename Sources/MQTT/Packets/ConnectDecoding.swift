import ByteCoding
import SansIO

extension ConnectPacket {
  init(from reader: inout ByteReader, context: CodecContext) throws(MalformedPacket.Fault) {
    version = try Self.readVersion(from: &reader, context)
    var context = context
    context.version = version
    let flags = try reader.readByte()
    try Self.check(flags, in: version)
    cleanSession = flags & 0x02 != 0
    keepAlive = try reader.readTwoByteInteger()
    properties = try reader.readProperties(.connect, context)
    clientIdentifier = try reader.readString(context)
    willDelayInterval = 0
    will = nil
    userName = nil
    password = nil
    try checkClientIdentifier(context.strictness)
    if flags & 0x04 != 0 { try readWill(flags, from: &reader, context) }
    if flags & 0x80 != 0 { userName = try reader.readString(context) }
    if flags & 0x40 != 0 { password = Secret(try reader.readField()) }
  }

  /// Clauses 3.1.2.1 and 3.1.2.2.
  private static func readVersion(
    from reader: inout ByteReader, _ context: CodecContext
  ) throws(MalformedPacket.Fault) -> ProtocolVersion {
    let name = try reader.readString(context)
    guard name == ProtocolVersion.v3_1.protocolName || name == ProtocolVersion.v5.protocolName else {
      throw .protocolName
    }
    let level = try reader.readByte()
    guard let version = ProtocolVersion(rawValue: level), version.protocolName == name else {
      throw .protocolLevel(level)
    }
    return version
  }

  /// The reserved bit, the will's flags without a will, and a password without a user name.
  private static func check(_ flags: UInt8, in version: ProtocolVersion) throws(MalformedPacket.Fault) {
    let hasWill = flags & 0x04 != 0
    let hasLonePassword = flags & 0xC0 == 0x40
    guard flags & 0x01 == 0, hasWill || flags & 0x38 == 0, !hasLonePassword || version.hasProperties else {
      throw .connectFlags(flags)
    }
    guard flags & 0x18 != 0x18 else { throw .invalidQualityOfService }
  }

  private func checkClientIdentifier(_ strictness: Strictness) throws(MalformedPacket.Fault) {
    let failure = ClientIdentifier.failure(
      of: clientIdentifier, version: version, cleanSession: cleanSession)
    guard let failure else { return }
    if failure == .tooLong, strictness.contains(.allowsLongClientIdentifiers) { return }
    if failure == .containsNull, strictness.contains(.allowsNullCharacters) { return }
    throw .clientIdentifier(failure)
  }

  private mutating func readWill(
    _ flags: UInt8, from reader: inout ByteReader, _ context: CodecContext
  ) throws(MalformedPacket.Fault) {
    guard let qos = QualityOfService(rawValue: flags >> 3 & 0b11) else { throw .invalidQualityOfService }
    var properties = try reader.readProperties(.will, context)
    willDelayInterval = properties.number(.willDelayInterval) ?? 0
    properties.set(.willDelayInterval, nil)
    let topic = try reader.readTopicName(context)
    will = Message(
      topic: topic, payload: try reader.readField(), qos: qos, retain: flags & 0x20 != 0,
      properties: properties)
  }
}

extension ConnectAcknowledgement {
  init(from reader: inout ByteReader, context: CodecContext) throws(MalformedPacket.Fault) {
    let isLenient = context.strictness.contains(.allowsConnectAcknowledgementFlags)
    let flags = try reader.readByte()
    guard flags <= 1 || isLenient else { throw .reservedValue(.connectAcknowledgement) }
    if !context.version.hasProperties || Self.isOlderAnswer(reader) {
      let code = ConnectReturnCode(rawValue: try reader.readByte())
      self.init(sessionPresent: flags & 1 != 0, returnCode: code)
    } else {
      let code = try reader.readReasonCode(in: .connectAcknowledgement, context)
      let properties = try reader.readProperties(.connectAcknowledgement, context)
      self.init(sessionPresent: flags & 1 != 0, reasonCode: code, properties: properties)
    }
    // Clause 3.2.2.1.1: a refusal has no session.
    guard sessionPresent, returnCode != .accepted else { return }
    guard isLenient else { throw .reservedValue(.connectAcknowledgement) }
    sessionPresent = false
  }

  /// A server that does not know 5.0 refuses it in the form and with the codes of 3.1.1.
  private static func isOlderAnswer(_ reader: ByteReader) -> Bool {
    guard reader.remaining == 1, let code = reader.peekUInt8() else { return false }
    return (1...5).contains(code)
  }
}
