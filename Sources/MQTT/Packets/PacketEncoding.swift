/// Writing of packets.
///
/// What a version before 5.0 has no form for is left out (properties, aliases, subscription options, reason
/// codes of success); where that would turn a failure into a success, it throws
/// ``EncodingFailure/notInThisVersion``.
extension Packet {
  /// The packet as it goes over the wire.
  public func encoded(in context: CodecContext = CodecContext()) throws(EncodingFailure) -> [UInt8] {
    var output: [UInt8] = []
    try encode(into: &output, context: context)
    return output
  }

  /// Appends the packet to `output`; nothing is written when it throws. A buffer that is emptied with its
  /// capacity kept makes this free of heap calls.
  public func encode(into output: inout [UInt8], context: CodecContext) throws(EncodingFailure) {
    if let role = context.role, !type.isSent(by: role, in: context.version) { throw .wrongSender }
    guard let limit = context.maximumPacketSize else { return try write(into: &output, context: context) }
    var packet: Packet? = self
    while let candidate = packet {
      let start = output.count
      try candidate.write(into: &output, context: context)
      if output.count - start <= Int(limit) { return }
      output.removeLast(output.count - start)
      packet = candidate.withLessExplanation
    }
    throw .packetTooLarge
  }

  private func write(into output: inout [UInt8], context: CodecContext) throws(EncodingFailure) {
    switch self {
    case .connect(let packet): try packet.encode(into: &output, context: context)
    case .connectAcknowledgement(let packet): try packet.encode(into: &output, context: context)
    case .publish(let packet): try packet.encode(into: &output, context: context)
    case .publishAcknowledgement(let packet), .publishReceived(let packet), .publishRelease(let packet),
      .publishComplete(let packet):
      try packet.encode(as: type, into: &output, context: context)
    case .subscribe(let packet): try packet.encode(into: &output, context: context)
    case .subscribeAcknowledgement(let packet): try packet.encode(into: &output, context: context)
    case .unsubscribe(let packet): try packet.encode(into: &output, context: context)
    case .unsubscribeAcknowledgement(let packet): try packet.encode(into: &output, context: context)
    case .pingRequest, .pingResponse: output.appendFixedHeader(type, remainingLength: 0)
    case .disconnect(let packet): try packet.encode(into: &output, context: context)
    case .authentication(let packet): try packet.encode(into: &output, context: context)
    }
  }
}

extension PublishResponse {
  /// Appends PUBACK, PUBREC, PUBREL or PUBCOMP to `output`.
  public func encode(
    as type: PacketType, into output: inout [UInt8], context: CodecContext
  ) throws(EncodingFailure) {
    let flags = type.requiredFlags ?? 0
    guard context.version.hasProperties, reasonCode != .success || !properties.isEmpty else {
      guard !reasonCode.isFailure else { throw .notInThisVersion }
      output.appendFixedHeader(type, flags: flags, remainingLength: 2)
      return output.appendTwoByteInteger(packetIdentifier.rawValue)
    }
    try EncodingChecks.reasonCode(reasonCode, in: type, context)
    let byteCount = try EncodingChecks.properties(properties, in: PropertyPlaces(type), context)
    let field = byteCount == 0 ? 0 : EncodingChecks.propertyFieldLength(byteCount, context)
    try EncodingChecks.remainingLength(3 + field)
    output.appendFixedHeader(type, flags: flags, remainingLength: 3 + field)
    output.appendTwoByteInteger(packetIdentifier.rawValue)
    output.append(reasonCode.rawValue)
    if byteCount > 0 { output.appendProperties(properties, byteCount: byteCount, context) }
  }
}

extension DisconnectPacket {
  func encode(into output: inout [UInt8], context: CodecContext) throws(EncodingFailure) {
    guard context.version.hasProperties, reasonCode != .normalDisconnection || !properties.isEmpty else {
      // Without a reason it would say that the will is not wanted.
      guard reasonCode == .normalDisconnection else { throw .notInThisVersion }
      return output.appendFixedHeader(.disconnect, remainingLength: 0)
    }
    try EncodingChecks.reasonCode(reasonCode, in: .disconnect, context)
    let byteCount = try EncodingChecks.properties(properties, in: .disconnect, context)
    let field = byteCount == 0 ? 0 : EncodingChecks.propertyFieldLength(byteCount, context)
    try EncodingChecks.remainingLength(1 + field)
    output.appendFixedHeader(.disconnect, remainingLength: 1 + field)
    output.append(reasonCode.rawValue)
    if byteCount > 0 { output.appendProperties(properties, byteCount: byteCount, context) }
  }
}

extension AuthenticationPacket {
  func encode(into output: inout [UInt8], context: CodecContext) throws(EncodingFailure) {
    guard context.version.hasProperties else { throw .notInThisVersion }
    try EncodingChecks.reasonCode(reasonCode, in: .authentication, context)
    let byteCount = try EncodingChecks.properties(properties, in: .authentication, context)
    if reasonCode == .success, byteCount == 0 {
      return output.appendFixedHeader(.authentication, remainingLength: 0)
    }
    guard properties.contains(.authenticationMethod) else { throw .inconsistentFields }
    let length = 1 + EncodingChecks.propertyFieldLength(byteCount, context)
    try EncodingChecks.remainingLength(length)
    output.appendFixedHeader(.authentication, remainingLength: length)
    output.append(reasonCode.rawValue)
    output.appendProperties(properties, byteCount: byteCount, context)
  }
}
