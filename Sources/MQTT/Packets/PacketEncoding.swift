public import ByteCoding
import SansIO

extension Packet {
  /// The packet as it goes over the wire.
  public func encoded(in context: CodecContext = CodecContext()) throws(EncodingFailure) -> [UInt8] {
    var writer = ByteWriter()
    try encode(into: &writer, context: context)
    return writer.bytes
  }

  /// Appends the packet to `writer`; nothing is written when it throws.
  public func encode(into writer: inout ByteWriter, context: CodecContext) throws(EncodingFailure) {
    switch self {
    case .connect(let packet): try packet.encode(into: &writer, context: context)
    case .connectAcknowledgement(let packet): packet.encode(into: &writer)
    case .publish(let packet): try packet.encode(into: &writer)
    case .publishAcknowledgement(let packet): packet.encode(as: .publishAcknowledgement, into: &writer)
    case .publishReceived(let packet): packet.encode(as: .publishReceived, into: &writer)
    case .publishRelease(let packet): packet.encode(as: .publishRelease, into: &writer)
    case .publishComplete(let packet): packet.encode(as: .publishComplete, into: &writer)
    case .subscribe(let packet): try packet.encode(into: &writer)
    case .subscribeAcknowledgement(let packet): try packet.encode(into: &writer)
    case .unsubscribe(let packet): try packet.encode(into: &writer)
    case .unsubscribeAcknowledgement(let packet):
      PublishResponse(packet.packetIdentifier).encode(as: .unsubscribeAcknowledgement, into: &writer)
    case .pingRequest: writer.writeEmpty(.pingRequest)
    case .pingResponse: writer.writeEmpty(.pingResponse)
    case .disconnect: writer.writeEmpty(.disconnect)
    case .authentication: throw .notInThisVersion
    }
  }
}

extension PublishPacket {
  /// Bytes behind the fixed header.
  public var remainingLength: Int {
    2 + message.topic.byteCount + (message.qos == .atMostOnce ? 0 : 2) + message.payload.count
  }

  func encode(into writer: inout ByteWriter) throws(EncodingFailure) {
    guard (packetIdentifier == nil) == (message.qos == .atMostOnce),
      !duplicate || message.qos != .atMostOnce
    else { throw .inconsistentFields }
    let flags = (duplicate ? 0b1000 : 0) | message.qos.rawValue << 1 | (message.retain ? 1 : 0)
    try writer.writeFixedHeader(.publish, flags: flags, remainingLength: remainingLength)
    writer.writeField(message.topic.text.utf8)
    if let packetIdentifier { writer.writeBE(packetIdentifier.rawValue) }
    writer.write(message.payload)
  }
}

extension PublishResponse {
  func encode(as type: PacketType, into writer: inout ByteWriter) {
    writer.write(type.rawValue << 4 | (type.requiredFlags ?? 0))
    writer.write(UInt8(2))
    writer.writeBE(packetIdentifier.rawValue)
  }
}

extension ConnectPacket {
  func encode(into writer: inout ByteWriter, context: CodecContext) throws(EncodingFailure) {
    guard password == nil || userName != nil, cleanSession || !clientIdentifier.isEmpty else {
      throw .inconsistentFields
    }
    try Self.check(text: clientIdentifier)
    try Self.check(text: userName ?? "")
    guard will?.payload.count ?? 0 <= 65_535, password?.reveal().count ?? 0 <= 65_535 else {
      throw .fieldTooLong
    }
    var length = 2 + context.version.protocolName.utf8.count + 4 + 2 + clientIdentifier.utf8.count
    if let will { length += 4 + will.byteCount }
    if let userName { length += 2 + userName.utf8.count }
    if let password { length += 2 + password.reveal().count }
    try writer.writeFixedHeader(.connect, remainingLength: length)
    writer.writeField(context.version.protocolName.utf8)
    writer.write(context.version.rawValue)
    writer.write(flags)
    writer.writeBE(keepAlive)
    writer.writeField(clientIdentifier.utf8)
    if let will {
      writer.writeField(will.topic.text.utf8)
      writer.writeField(will.payload)
    }
    if let userName { writer.writeField(userName.utf8) }
    if let password { writer.writeField(password.reveal()) }
  }

  /// Clause 3.1.2.3.
  private var flags: UInt8 {
    var flags: UInt8 = cleanSession ? 0x02 : 0
    if let will { flags |= 0x04 | will.qos.rawValue << 3 | (will.retain ? 0x20 : 0) }
    if password != nil { flags |= 0x40 }
    if userName != nil { flags |= 0x80 }
    return flags
  }

  private static func check(text: String) throws(EncodingFailure) {
    guard text.utf8.count <= 65_535 else { throw .fieldTooLong }
    guard !text.utf8.contains(0) else { throw .nullCharacter }
  }
}

extension ConnectAcknowledgement {
  func encode(into writer: inout ByteWriter) {
    writer.write([0x20, 0x02, sessionPresent ? 1 : 0, returnCode.rawValue])
  }
}

extension SubscribePacket {
  func encode(into writer: inout ByteWriter) throws(EncodingFailure) {
    guard !subscriptions.isEmpty else { throw .inconsistentFields }
    let length = subscriptions.reduce(2) { $0 + 3 + $1.filter.byteCount }
    try writer.writeFixedHeader(.subscribe, flags: 0b0010, remainingLength: length)
    writer.writeBE(packetIdentifier.rawValue)
    for subscription in subscriptions {
      writer.writeField(subscription.filter.text.utf8)
      writer.write(subscription.qos.rawValue)
    }
  }
}

extension SubscribeAcknowledgement {
  func encode(into writer: inout ByteWriter) throws(EncodingFailure) {
    guard !results.isEmpty else { throw .inconsistentFields }
    try writer.writeFixedHeader(.subscribeAcknowledgement, remainingLength: 2 + results.count)
    writer.writeBE(packetIdentifier.rawValue)
    for result in results {
      switch result {
      case .granted(let qos): writer.write(qos.rawValue)
      case .refused(let code): writer.write(code.rawValue)
      }
    }
  }
}

extension UnsubscribePacket {
  func encode(into writer: inout ByteWriter) throws(EncodingFailure) {
    guard !filters.isEmpty else { throw .inconsistentFields }
    let length = filters.reduce(2) { $0 + 2 + $1.byteCount }
    try writer.writeFixedHeader(.unsubscribe, flags: 0b0010, remainingLength: length)
    writer.writeBE(packetIdentifier.rawValue)
    for filter in filters { writer.writeField(filter.text.utf8) }
  }
}

extension ByteWriter {
  mutating func writeEmpty(_ type: PacketType) {
    write(type.rawValue << 4)
    write(UInt8(0))
  }

  /// First byte and remaining length: 7 bits a byte, least significant first (clause 2.2.3).
  mutating func writeFixedHeader(
    _ type: PacketType, flags: UInt8 = 0, remainingLength: Int
  ) throws(EncodingFailure) {
    guard remainingLength <= PacketDeframer.longestRemainingLength else { throw .packetTooLarge }
    write(type.rawValue << 4 | flags)
    var rest = remainingLength
    while rest > 127 {
      write(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    write(UInt8(truncatingIfNeeded: rest))
  }

  /// Two bytes of length, then the bytes; the caller has checked that they are at most 65,535.
  mutating func writeField(_ field: some Collection<UInt8>) {
    writeBE(UInt16(truncatingIfNeeded: field.count))
    write(field)
  }
}
