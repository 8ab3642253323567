import ByteCoding

extension SubscribePacket {
  init(from reader: inout ByteReader, context: CodecContext) throws(MalformedPacket.Fault) {
    packetIdentifier = try reader.readPacketIdentifier()
    properties = try reader.readProperties(.subscribe, context)
    subscriptions = []
    while !reader.isEmpty {
      let filter = try reader.readTopicFilter(context)
      let options = try SubscriptionOptions(try reader.readByte(), in: context.version)
      guard !options.noLocal || filter.sharedSubscription == nil else { throw .noLocalOnSharedSubscription }
      subscriptions.append(Subscription(filter: filter, options: options))
    }
    guard !subscriptions.isEmpty else { throw .noFilters }
  }
}

extension SubscriptionOptions {
  /// The byte of the packet (clause 3.8.3.1); before 5.0 all but the QoS is reserved.
  init(_ byte: UInt8, in version: ProtocolVersion) throws(MalformedPacket.Fault) {
    guard byte & (version.hasProperties ? 0xC0 : 0xFC) == 0 else { throw .reservedValue(.subscribe) }
    guard let qos = QualityOfService(rawValue: byte & 0b11) else { throw .invalidQualityOfService }
    guard let retainHandling = RetainHandling(rawValue: byte >> 4) else { throw .retainHandling }
    self.init(
      qos: qos, noLocal: byte & 0x04 != 0, retainAsPublished: byte & 0x08 != 0,
      retainHandling: retainHandling)
  }
}

extension SubscribeAcknowledgement {
  init(from reader: inout ByteReader, context: CodecContext) throws(MalformedPacket.Fault) {
    packetIdentifier = try reader.readPacketIdentifier()
    properties = try reader.readProperties(.subscribeAcknowledgement, context)
    results = []
    while !reader.isEmpty { results.append(try Self.readResult(from: &reader, context)) }
    guard !results.isEmpty else { throw .noFilters }
  }

  private static func readResult(
    from reader: inout ByteReader, _ context: CodecContext
  ) throws(MalformedPacket.Fault) -> SubscribeResult {
    if context.version.hasProperties {
      let code = try reader.readReasonCode(in: .subscribeAcknowledgement, context)
      return QualityOfService(rawValue: code.rawValue).map(SubscribeResult.granted) ?? .refused(code)
    }
    let code = try reader.readByte()
    if let qos = QualityOfService(rawValue: code) { return .granted(qos) }
    guard code == 0x80 || code > 0x80 && context.strictness.contains(.allowsAnyReasonCode) else {
      throw .reservedValue(.subscribeAcknowledgement)
    }
    return .refused(ReasonCode(rawValue: code))
  }
}

extension UnsubscribePacket {
  init(from reader: inout ByteReader, context: CodecContext) throws(MalformedPacket.Fault) {
    packetIdentifier = try reader.readPacketIdentifier()
    properties = try reader.readProperties(.unsubscribe, context)
    filters = []
    while !reader.isEmpty { filters.append(try reader.readTopicFilter(context)) }
    guard !filters.isEmpty else { throw .noFilters }
  }
}

extension UnsubscribeAcknowledgement {
  init(from reader: inout ByteReader, context: CodecContext) throws(MalformedPacket.Fault) {
    packetIdentifier = try reader.readPacketIdentifier()
    properties = try reader.readProperties(.unsubscribeAcknowledgement, context)
    reasonCodes = []
    guard context.version.hasProperties else { return }
    while !reader.isEmpty {
      reasonCodes.append(try reader.readReasonCode(in: .unsubscribeAcknowledgement, context))
    }
    guard !reasonCodes.isEmpty else { throw .noFilters }
  }
}
