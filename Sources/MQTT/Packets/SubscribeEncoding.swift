extension SubscribePacket {
  func encode(into output: inout [UInt8], context: CodecContext) throws(EncodingFailure) {
    guard !subscriptions.isEmpty else { throw .inconsistentFields }
    let byteCount = try EncodingChecks.properties(properties, in: .subscribe, context)
    var length = 2 + EncodingChecks.propertyFieldLength(byteCount, context)
    for subscription in subscriptions {
      try EncodingChecks.filter(subscription.filter, context)
      if subscription.options.noLocal, subscription.filter.sharedSubscription != nil {
        throw .inconsistentFields
      }
      length += 3 + subscription.filter.byteCount
    }
    try EncodingChecks.remainingLength(length)
    output.appendFixedHeader(.subscribe, flags: 0b0010, remainingLength: length)
    output.appendTwoByteInteger(packetIdentifier.rawValue)
    output.appendProperties(properties, byteCount: byteCount, context)
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
    let byteCount = try EncodingChecks.properties(properties, in: .subscribeAcknowledgement, context)
    let length = 2 + EncodingChecks.propertyFieldLength(byteCount, context) + results.count
    try EncodingChecks.remainingLength(length)
    output.appendFixedHeader(.subscribeAcknowledgement, remainingLength: length)
    output.appendTwoByteInteger(packetIdentifier.rawValue)
    output.appendProperties(properties, byteCount: byteCount, context)
    for result in results {
      let code = result.reasonCode
      output.append(code.isFailure && !context.version.hasProperties ? 0x80 : code.rawValue)
    }
  }
}

extension UnsubscribePacket {
  func encode(into output: inout [UInt8], context: CodecContext) throws(EncodingFailure) {
    guard !filters.isEmpty else { throw .inconsistentFields }
    let byteCount = try EncodingChecks.properties(properties, in: .unsubscribe, context)
    var length = 2 + EncodingChecks.propertyFieldLength(byteCount, context)
    for filter in filters {
      try EncodingChecks.filter(filter, context)
      length += 2 + filter.byteCount
    }
    try EncodingChecks.remainingLength(length)
    output.appendFixedHeader(.unsubscribe, flags: 0b0010, remainingLength: length)
    output.appendTwoByteInteger(packetIdentifier.rawValue)
    output.appendProperties(properties, byteCount: byteCount, context)
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
    let byteCount = try EncodingChecks.properties(properties, in: .unsubscribeAcknowledgement, context)
    let length = 2 + EncodingChecks.propertyFieldLength(byteCount, context) + reasonCodes.count
    try EncodingChecks.remainingLength(length)
    output.appendFixedHeader(.unsubscribeAcknowledgement, remainingLength: length)
    output.appendTwoByteInteger(packetIdentifier.rawValue)
    output.appendProperties(properties, byteCount: byteCount, context)
    for code in reasonCodes { output.append(code.rawValue) }
  }
}
