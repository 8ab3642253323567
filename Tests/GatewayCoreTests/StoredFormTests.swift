import GatewayCore
import SansIO
import Testing
import ZCL
import Zigbee
import ZigbeeHost

@Suite struct StoredFormTests {
  private static let identity = DeviceIdentity(
    ieee: Devices.lock.ieee, deviceID: "ZG01182510002", name: "front \"door\"", isLock: true, software: "V1")

  static let results: [CallResult] = [
    .ok, .unknown, CallResult(.forbidden, reason: "locked out for another 60 s"), .ok(.power(160)),
    .ok(.lockState(.notFullyLocked)), .ok(.signal(-71)), .ok(.response(CommandID(3), payload: [0, 255])),
    .ok(.basicInfo(BasicInfo(ieee: Devices.lock.ieee))),
    .ok(.users([UserSummary(userID: "a", isConfigured: true)])),
    .ok(
      .devices([
        DeviceSummary(
          identity: identity, model: "m", manufacturer: "n", isAvailable: true, isReady: true,
          joinedAt: WallTime(milliseconds: 1), lastSeen: WallTime(milliseconds: 2), linkQuality: 3)
      ])),
    .ok(
      .attributes([
        AttributeReading(
          key: AttributeKey(
            device: Devices.lamp.ieee, endpoint: EndpointID(1), cluster: .onOff,
            manufacturer: ManufacturerCode(rawValue: 0x115F), attribute: AttributeID(1)),
          raw: TypedValue(.int16, .signed(-525)), value: .number(-5), unit: "°C"),
        AttributeReading(
          key: AttributeKey(
            device: Devices.lamp.ieee, endpoint: EndpointID(1), cluster: .onOff, attribute: AttributeID(2)),
          status: .unsupportedAttribute, raw: nil, value: nil),
      ])),
  ]

  @Test(arguments: results)
  func aCallComesBackFromTheStoreAsItWas(_ result: CallResult) {
    let record = CallRecord(
      identity: CallIdentity(caller: "u", function: "f", device: "d", messageID: "1", timestamp: "2"),
      bodyDigest: [1, 2], recordedAt: WallTime(milliseconds: 5), isLocal: false, replyContext: [0, 34, 255],
      result: result, isAnswered: true)
    let restored = CallRecord(
      identity: record.identity, bodyDigest: record.bodyDigest, recordedAt: record.recordedAt,
      storedContent: record.storedContent)
    #expect(restored == record)
  }

  @Test func aCallWithoutEndComesBackWithoutEnd() {
    let record = CallRecord(
      identity: CallIdentity(caller: "u", function: "f", device: "", messageID: "", timestamp: ""),
      bodyDigest: [], recordedAt: WallTime(milliseconds: 5), isLocal: true, replyContext: [])
    let restored = CallRecord(
      identity: record.identity, bodyDigest: [], recordedAt: record.recordedAt,
      storedContent: record.storedContent)
    #expect(restored == record)
  }

  @Test func anEndThatCannotBeReadIsAnEnd() {
    let restored = CallRecord(
      identity: CallIdentity(caller: "u", function: "f", device: "", messageID: "", timestamp: ""),
      bodyDigest: [], recordedAt: WallTime(milliseconds: 5),
      storedContent: Array(#"{"local":false,"result":{"code":"later"}}"#.utf8))
    #expect(restored?.result == .unknown)
  }

  @Test(arguments: [
    CoreEventKind.deviceOnline(identity, joined: true), .deviceOffline(identity), .deviceDeleted(identity),
    .alarm(identity, code: 9, cluster: .doorLock), .gatewayReset,
    .lockOperation(
      identity, LockOperation(source: 0, code: 2, userID: 3, localTime: .max, data: [1, 0, 255])),
    .lockProgramming(
      identity,
      LockProgramming(source: 1, code: 2, userID: 0xFFFF, userType: 0, userStatus: 1, localTime: 5)),
  ])
  func aCriticalEventComesBackFromTheStoreAsItWas(_ kind: CoreEventKind) throws {
    let event = CoreEvent(
      id: EventID(rawValue: 1 << 40), time: WallTime(milliseconds: 1_790_000_000_000), kind: kind)
    let content = try #require(event.storedContent)
    #expect(CoreEvent(storedContent: content) == event)
  }

  @Test func otherEventsAreNotStored() {
    let event = CoreEvent(
      id: EventID(rawValue: 1), time: WallTime(milliseconds: 0), kind: .permitJoin(seconds: 3))
    #expect(event.storedContent == nil)
  }

  @Test func aLockOutComesBackFromTheStoreAsItWas() {
    for subject in [LockoutSubject.lock(Devices.lock.ieee), .caller("local:root"), .caller("a/b")] {
      let lockout = Lockout(
        subject: subject, failures: [WallTime(milliseconds: 3)], count: 2, until: WallTime(milliseconds: 9))
      #expect(Lockout(storedContent: lockout.storedContent) == lockout)
    }
  }

  @Test(arguments: ["", "[]", "null", "{", "{\"id\":\"x\"}", "{\"subject\":7}", "\u{0}\u{1}"])
  func damagedContentIsNil(_ text: String) {
    #expect(CoreEvent(storedContent: Array(text.utf8)) == nil)
    #expect(Lockout(storedContent: Array(text.utf8)) == nil)
  }
}
