import ByteCoding

extension PublishPacket {
  init(
    from reader: inout ByteReader, flags: UInt8, context: CodecContext
  ) throws(MalformedPacket.Fault) {
    guard let qos = QualityOfService(rawValue: flags >> 1 & 0b11) else { throw .invalidQualityOfService }
    duplicate = flags & 0b1000 != 0 && qos != .atMostOnce
    if flags & 0b1110 == 0b1000, !context.strictness.contains(.allowsDuplicateFlagWithQoS0) {
      throw .duplicateFlagWithoutAcknowledgement
    }
    let name = try reader.readString(context)
    packetIdentifier = qos == .atMostOnce ? nil : try reader.readPacketIdentifier()
    topicAlias = nil
    subscriptionIdentifiers = []
    message = Message(topic: .aliased, payload: [], qos: qos, retain: flags & 0b0001 != 0)
    if context.version.hasProperties { try readProperties(from: &reader, context) }
    if name.isEmpty, context.version.hasProperties {
      guard topicAlias != nil else { throw .missingTopicName }
    } else {
      do { message.topic = try TopicName(name) } catch { throw .topicName(error) }
    }
    message.payload = reader.readRemaining()
    try checkPayloadFormat(context.strictness)
  }

  /// Sorts the properties into those of the connection and those of the message.
  private mutating func readProperties(
    from reader: inout ByteReader, _ context: CodecContext
  ) throws(MalformedPacket.Fault) {
    let length = Int(try reader.readVariableByteInteger(context.strictness))
    guard length > 0 else { return }
    var properties = PropertyReader(.publish, context)
    var child: ByteReader
    do { child = try reader.readReader(count: length) } catch { throw .truncated }
    while let property = try properties.next(from: &child, repeatable: .subscriptionIdentifier) {
      switch (property.identifier, property.value) {
      case (.topicAlias, .number(let number)): topicAlias = UInt16(truncatingIfNeeded: number)
      case (.subscriptionIdentifier, .number(let number)): subscriptionIdentifiers.append(number)
      default: message.properties.append(property)
      }
    }
    message.properties.omittedUserProperties = properties.omittedUserProperties
  }

  /// 5.0, clause 3.3.2.3.2.
  private func checkPayloadFormat(_ strictness: Strictness) throws(MalformedPacket.Fault) {
    guard strictness.contains(.checksPayloadFormat), message.properties.payloadIsUTF8 == true else { return }
    do { _ = try UTF8Span(validating: message.payload.span) } catch { throw .payloadFormat }
  }
}
