/// What has to be known before the first byte of a packet is written.
enum EncodingChecks {
  /// A string: at most 65,535 bytes and no U+0000 (5.0, [MQTT-1.5.4-2]).
  static func text(_ text: String) throws(EncodingFailure) {
    guard text.utf8.count <= TopicFailure.longestText else { throw .fieldTooLong }
    guard !text.utf8.contains(0) else { throw .nullCharacter }
  }

  static func binary(_ bytes: [UInt8]) throws(EncodingFailure) {
    guard bytes.count <= TopicFailure.longestText else { throw .fieldTooLong }
  }

  static func remainingLength(_ length: Int) throws(EncodingFailure) {
    guard length <= VariableByteInteger.largest else { throw .packetTooLarge }
  }

  static func filter(_ filter: TopicFilter, _ context: CodecContext) throws(EncodingFailure) {
    do { try filter.check(in: context.version) } catch { throw .topicFilter(error) }
  }

  /// A reason code that the packet may carry in 5.0. Without a role, whatever a reader takes is written.
  static func reasonCode(
    _ code: ReasonCode, in type: PacketType, _ context: CodecContext
  ) throws(EncodingFailure) {
    let isOpen = context.role == nil && code.isTaken(in: type, context.strictness)
    guard code.isAllowed(in: type, from: context.role) || isOpen else { throw .reasonCode(code) }
  }

  /// Bytes of the properties without their length; each is checked against the place it stands in.
  static func properties(
    _ properties: Properties, in places: PropertyPlaces, _ context: CodecContext
  ) throws(EncodingFailure) -> Int {
    guard context.version.hasProperties, !properties.isEmpty else { return 0 }
    var count = 0
    for property in properties {
      try check(property, in: places, context)
      count += property.byteCount
    }
    guard properties.hasMethodForData else { throw .propertyNotAllowed(.authenticationData) }
    return count
  }

  private static func check(
    _ property: Property, in places: PropertyPlaces, _ context: CodecContext
  ) throws(EncodingFailure) {
    let identifier = property.identifier
    let isSent = context.role.map { identifier.isSent(by: $0, in: places) } ?? true
    guard identifier.places.contains(places), isSent else { throw .propertyNotAllowed(identifier) }
    switch property.value {
    case .number: break
    case .text(let text): try self.text(text)
    case .binary(let bytes): try binary(bytes)
    case .pair(let name, let value):
      try text(name)
      try text(value)
    }
    guard identifier.allows(property.value) else { throw .propertyValue(identifier) }
  }

  /// The length of a property length and of the properties behind it.
  static func propertyFieldLength(_ byteCount: Int, _ context: CodecContext) -> Int {
    context.version.hasProperties ? VariableByteInteger.byteCount(byteCount) + byteCount : 0
  }
}
