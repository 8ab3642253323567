import ByteCoding
import SansIO

extension Packet {
  /// Reads a whole packet; a missing, surplus or forbidden byte is malformed.
  public init(
    _ frame: PacketDeframer.Frame, context: CodecContext = CodecContext()
  ) throws(MalformedPacket) {
    guard frame.type != .authentication || context.version.hasProperties else {
      throw MalformedPacket(.unknownType(frame.type.rawValue))
    }
    let bytes = frame.body.span
    var reader = ByteReader(bytes.bytes)
    do throws(MalformedPacket.Fault) {
      self = try Self.read(frame, from: &reader, context: context)
      guard reader.isEmpty else { throw .trailingBytes }
    } catch {
      throw MalformedPacket(error, in: frame.type, at: reader.offset)
    }
  }

  private static func read(
    _ frame: PacketDeframer.Frame, from reader: inout ByteReader, context: CodecContext
  ) throws(MalformedPacket.Fault) -> Packet {
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
    case .disconnect: .normalDisconnection
    case .authentication: throw .unknownType(15)
    }
  }
}

extension PublishPacket {
  init(from reader: inout ByteReader, flags: UInt8) throws(MalformedPacket.Fault) {
    guard let qos = QualityOfService(rawValue: flags >> 1 & 0b11) else { throw .invalidQualityOfService }
    let duplicate = flags & 0b1000 != 0
    guard !duplicate || qos != .atMostOnce else { throw .duplicateFlagWithoutAcknowledgement }
    let topic = try reader.readTopicName()
    packetIdentifier = qos == .atMostOnce ? nil : try reader.readPacketIdentifier()
    message = Message(
      topic: topic, payload: reader.readRemaining(), qos: qos, retain: flags & 0b0001 != 0)
    self.duplicate = duplicate
    topicAlias = nil
    subscriptionIdentifiers = []
  }
}

extension PublishResponse {
  init(from reader: inout ByteReader) throws(MalformedPacket.Fault) {
    self.init(try reader.readPacketIdentifier())
  }
}

extension ConnectAcknowledgement {
  init(from reader: inout ByteReader) throws(MalformedPacket.Fault) {
    let flags = try reader.readByte()
    guard flags <= 1 else { throw .reservedValue(.connectAcknowledgement) }
    let returnCode = ConnectReturnCode(rawValue: try reader.readByte())
    // Clause 3.2.2.2: a refusal has no session.
    guard returnCode == .accepted || flags == 0 else { throw .reservedValue(.connectAcknowledgement) }
    self.init(sessionPresent: flags == 1, returnCode: returnCode)
  }
}

extension ConnectPacket {
  init(from reader: inout ByteReader, context: CodecContext) throws(MalformedPacket.Fault) {
    version = context.version
    guard try reader.readString() == version.protocolName else { throw .protocolName }
    let level = try reader.readByte()
    guard level == version.rawValue else { throw .protocolLevel(level) }
    let flags = try reader.readByte()
    let hasWill = flags & 0x04 != 0
    guard flags & 0x01 == 0, hasWill || flags & 0x38 == 0, flags & 0xC0 != 0x40 else {
      throw .connectFlags(flags)
    }
    guard let willQoS = QualityOfService(rawValue: flags >> 3 & 0b11) else { throw .invalidQualityOfService }
    cleanSession = flags & 0x02 != 0
    keepAlive = try reader.readTwoByteInteger()
    clientIdentifier = try reader.readString()
    guard cleanSession || !clientIdentifier.isEmpty else { throw .clientIdentifier(.empty) }
    if hasWill {
      let topic = try reader.readTopicName()
      will = Message(
        topic: topic, payload: try reader.readField(), qos: willQoS, retain: flags & 0x20 != 0)
    } else {
      will = nil
    }
    userName = flags & 0x80 != 0 ? try reader.readString() : nil
    willDelayInterval = 0
    properties = Properties()
    password = flags & 0x40 != 0 ? .init(try reader.readField()) : nil
  }
}

extension SubscribePacket {
  init(from reader: inout ByteReader) throws(MalformedPacket.Fault) {
    packetIdentifier = try reader.readPacketIdentifier()
    properties = Properties()
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
  init(from reader: inout ByteReader) throws(MalformedPacket.Fault) {
    packetIdentifier = try reader.readPacketIdentifier()
    properties = Properties()
    results = []
    while !reader.isEmpty {
      let code = try reader.readByte()
      if let qos = QualityOfService(rawValue: code) {
        results.append(.granted(qos))
      } else if code == 0x80 {
        results.append(.refused(.unspecifiedError))
      } else {
        throw .reservedValue(.subscribeAcknowledgement)
      }
    }
    guard !results.isEmpty else { throw .noFilters }
  }
}

extension UnsubscribePacket {
  init(from reader: inout ByteReader) throws(MalformedPacket.Fault) {
    packetIdentifier = try reader.readPacketIdentifier()
    properties = Properties()
    filters = []
    while !reader.isEmpty { filters.append(try reader.readTopicFilter()) }
    guard !filters.isEmpty else { throw .noFilters }
  }
}
