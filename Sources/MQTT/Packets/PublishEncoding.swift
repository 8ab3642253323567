extension PublishPacket {
  /// Bytes behind the fixed header in 3.1.1.
  public var remainingLength: Int {
    2 + message.topic.byteCount + (message.qos == .atMostOnce ? 0 : 2) + message.payload.count
  }

  /// Bytes of the whole packet, fixed header included, in any version; what a peer's Maximum Packet Size is
  /// compared with.
  public func encodedByteCount(in context: CodecContext) -> Int {
    var length = remainingLength
    if context.version.hasProperties {
      length += EncodingChecks.propertyFieldLength(
        connectionPropertyBytes + message.properties.byteCount, context)
    }
    return 1 + VariableByteInteger.byteCount(length) + length
  }

  /// Appends the packet to `output`; nothing is written when it throws.
  public func encode(into output: inout [UInt8], context: CodecContext) throws(EncodingFailure) {
    try checkFields(context)
    let properties = message.properties
    var length = remainingLength
    var propertyBytes = 0
    if context.version.hasProperties {
      propertyBytes = try EncodingChecks.properties(properties, in: .publish, context)
      propertyBytes += connectionPropertyBytes
      length += EncodingChecks.propertyFieldLength(propertyBytes, context)
    }
    try EncodingChecks.remainingLength(length)
    let flags = (duplicate ? 0b1000 : 0) | message.qos.rawValue << 1 | (message.retain ? 1 : 0)
    output.appendFixedHeader(.publish, flags: flags, remainingLength: length)
    output.appendString(message.topic.text)
    if let packetIdentifier { output.appendTwoByteInteger(packetIdentifier.rawValue) }
    if context.version.hasProperties {
      output.appendVariableByteInteger(propertyBytes)
      if propertyBytes > 0 { appendProperties(to: &output) }
    }
    output.append(contentsOf: message.payload)
  }

  private func checkFields(_ context: CodecContext) throws(EncodingFailure) {
    guard (packetIdentifier == nil) == (message.qos == .atMostOnce),
      !duplicate || message.qos != .atMostOnce
    else { throw .inconsistentFields }
    guard message.topic.byteCount > 0 || topicAlias != nil && context.version.hasProperties else {
      throw .inconsistentFields
    }
    guard topicAlias != 0 else { throw .propertyValue(.topicAlias) }
    guard !subscriptionIdentifiers.isEmpty, context.version.hasProperties else { return }
    guard context.role != .client else { throw .propertyNotAllowed(.subscriptionIdentifier) }
    for identifier in subscriptionIdentifiers
    where !PropertyIdentifier.subscriptionIdentifier.allows(.number(identifier)) {
      throw .propertyValue(.subscriptionIdentifier)
    }
  }

  /// Bytes of the properties that belong to the connection.
  private var connectionPropertyBytes: Int {
    var count = topicAlias == nil ? 0 : 3
    for identifier in subscriptionIdentifiers { count += 1 + VariableByteInteger.byteCount(identifier) }
    return count
  }

  private func appendProperties(to output: inout [UInt8]) {
    if let topicAlias { output.appendProperty(Property(.topicAlias, .number(UInt32(topicAlias)))) }
    for identifier in subscriptionIdentifiers {
      output.appendProperty(Property(.subscriptionIdentifier, .number(identifier)))
    }
    for property in message.properties { output.appendProperty(property) }
  }
}
