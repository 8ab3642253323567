/// Properties of a message as a store keeps them: nothing when there are none, else in the form of the wire, inside
/// a PUBLISH of 5.0.
extension Properties {
  public var storedBytes: [UInt8] {
    guard !isEmpty else { return [] }
    let message = Message(topic: TopicName.carrier, payload: [], properties: self)
    do {
      return try Packet.publish(PublishPacket(message: message)).encoded(in: CodecContext(version: .v5))
    } catch {
      // A message whose properties cannot be written is refused before it is stored.
      return []
    }
  }

  /// Throws when the bytes are none that `storedBytes` gave.
  public init(storedBytes: [UInt8]) throws(MalformedPacket) {
    self.init()
    guard !storedBytes.isEmpty else { return }
    var deframer = PacketDeframer(packetLimit: storedBytes.count)
    deframer.append(storedBytes)
    guard let frame = try deframer.nextFrame(), deframer.bufferedCount == 0,
      case .publish(let packet) = try Packet(frame, context: CodecContext(version: .v5))
    else { throw MalformedPacket(.truncated) }
    self = packet.message.properties
  }
}

extension TopicName {
  /// The topic of the PUBLISH around stored properties.
  fileprivate static let carrier: Self = {
    do { return try TopicName("p") } catch { return .aliased }
  }()
}
