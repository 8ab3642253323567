import CloudRPC
import GatewayCore
import JSON
import MQTT
import RadioInterface
import SansIO
import Testing
import ZCL
import Zigbee
import ZigbeeHost

/// Events byte for byte.
@Suite struct EventShapeTests {
  private static let lock = DeviceIdentity(
    ieee: CloudHarness.lockDevice.ieee, deviceID: "ZG01182510002", name: "door", isLock: true,
    software: "V1.02.040")
  private static let lamp = DeviceIdentity(
    ieee: CloudHarness.lampDevice.ieee, deviceID: "0017880102010304", name: "lamp", software: "1.2")

  private static func event(
    devtype: String = "kdszblock", device: String = "ZG01182510002", type: String, code: Int, params: String
  ) -> String {
    #"{"msgtype":"event","func":"gwevent","msgId":35,"devtype":"\#(devtype)","deviceId":"\#(device)","#
      + #""eventtype":"\#(type)","eventcode":\#(code),"gwId":"GW01182510001","timestamp":"1790000000000","#
      + #""eventparams":\#(params)}"#
  }

  private static func lifeCycle(_ word: String) -> String {
    event(
      type: "alarm", code: 1,
      params: #"{"event_str":"\#(word)","device_type":"zigbee","macaddr":"00:12:4b:00:1b:a5:09:c1","#
        + #""SW":"V1.02.040"}"#)
  }

  private static func reading(
    _ device: DeviceIdentity, _ cluster: ClusterID, _ attribute: UInt16, _ raw: TypedValue,
    _ value: PlainValue?, _ unit: String
  ) -> CoreEventKind {
    .attributeReport(
      device,
      AttributeReading(
        key: AttributeKey(
          device: device.ieee, endpoint: EndpointID(11), cluster: cluster, attribute: AttributeID(attribute)),
        raw: raw, value: value, unit: unit))
  }

  static let critical: [(CoreEventKind, String)] = [
    (.deviceOnline(lock, joined: true), lifeCycle("online")),
    (.deviceOnline(lock, joined: false), lifeCycle("online")),
    (.deviceOffline(lock), lifeCycle("offline")),
    (.deviceDeleted(lock), lifeCycle("delete")),
    (
      .deviceOnline(lamp, joined: true),
      event(
        devtype: "zbdevice", device: "0017880102010304", type: "alarm", code: 1,
        params:
          #"{"event_str":"online","device_type":"zigbee","macaddr":"00:17:88:01:02:01:03:04","SW":"1.2"}"#)
    ),
    (
      .lockOperation(lock, LockOperation(source: 0, code: 2, userID: 3, localTime: 700_000_000)),
      event(
        type: "info", code: 2,
        params: #"{"devetype":"lockop","devecode":2,"eventsource":0,"userID":3,"pin":255,"#
          + #""zigBeeLocalTime":700000000,"Data":""}"#)
    ),
    (
      .lockOperation(
        lock,
        LockOperation(source: 255, code: 250, userID: 0xFFFF, localTime: .max, data: Array("a\"\0".utf8))),
      event(
        type: "info", code: 2,
        params: #"{"devetype":"lockop","devecode":250,"eventsource":255,"userID":65535,"pin":255,"#
          + #""zigBeeLocalTime":4294967295,"Data":"a\""}"#)
    ),
    (
      .lockProgramming(
        lock, LockProgramming(source: 1, code: 2, userID: 4, userType: 0, userStatus: 1, localTime: 5)),
      event(
        type: "info", code: 2,
        params: #"{"devetype":"lockprom","devecode":2,"eventsource":1,"userID":4,"pin":255,"userType":0,"#
          + #""userStatus":1,"zigBeeLocalTime":5,"Data":""}"#)
    ),
    (
      .alarm(lock, code: 9, cluster: .doorLock),
      event(type: "alarm", code: 2, params: #"{"alarmCode":9,"clusterID":257}"#)
    ),
    (
      .gatewayReset,
      #"{"msgtype":"event","func":"gatewayReset","msgId":35,"userId":"EMPTY","gwId":"GW01182510001","#
        + #""deviceId":"GW01182510001","returnCode":"0","timestamp":"1790000000000"}"#
    ),
  ]

  static let reports: [(CoreEventKind, String)] = [
    (
      reading(lock, .powerConfiguration, 33, TypedValue(.uint8, .unsigned(160)), .number(80), "%"),
      event(
        type: "info", code: 2,
        params: #"{"devetype":"lockreport","clusterID":1,"attributeID":33,"attributeDataValue":[160]}"#)
    ),
    (
      reading(lamp, .temperatureMeasurement, 0, TypedValue(.int16, .signed(-525)), .number(-5.25), "°C"),
      event(
        devtype: "zbdevice", device: "0017880102010304", type: "info", code: 2,
        params: #"{"devetype":"devreport","endpoint":11,"clusterID":1026,"attributeID":0,"#
          + #""attributeDataType":41,"attributeDataValue":[-525],"value":-5.25,"unit":"°C"}"#)
    ),
    (
      reading(lamp, .onOff, 0, TypedValue(.boolean, .boolean(true)), .bool(true), ""),
      event(
        devtype: "zbdevice", device: "0017880102010304", type: "info", code: 2,
        params: #"{"devetype":"devreport","endpoint":11,"clusterID":6,"attributeID":0,"#
          + #""attributeDataType":16,"attributeDataValue":[1],"value":true,"unit":""}"#)
    ),
    (
      reading(lamp, .temperatureMeasurement, 0, TypedValue(.int16, .signed(-32_768)), nil, ""),
      event(
        devtype: "zbdevice", device: "0017880102010304", type: "info", code: 2,
        params: #"{"devetype":"devreport","endpoint":11,"clusterID":1026,"attributeID":0,"#
          + #""attributeDataType":41,"attributeDataValue":[-32768],"value":null,"unit":""}"#)
    ),
    (
      .deviceCommand(
        lamp,
        DeviceCommand(
          device: lamp.ieee, endpoint: EndpointID(2), cluster: .onOff,
          frame: ZCLFrame(kind: .cluster, direction: .clientToServer, command: CommandID(2), payload: [7]))),
      event(
        devtype: "zbdevice", device: "0017880102010304", type: "info", code: 2,
        params: #"{"devetype":"devcommand","endpoint":2,"clusterID":6,"commandID":2,"payload":"07"}"#)
    ),
  ]

  private func encode(_ kind: CoreEventKind) throws -> CloudMessage? {
    var harness = try CloudHarness()
    return harness.translator.encode(
      CoreEvent(id: EventID(rawValue: 35), time: WallTime(milliseconds: 1_790_000_000_000), kind: kind))
  }

  @Test(arguments: critical)
  func aCriticalEventIsDurable(_ kind: CoreEventKind, _ body: String) throws {
    let message = try #require(try encode(kind))
    #expect(String(decoding: message.message.payload, as: UTF8.self) == body)
    #expect(message.message.qos == .exactlyOnce)
    #expect(message.isDurable)
    #expect(message.event == EventID(rawValue: 35))
    #expect(message.message.topic.text == "/type/GW01182510001/call")
  }

  @Test(arguments: reports)
  func aReportIsNot(_ kind: CoreEventKind, _ body: String) throws {
    let message = try #require(try encode(kind))
    #expect(String(decoding: message.message.payload, as: UTF8.self) == body)
    #expect(message.message.qos == .atMostOnce)
    #expect(!message.isDurable)
  }

  @Test func whatTheProtocolDoesNotHaveIsNotSaid() throws {
    let command = DeviceCommand(
      device: Self.lock.ieee, endpoint: EndpointID(2), cluster: .onOff,
      frame: ZCLFrame(kind: .cluster, direction: .clientToServer, command: CommandID(2)))
    for kind in [
      CoreEventKind.permitJoin(seconds: 3), .deviceRenamed(Self.lock, from: "x"),
      .gatewayState(GatewayState(radio: .running, clockIsTrusted: true)), .deviceCommand(Self.lock, command),
      .interview(Self.lock, .complete),
    ] {
      #expect(try encode(kind) == nil)
    }
  }

  @Test func aMessageNumberFitsTheAppsForEver() throws {
    var harness = try CloudHarness()
    let message = harness.translator.encode(
      CoreEvent(id: EventID(rawValue: 1 << 31 | 7), time: WallTime(milliseconds: 0), kind: .gatewayReset))
    let value = try JSONValue(parsing: message?.message.payload ?? [])
    #expect(value["msgId"] == 7)
  }
}
