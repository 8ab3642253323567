import GatewayCore
import JSON
import Reactor
import SansIO
import Storage
import TestSupport
import Testing
import ZCL
import Zigbee
import ZigbeeHost

@testable import GatewayRuntime

/// What the core records must be what it is given back after a restart, through a real store.
@Suite struct CoreStoreMappingTests {
  private static let ieee = IEEEAddress(rawValue: 0x00124B_001C000001)

  private func lock() -> DeviceRecord {
    var device = ZigbeeDevice(
      ieee: Self.ieee, networkAddress: NetworkAddress(rawValue: 0x1234),
      joinedAt: WallTime(milliseconds: 1000))
    device.nodeDescriptor = [2, 0x40, 0x80]
    device.isSleepy = true
    device.manufacturerCode = ManufacturerCode(rawValue: 0x115F)
    device.endpoints = [
      ZigbeeEndpoint(
        id: EndpointID(10), profile: .homeAutomation, deviceID: DeviceID(rawValue: 0x000A), deviceVersion: 1,
        inputClusters: [ClusterID(rawValue: 0), ClusterID(rawValue: 0x0101)],
        outputClusters: [ClusterID(rawValue: 0x000A)])
    ]
    device.manufacturerName = "Maker"
    device.modelIdentifier = "ZG01182510002"
    device.interview = .stopped(step: .basicAttributes, reason: "asleep")
    device.lastSeen = WallTime(milliseconds: 2000)
    device.linkQuality = LinkQuality(rawValue: 99)
    device.signalStrength = -60
    device.parent = .coordinator
    device.isAvailable = false
    return DeviceRecord(device: device, name: "front door", decidedDeviceID: "ZG01182510002")
  }

  private func restored(_ changes: [CoreChange]) throws -> CoreState {
    let directory = try TemporaryDirectory(mode: 0o700)
    let loop = SimulatedLoop()
    let store = Store(
      directory: directory.path, loop: loop, openedAt: WallTime(milliseconds: 0), execution: .loop)
    store.start()
    var outcome: Result<Void, StoreFailure>?
    store.apply(CoreStoreMapping.storeChanges(changes)) { outcome = $0 }
    loop.settle()
    try #require(outcome).get()
    store.closeAndWait()
    let again = Store(
      directory: directory.path, loop: loop, openedAt: WallTime(milliseconds: 0), execution: .loop)
    return CoreStoreMapping.coreState(try again.loadAll().get())
  }

  @Test func aDeviceComesBackWhole() throws {
    let record = lock()
    #expect(try restored([.putDevice(record)]).devices == [record])
  }

  @Test(arguments: [
    TypedValue(.uint8, .unsigned(200)), TypedValue(.int16, .signed(-2150)),
    TypedValue(.boolean, .boolean(true)),
    TypedValue(.characterString, .string(Array("häuser".utf8))), TypedValue(.float, .float(1.5)),
    TypedValue(.characterString, .none), TypedValue(.uint48, .unsigned(0xFFFF_FFFF_FFFF)),
    TypedValue(.ieeeAddress, .unsigned(.max)),
  ])
  func aValueComesBackWithItsType(value: TypedValue) throws {
    let key = AttributeKey(
      device: Self.ieee, endpoint: EndpointID(1), cluster: ClusterID(rawValue: 0x0402),
      attribute: AttributeID(0))
    let other = AttributeKey(
      device: Self.ieee, endpoint: EndpointID(1), cluster: ClusterID(rawValue: 0x0402),
      manufacturer: ManufacturerCode(rawValue: 0x115F), attribute: AttributeID(0))
    let stored = StoredValue(value: value, updatedAt: WallTime(milliseconds: 5))
    let state = try restored([.putDevice(lock()), .putValue(key, stored), .putValue(other, stored)])
    #expect(state.values == [key: stored, other: stored])
  }

  @Test(arguments: [
    CallResult.ok, CallResult(.timedOut, reason: "asleep"), .ok(.lockState(.unlocked)), .ok(.power(160)),
    .ok(.signal(-71)), .ok(.response(CommandID(6), payload: [1, 2, 3])),
    .ok(.users([UserSummary(userID: "u", isConfigured: true)])),
    .ok(
      .devices([
        DeviceSummary(
          identity: DeviceIdentity(ieee: ieee, deviceID: "d", name: "n", isLock: true, software: "1"),
          model: "m", manufacturer: "f", isAvailable: true, isReady: true,
          joinedAt: WallTime(milliseconds: 1),
          lastSeen: WallTime(milliseconds: 2), linkQuality: 3)
      ])),
    .ok(
      .attributes([
        AttributeReading(
          key: AttributeKey(
            device: ieee, endpoint: EndpointID(1), cluster: ClusterID(rawValue: 6), attribute: AttributeID(0)),
          raw: TypedValue(.boolean, .boolean(true)), value: .bool(true)),
        AttributeReading(
          key: AttributeKey(
            device: ieee, endpoint: EndpointID(1), cluster: ClusterID(rawValue: 6), attribute: AttributeID(9)),
          status: .unsupportedAttribute, raw: nil, value: nil),
      ])),
  ])
  func aCallComesBackWithItsResult(result: CallResult) throws {
    let record = CallRecord(
      identity: CallIdentity(
        caller: "user", function: "openLock", device: Self.ieee.description, messageID: "7", timestamp: "1"),
      bodyDigest: [1, 2, 3], recordedAt: WallTime(milliseconds: 9), isLocal: false, replyContext: [4, 5],
      result: result, isAnswered: true)
    #expect(try restored([.putCall(record)]).calls == [record])
  }

  @Test func aCallWithoutAResultComesBackWithoutOne() throws {
    let record = CallRecord(
      identity: CallIdentity(caller: "u", function: "openLock", device: "d", messageID: "", timestamp: ""),
      bodyDigest: [], recordedAt: WallTime(milliseconds: 9), isLocal: true, replyContext: [])
    #expect(try restored([.putCall(record)]).calls == [record])
  }

  @Test(arguments: [
    CoreEventKind.deviceOnline(identity, joined: true), .deviceOffline(identity), .deviceDeleted(identity),
    .gatewayReset, .alarm(identity, code: 9, cluster: ClusterID(rawValue: 0x0101)),
    .lockOperation(
      identity, LockOperation(source: 0, code: 2, userID: 3, localTime: .max, data: [0xFF, 0])),
    .lockProgramming(
      identity,
      LockProgramming(source: 1, code: 2, userID: 255, userType: 3, userStatus: 1, localTime: 7)),
  ])
  func aCriticalEventWaitsOverARestart(kind: CoreEventKind) throws {
    let event = CoreEvent(id: EventID(rawValue: 41), time: WallTime(milliseconds: 77), kind: kind)
    let state = try restored([.putEvent(event), .reserveEvents(before: EventID(rawValue: 1000))])
    #expect(state.pendingEvents == [event])
    #expect(state.reservedEvents.rawValue == 1000)
  }

  @Test func usersAndLockoutsComeBack() throws {
    let user = StoredUser(userID: "u", addedBy: "local:root", addedAt: WallTime(milliseconds: 4))
    let lockouts = [
      Lockout(
        subject: .lock(Self.ieee), failures: [WallTime(milliseconds: 1)], count: 2,
        until: WallTime(milliseconds: 99)),
      Lockout(subject: .caller("u/v"), failures: [], count: 1),
    ]
    let state = try restored([.allowUser(user)] + lockouts.map { .putLockout($0) })
    #expect(state.users == [user])
    #expect(Set(state.lockouts) == Set(lockouts))
    #expect(try restored([.allowUser(user), .removeUser("u")]).users.isEmpty)
  }

  @Test func anUnreadableCallIsNeverCarriedOutAgain() {
    let row = HandledCallRow(
      key: CallKey(user: "u", function: "openLock", device: "d", messageID: "1", timestamp: "2"),
      bodyDigest: [], reply: Array("{".utf8), state: .recorded, at: 1)
    #expect(CallRowMapping.record(row).result == .unknown)
  }

  private static let identity = DeviceIdentity(
    ieee: ieee, deviceID: "ZG01182510002", name: "front door", isLock: true, software: "V1")
}
