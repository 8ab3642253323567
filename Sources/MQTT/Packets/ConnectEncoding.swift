import SansIO

extension ConnectPacket {
  /// In the packet's own version; of the context, the role counts.
  func encode(into output: inout [UInt8], context: CodecContext) throws(EncodingFailure) {
    var context = context
    context.version = version
    try checkFields()
    let propertyBytes = try EncodingChecks.properties(properties, in: .connect, context)
    let willProperties = makeWillProperties()
    let willBytes = try EncodingChecks.properties(willProperties, in: .will, context)
    var length = 2 + version.protocolName.utf8.count + 4 + 2 + clientIdentifier.utf8.count
    length += EncodingChecks.propertyFieldLength(propertyBytes, context)
    if let will {
      length += EncodingChecks.propertyFieldLength(willBytes, context)
      length += 4 + will.topic.byteCount + will.payload.count
    }
    if let userName { length += 2 + userName.utf8.count }
    if let password { length += 2 + password.reveal().count }
    try EncodingChecks.remainingLength(length)
    output.appendFixedHeader(.connect, remainingLength: length)
    output.appendString(version.protocolName)
    output.append(version.rawValue)
    output.append(flags)
    output.appendTwoByteInteger(keepAlive)
    output.appendProperties(properties, byteCount: propertyBytes, context)
    output.appendString(clientIdentifier)
    if let will {
      output.appendProperties(willProperties, byteCount: willBytes, context)
      output.appendString(will.topic.text)
      output.appendBinary(will.payload)
    }
    if let userName { output.appendString(userName) }
    if let password { output.appendBinary(password.reveal()) }
  }

  private func checkFields() throws(EncodingFailure) {
    guard password == nil || userName != nil || version.hasProperties else { throw .inconsistentFields }
    guard will?.topic != .aliased else { throw .inconsistentFields }
    try EncodingChecks.text(clientIdentifier)
    try EncodingChecks.text(userName ?? "")
    try EncodingChecks.binary(will?.payload ?? [])
    try EncodingChecks.binary(password?.reveal() ?? [])
    let failure = ClientIdentifier.failure(
      of: clientIdentifier, version: version, cleanSession: cleanSession)
    if let failure { throw .clientIdentifier(failure) }
  }

  private func makeWillProperties() -> Properties {
    var properties = will?.properties ?? Properties()
    if will != nil, willDelayInterval != 0 { properties.setNumber(.willDelayInterval, willDelayInterval) }
    return properties
  }

  /// Clause 3.1.2.3.
  private var flags: UInt8 {
    var flags: UInt8 = cleanSession ? 0x02 : 0
    if let will { flags |= 0x04 | will.qos.rawValue << 3 | (will.retain ? 0x20 : 0) }
    if password != nil { flags |= 0x40 }
    if userName != nil { flags |= 0x80 }
    return flags
  }
}

extension ConnectAcknowledgement {
  func encode(into output: inout [UInt8], context: CodecContext) throws(EncodingFailure) {
    guard !sessionPresent || returnCode == .accepted else { throw .inconsistentFields }
    guard context.version.hasProperties else {
      output.appendFixedHeader(.connectAcknowledgement, remainingLength: 2)
      output.append(sessionPresent ? 1 : 0)
      return output.append(returnCode.rawValue)
    }
    try EncodingChecks.reasonCode(reasonCode, in: .connectAcknowledgement, context)
    let byteCount = try EncodingChecks.properties(properties, in: .connectAcknowledgement, context)
    let length = 2 + EncodingChecks.propertyFieldLength(byteCount, context)
    try EncodingChecks.remainingLength(length)
    output.appendFixedHeader(.connectAcknowledgement, remainingLength: length)
    output.append(sessionPresent ? 1 : 0)
    output.append(reasonCode.rawValue)
    output.appendProperties(properties, byteCount: byteCount, context)
  }
}
