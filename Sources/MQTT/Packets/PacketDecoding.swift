import ByteCoding
import SansIO

extension Packet {
  /// Reads a whole packet; a missing, surplus or forbidden byte is malformed.
  public init(
    _ frame: PacketDeframer.Frame, context: CodecContext = CodecContext()
  ) throws(MalformedPacket) {
    let bytes = frame.body.span
    var reader = ByteReader(bytes.bytes)
    self = try Self.read(frame, from: &reader, context: context)
    guard reader.isEmpty else { throw .trailingBytes }
  }

  private static func read(
    _ frame: PacketDeframer.Frame, from reader: inout ByteReader, context: CodecContext
  ) throws(MalformedPacket) -> Packet {
    switch frame.type {
    case .connect: .connect(try ConnectPacket(from: &reader, context: context))
    case .connectAcknowledgement: .connectAcknowledgement(try ConnectAcknowledgement(from: &reader))
    case .publish: .publish(try PublishPacket(from: &reader, flags: frame.flags))
    case .publishAcknowledgement: .publishAcknowledgement(try PublishResponse(from: &reader))
    case .publishReceived: .publishReceived(try PublishResponse(from: &reader))
    case .publishRelease: .publishRelease(try PublishResponse(from: &reader))
    case .publishComplete: .publishComplete(try PublishResponse(from: &reader))
    case .subscribe: .subscribe(try SubscribePacket(from: &reader))
    case .subscribeAcknowledgement: .subscribeAcknowledgement(try SubscribeAcknowledgement(from: &reader))
    case .unsubscribe: .unsubscribe(try UnsubscribePacket(from: &reader))
    case .unsubscribeAcknowledgement:
      .unsubscribeAcknowledgement(UnsubscribeAcknowledgement(try reader.readPacketIdentifier()))
    case .pingRequest: .pingRequest
    case .pingResponse: .pingResponse
    case .disconnect: .disconnect
    }
  }
}

extension PublishPacket {
  init(from reader: inout ByteReader, flags: UInt8) throws(MalformedPacket) {
    guard let qos = QualityOfService(rawValue: flags >> 1 & 0b11) else { throw .invalidQualityOfService }
    let duplicate = flags & 0b1000 != 0
    guard !duplicate || qos != .atMostOnce else { throw .duplicateFlagWithoutAcknowledgement }
    let topic = try reader.readTopicName()
    packetIdentifier = qos == .atMostOnce ? nil : try reader.readPacketIdentifier()
    message = Message(
      topic: topic, payload: reader.readRemaining(), qos: qos, retain: flags & 0b0001 != 0)
    self.duplicate = duplicate
  }
}

extension PublishResponse {
  init(from reader: inout ByteReader) throws(MalformedPacket) {
    self.init(try reader.readPacketIdentifier())
  }
}

extension ConnectAcknowledgement {
  init(from reader: inout ByteReader) throws(MalformedPacket) {
    let flags = try reader.readByte()
    guard flags <= 1 else { throw .reservedValue(.connectAcknowledgement) }
    sessionPresent = flags == 1
    returnCode = ConnectReturnCode(rawValue: try reader.readByte())
    // Clause 3.2.2.2: a refusal has no session.
    guard returnCode == .accepted || !sessionPresent else { throw .reservedValue(.connectAcknowledgement) }
  }
}

extension ConnectPacket {
  init(from reader: inout ByteReader, context: CodecContext) throws(MalformedPacket) {
    guard try reader.readString() == context.version.protocolName else { throw .protocolName }
    let level = try reader.readByte()
    guard level == context.version.rawValue else { throw .protocolLevel(level) }
    let flags = try reader.readByte()
    let hasWill = flags & 0x04 != 0
    guard flags & 0x01 == 0, hasWill || flags & 0x38 == 0, flags & 0xC0 != 0x40 else {
      throw .connectFlags(flags)
    }
    guard let willQoS = QualityOfService(rawValue: flags >> 3 & 0b11) else { throw .invalidQualityOfService }
    cleanSession = flags & 0x02 != 0
    keepAlive = try reader.readTwoByteInteger()
    clientIdentifier = try reader.readString()
    guard cleanSession || !clientIdentifier.isEmpty else { throw .clientIdentifier }
    if hasWill {
      let topic = try reader.readTopicName()
      will = Message(
        topic: topic, payload: try reader.readField(), qos: willQoS, retain: flags & 0x20 != 0)
    } else {
      will = nil
    }
    userName = flags & 0x80 != 0 ? try reader.readString() : nil
    password = flags & 0x40 != 0 ? .init(try reader.readField()) : nil
  }
}

extension SubscribePacket {
  init(from reader: inout ByteReader) throws(MalformedPacket) {
    packetIdentifier = try reader.readPacketIdentifier()
    subscriptions = []
    while !reader.isEmpty {
      let filter = try reader.readTopicFilter()
      let options = try reader.readByte()
      guard options & 0xFC == 0 else { throw .reservedValue(.subscribe) }
      guard let qos = QualityOfService(rawValue: options) else { throw .invalidQualityOfService }
      subscriptions.append(Subscription(filter: filter, qos: qos))
    }
    guard !subscriptions.isEmpty else { throw .noFilters }
  }
}

extension SubscribeAcknowledgement {
  init(from reader: inout ByteReader) throws(MalformedPacket) {
    packetIdentifier = try reader.readPacketIdentifier()
    results = []
    while !reader.isEmpty {
      let code = try reader.readByte()
      if let qos = QualityOfService(rawValue: code) {
        results.append(.granted(qos))
      } else if code == 0x80 {
        results.append(.refused)
      } else {
        throw .reservedValue(.subscribeAcknowledgement)
      }
    }
    guard !results.isEmpty else { throw .noFilters }
  }
}

extension UnsubscribePacket {
  init(from reader: inout ByteReader) throws(MalformedPacket) {
    packetIdentifier = try reader.readPacketIdentifier()
    filters = []
    while !reader.isEmpty { filters.append(try reader.readTopicFilter()) }
    guard !filters.isEmpty else { throw .noFilters }
  }
}
