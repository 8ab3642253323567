extension SubscribePacket {
  func encode(into output: inout [UInt8], context: CodecContext) throws(EncodingFailure) {
    guard !subscriptions.isEmpty else { throw .inconsistentFields }
    var payload = 0
    for subscription in subscriptions {
      try EncodingChecks.filter(subscription.filter, context)
      if subscription.options.noLocal, subscription.filter.sharedSubscription != nil {
        throw .inconsistentFields
      }
      payload += 3 + subscription.filter.byteCount
    }
    try output.appendHead(.subscribe, packetIdentifier, properties, payload: payload, context)
    for subscription in subscriptions {
      output.appendString(subscription.filter.text)
      let options = subscription.options
      output.append(context.version.hasProperties ? options.rawValue : options.qos.rawValue)
    }
  }
}

extension SubscribeAcknowledgement {
  func encode(into output: inout [UInt8], context: CodecContext) throws(EncodingFailure) {
    guard !results.isEmpty else { throw .inconsistentFields }
    for result in results {
      guard case .refused(let code) = result else { continue }
      guard code.isFailure else { throw .reasonCode(code) }
      if context.version.hasProperties {
        try EncodingChecks.reasonCode(code, in: .subscribeAcknowledgement, context)
      }
    }
    try output.appendHead(
      .subscribeAcknowledgement, packetIdentifier, properties, payload: results.count, context)
    for result in results {
      let code = result.reasonCode
      output.append(code.isFailure && !context.version.hasProperties ? 0x80 : code.rawValue)
    }
  }
}

extension UnsubscribePacket {
  func encode(into output: inout [UInt8], context: CodecContext) throws(EncodingFailure) {
    guard !filters.isEmpty else { throw .inconsistentFields }
    var payload = 0
    for filter in filters {
      try EncodingChecks.filter(filter, context)
      payload += 2 + filter.byteCount
    }
    try output.appendHead(.unsubscribe, packetIdentifier, properties, payload: payload, context)
    for filter in filters { output.appendString(filter.text) }
  }
}

extension UnsubscribeAcknowledgement {
  func encode(into output: inout [UInt8], context: CodecContext) throws(EncodingFailure) {
    guard context.version.hasProperties else {
      guard !reasonCodes.contains(where: \.isFailure) else { throw .notInThisVersion }
      output.appendFixedHeader(.unsubscribeAcknowledgement, remainingLength: 2)
      return output.appendTwoByteInteger(packetIdentifier.rawValue)
    }
    guard !reasonCodes.isEmpty else { throw .inconsistentFields }
    for code in reasonCodes {
      try EncodingChecks.reasonCode(code, in: .unsubscribeAcknowledgement, context)
    }
    try output.appendHead(
      .unsubscribeAcknowledgement, packetIdentifier, properties, payload: reasonCodes.count, context)
    for code in reasonCodes { output.append(code.rawValue) }
  }
}

extension [UInt8] {
  /// Fixed header, packet identifier and properties, before a payload of a known length.
  fileprivate mutating func appendHead(
    _ type: PacketType, _ identifier: PacketIdentifier, _ properties: Properties, payload: Int,
    _ context: CodecContext
  ) throws(EncodingFailure) {
    let byteCount = try EncodingChecks.properties(properties, in: PropertyPlaces(type), context)
    let length = 2 + EncodingChecks.propertyFieldLength(byteCount, context) + payload
    try EncodingChecks.remainingLength(length)
    appendFixedHeader(type, flags: type.requiredFlags ?? 0, remainingLength: length)
    appendTwoByteInteger(identifier.rawValue)
    appendProperties(properties, byteCount: byteCount, context)
  }
}
