extension Message {
  /// Bytes of its PUBLISH with the full topic and without an alias, fixed header included.
  func packetByteCount(_ version: ProtocolVersion) -> Int {
    let identifier = qos == .atMostOnce ? nil : PacketIdentifier(rawValue: 1)
    return PublishPacket(message: self, packetIdentifier: identifier)
      .encodedByteCount(in: CodecContext(version: version))
  }
}

extension EncodingFailure {
  /// Why a message has no form on the wire; nil when it has one. Topics and payloads always have.
  init?(of message: Message) {
    guard message.topic != .aliased else {
      self = .inconsistentFields
      return
    }
    guard !message.properties.isEmpty else { return nil }
    var output: [UInt8] = []
    var sample = message
    sample.qos = .atMostOnce
    do {
      try PublishPacket(message: sample).encode(
        into: &output, context: CodecContext(version: .v5, role: .client))
      return nil
    } catch {
      self = error
    }
  }
}
