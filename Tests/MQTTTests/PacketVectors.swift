import MQTT
import SansIO
import Testing

/// Packets with the bytes that the standard gives or demands for them.
enum PacketVectors {
  static func topic(_ text: String) throws -> TopicName { try TopicName(text) }

  static func identifier(_ value: UInt16) throws -> PacketIdentifier {
    try #require(PacketIdentifier(rawValue: value))
  }

  static func all() throws -> [(name: String, packet: Packet, hex: String)] {
    let ten = try identifier(10)
    var full = ConnectPacket(clientIdentifier: "gw:1", cleanSession: true, keepAlive: 10)
    full.will = Message(topic: try topic("w"), payload: [1, 2], qos: .atLeastOnce, retain: true)
    full.userName = "u"
    full.password = .init([0x70])
    return [
      (
        "CONNECT, least", .connect(ConnectPacket(clientIdentifier: "c", cleanSession: false, keepAlive: 60)),
        "100d 0004 4d515454 04 00 003c 0001 63"
      ),
      (
        "CONNECT, all flags", .connect(full),
        "101d 0004 4d515454 04 ee 000a 0004 67773a31 0001 77 0002 0102 0001 75 0001 70"
      ),
      (
        "CONNACK, session present",
        .connectAcknowledgement(ConnectAcknowledgement(sessionPresent: true, returnCode: .accepted)),
        "2002 0100"
      ),
      (
        "CONNACK, refused",
        .connectAcknowledgement(ConnectAcknowledgement(sessionPresent: false, returnCode: .notAuthorized)),
        "2002 0005"
      ),
      (
        "PUBLISH of clause 3.3.2.3, with payload",
        .publish(
          PublishPacket(
            message: Message(topic: try topic("a/b"), payload: [0xFF], qos: .atLeastOnce),
            packetIdentifier: ten)),
        "3208 0003 612f62 000a ff"
      ),
      (
        "PUBLISH, QoS 0, retained, empty",
        .publish(PublishPacket(message: Message(topic: try topic("a"), payload: [], retain: true))),
        "3103 0001 61"
      ),
      (
        "PUBLISH, QoS 2, DUP",
        .publish(
          PublishPacket(
            message: Message(topic: try topic("a"), payload: [], qos: .exactlyOnce), duplicate: true,
            packetIdentifier: try identifier(65_535))),
        "3c05 0001 61 ffff"
      ),
      ("PUBACK", .publishAcknowledgement(PublishResponse(ten)), "4002 000a"),
      ("PUBREC", .publishReceived(PublishResponse(ten)), "5002 000a"),
      ("PUBREL", .publishRelease(PublishResponse(ten)), "6202 000a"),
      ("PUBCOMP", .publishComplete(PublishResponse(ten)), "7002 000a"),
      (
        "SUBSCRIBE of clause 3.8.3",
        .subscribe(
          SubscribePacket(
            packetIdentifier: ten,
            subscriptions: [
              Subscription(filter: try TopicFilter("a/b"), qos: .atLeastOnce),
              Subscription(filter: try TopicFilter("c/d"), qos: .exactlyOnce),
            ])),
        "820e 000a 0003 612f62 01 0003 632f64 02"
      ),
      (
        "SUBACK of clause 3.9.3",
        .subscribeAcknowledgement(
          SubscribeAcknowledgement(
            packetIdentifier: ten,
            results: [.granted(.atMostOnce), .granted(.exactlyOnce), .refused(.unspecifiedError)])),
        "9005 000a 00 02 80"
      ),
      (
        "UNSUBSCRIBE of clause 3.10.3",
        .unsubscribe(
          UnsubscribePacket(
            packetIdentifier: ten, filters: [try TopicFilter("a/b"), try TopicFilter("c/d")])),
        "a20c 000a 0003 612f62 0003 632f64"
      ),
      ("UNSUBACK", .unsubscribeAcknowledgement(UnsubscribeAcknowledgement(ten)), "b002 000a"),
      ("PINGREQ", .pingRequest, "c000"),
      ("PINGRESP", .pingResponse, "d000"),
      ("DISCONNECT", .normalDisconnection, "e000"),
    ]
  }
}
