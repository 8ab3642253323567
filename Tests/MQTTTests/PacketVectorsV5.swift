import MQTT
import SansIO
import Testing

/// Packets of MQTT 5.0 with the bytes that the standard demands for them.
enum PacketVectorsV5 {
  struct Vector {
    var name: String
    var packet: Packet
    var hex: String

    init(_ name: String, _ packet: Packet, _ hex: String) {
      self.name = name
      self.packet = packet
      self.hex = hex
    }
  }

  static func all() throws -> [Vector] {
    try connecting() + publishing() + acknowledging() + subscribing() + ending()
  }

  static func properties(_ fill: (inout Properties) throws -> Void) rethrows -> Properties {
    var properties = Properties()
    try fill(&properties)
    return properties
  }

  static func connecting() throws -> [Vector] {
    var least = ConnectPacket(version: .v5, clientIdentifier: "c", cleanSession: false, keepAlive: 60)
    var vectors = [Vector("CONNECT, least", .connect(least), "100e 0004 4d515454 05 00 003c 00 0001 63")]
    least.clientIdentifier = ""
    least.password = .init([0x70])
    vectors.append(
      Vector(
        "CONNECT, no identifier, a password alone", .connect(least),
        "1010 0004 4d515454 05 40 003c 00 0000 0001 70"))
    vectors.append(Vector("CONNECT, everything", .connect(try fullConnect()), fullConnectHex))
    vectors.append(
      Vector(
        "CONNACK, least",
        .connectAcknowledgement(ConnectAcknowledgement(sessionPresent: true, reasonCode: .success)),
        "2003 01 00 00"))
    vectors.append(
      Vector(
        "CONNACK, everything",
        .connectAcknowledgement(
          ConnectAcknowledgement(
            sessionPresent: false, reasonCode: .success, properties: connectAcknowledgementProperties())),
        "2043 00 00 40 11ffffffff 210014 2401 2501 2700010000 120002 6731 220005 1f0002 6f6b 260001 610001 62"
          + " 2801 2900 2a01 13001e 1a0002 722f 1c0001 73 150001 6d 160002 0102"))
    vectors.append(
      Vector(
        "CONNACK, refused",
        .connectAcknowledgement(
          ConnectAcknowledgement(
            sessionPresent: false, reasonCode: .serverMoved,
            properties: properties { $0.serverReference = "b:1883" })),
        "200c 00 9d 09 1c0006 623a31383833"))
    return vectors
  }

  private static func fullConnect() throws -> ConnectPacket {
    var packet = ConnectPacket(version: .v5, clientIdentifier: "gw", cleanSession: true, keepAlive: 10)
    packet.properties = properties {
      $0.sessionExpiryInterval = 3_600
      $0.receiveMaximum = 16
      $0.maximumPacketSize = 262_144
      $0.topicAliasMaximum = 10
      $0.requestResponseInformation = true
      $0.requestProblemInformation = false
      $0.append(userProperty: UserProperty(name: "k", value: "v"))
      $0.authenticationMethod = "SCRAM"
      $0.authenticationData = [1, 2, 3]
    }
    packet.will = Message(
      topic: try TopicName("w"), payload: [0xFF], qos: .exactlyOnce, retain: true,
      properties: try properties {
        $0.payloadIsUTF8 = false
        $0.messageExpiryInterval = 60
        $0.contentType = "t"
        $0.responseTopic = try TopicName("r")
        $0.correlationData = [9]
      })
    packet.willDelayInterval = 5
    packet.userName = "u"
    packet.password = .init([0x70])
    return packet
  }

  private static let fullConnectHex =
    "105d 0004 4d515454 05 f6 000a"
    + " 29 1100000e10 210010 2700040000 22000a 1901 1700 260001 6b0001 76 150005 534352414d 160003 010203"
    + " 0002 6777"
    + " 18 0100 020000003c 030001 74 080001 72 090001 09 1800000005"
    + " 0001 77 0001 ff 0001 75 0001 70"

  private static func connectAcknowledgementProperties() -> Properties {
    properties {
      $0.sessionExpiryInterval = .max
      $0.receiveMaximum = 20
      $0.maximumQoS = .atLeastOnce
      $0.retainAvailable = true
      $0.maximumPacketSize = 65_536
      $0.assignedClientIdentifier = "g1"
      $0.topicAliasMaximum = 5
      $0.reasonString = "ok"
      $0.append(userProperty: UserProperty(name: "a", value: "b"))
      $0.wildcardSubscriptionAvailable = true
      $0.subscriptionIdentifiersAvailable = false
      $0.sharedSubscriptionAvailable = true
      $0.serverKeepAlive = 30
      $0.responseInformation = "r/"
      $0.serverReference = "s"
      $0.authenticationMethod = "m"
      $0.authenticationData = [1, 2]
    }
  }

  static func publishing() throws -> [Vector] {
    let ten = try PacketVectors.identifier(10)
    let plain = Message(topic: try TopicName("a/b"), payload: [0xFF], qos: .atLeastOnce)
    var full = plain
    full.qos = .atMostOnce
    full.properties = try properties {
      $0.payloadIsUTF8 = true
      $0.messageExpiryInterval = 1
      $0.contentType = "text"
      $0.responseTopic = try TopicName("r/1")
      $0.correlationData = []
      $0.userProperties = [
        UserProperty(name: "b", value: "2"), UserProperty(name: "a", value: ""),
        UserProperty(name: "b", value: "1"),
      ]
    }
    return [
      Vector(
        "PUBLISH, no properties", .publish(PublishPacket(message: plain, packetIdentifier: ten)),
        "3209 0003 612f62 000a 00 ff"),
      Vector(
        "PUBLISH, everything", .publish(PublishPacket(message: full, topicAlias: 3)),
        "3035 0003 612f62 2e 230003 0101 0200000001 030004 74657874 080003 722f31 090000"
          + " 260001 620001 32 260001 610000 260001 620001 31 ff"),
      Vector(
        "PUBLISH, alias for the topic",
        .publish(
          PublishPacket(message: Message(topic: .aliased, payload: [1], qos: .atMostOnce), topicAlias: 65_535)
        ),
        "3007 0000 03 23ffff 01"),
      Vector(
        "PUBLISH, several subscription identifiers",
        .publish(
          PublishPacket(
            message: Message(topic: try TopicName("a"), payload: []),
            subscriptionIdentifiers: [1, 128, 268_435_455, 1])),
        "3010 0001 61 0c 0b01 0b8001 0bffffff7f 0b01"),
    ]
  }

  static func acknowledging() throws -> [Vector] {
    let ten = try PacketVectors.identifier(10)
    let notFound = PublishResponse(ten, reasonCode: .packetIdentifierNotFound)
    let explained = PublishResponse(
      ten, reasonCode: .quotaExceeded, properties: properties { $0.reasonString = "no" })
    let chatty = PublishResponse(
      ten, properties: properties { $0.append(userProperty: UserProperty(name: "", value: "")) })
    return [
      Vector("PUBACK, short", .publishAcknowledgement(PublishResponse(ten)), "4002 000a"),
      Vector("PUBACK, explained", .publishAcknowledgement(explained), "4009 000a 97 05 1f0002 6e6f"),
      Vector(
        "PUBREC, no subscribers",
        .publishReceived(PublishResponse(ten, reasonCode: .noMatchingSubscribers)), "5003 000a 10"),
      Vector("PUBREL, short", .publishRelease(PublishResponse(ten)), "6202 000a"),
      Vector("PUBREL, not found", .publishRelease(notFound), "6203 000a 92"),
      Vector("PUBCOMP, not found", .publishComplete(notFound), "7003 000a 92"),
      Vector("PUBCOMP, success with a property", .publishComplete(chatty), "7009 000a 00 05 260000 0000"),
    ]
  }

  static func subscribing() throws -> [Vector] {
    let ten = try PacketVectors.identifier(10)
    let shared = TopicFilter(try SharedSubscription(shareName: "g", filter: try TopicFilter("a/#")))
    let options = SubscriptionOptions(
      qos: .exactlyOnce, noLocal: true, retainAsPublished: true, retainHandling: .doNotSend)
    let subscribe = SubscribePacket(
      packetIdentifier: ten,
      subscriptions: [
        Subscription(filter: try TopicFilter("a/b"), options: options),
        Subscription(filter: shared, qos: .atLeastOnce),
      ], properties: properties { $0.subscriptionIdentifier = 200 })
    return [
      Vector(
        "SUBSCRIBE", .subscribe(subscribe),
        "821b 000a 03 0bc801 0003 612f62 2e 000c 2473686172652f672f612f23 01"
      ),
      Vector(
        "SUBACK",
        .subscribeAcknowledgement(
          SubscribeAcknowledgement(
            packetIdentifier: ten,
            results: [.granted(.atLeastOnce), .refused(.wildcardSubscriptionsNotSupported)])),
        "9005 000a 00 01 a2"),
      Vector(
        "UNSUBSCRIBE",
        .unsubscribe(
          UnsubscribePacket(packetIdentifier: ten, filters: [try TopicFilter("a/b"), try TopicFilter("+")])),
        "a20b 000a 00 0003 612f62 0001 2b"),
      Vector(
        "UNSUBACK",
        .unsubscribeAcknowledgement(
          UnsubscribeAcknowledgement(ten, reasonCodes: [.success, .noSubscriptionExisted])),
        "b005 000a 00 00 11"),
    ]
  }

  static func ending() throws -> [Vector] {
    let kept = DisconnectPacket(
      reasonCode: .disconnectWithWillMessage, properties: properties { $0.sessionExpiryInterval = 0 })
    let moved = DisconnectPacket(
      reasonCode: .useAnotherServer, properties: properties { $0.serverReference = "x" })
    let step = AuthenticationPacket(
      reasonCode: .continueAuthentication,
      properties: properties {
        $0.authenticationMethod = "m"
        $0.authenticationData = [7]
      })
    return [
      Vector("PINGREQ", .pingRequest, "c000"),
      Vector("PINGRESP", .pingResponse, "d000"),
      Vector("DISCONNECT, short", .normalDisconnection, "e000"),
      Vector(
        "DISCONNECT, reason alone", .disconnect(DisconnectPacket(reasonCode: .sessionTakenOver)), "e001 8e"),
      Vector("DISCONNECT, keep the will", .disconnect(kept), "e007 04 05 1100000000"),
      Vector("DISCONNECT, redirected", .disconnect(moved), "e006 9c 04 1c0001 78"),
      Vector("AUTH, short", .authentication(AuthenticationPacket()), "f000"),
      Vector("AUTH, next step", .authentication(step), "f00a 18 08 150001 6d 160001 07"),
    ]
  }
}
