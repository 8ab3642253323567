import GatewayCore
import SansIO
import Testing
import ZCL
import Zigbee
import ZigbeeHost

@Suite struct RegistryTests {
  @Test(arguments: [
    ("ZG01182510002", "ZG01182510002"),
    ("Z101182510002", "Z101182510002"),
    ("ZGABCDEFGHIJK", "ZGABCDEFGHIJK"),
    ("ZG0118251000", "00124b0000000001"),
    ("ZG011825100022", "00124b0000000001"),
    ("zg01182510002", "00124b0000000001"),
    ("GW01182510002", "00124b0000000001"),
    ("ZG0118251000/", "00124b0000000001"),
    ("ZG0118251000é", "00124b0000000001"),
    ("", "00124b0000000001"),
  ])
  func aDeviceIsKnownByItsSerialNumberOrElseItsAddress(_ model: String, _ expected: String) {
    var harness = CoreHarness()
    harness.join(Devices.device(0x0012_4B00_0000_0001, model: model, clusters: [.basic]))
    #expect(harness.core.devices.map(\.deviceID) == [expected])
  }

  @Test func theSecondDeviceWithASerialNumberIsKnownByItsAddress() {
    var harness = CoreHarness()
    harness.join(Devices.lock)
    harness.join(Devices.device(0x0012_4B00_0000_0009, model: Devices.lockName, clusters: [.doorLock]))
    #expect(harness.core.device(Devices.lockName)?.ieee == Devices.lock.ieee)
    #expect(harness.core.device("00124b0000000009")?.deviceID == "00124b0000000009")
  }

  @Test func theIdentityIsDecidedOnceAndOutlivesAnotherModelAndARestart() {
    var harness = CoreHarness()
    harness.join(Devices.lock)
    var changed = Devices.lock
    changed.modelIdentifier = "ZG99999999999"
    harness.join(changed)
    harness.restart()
    harness.join(changed)
    #expect(harness.core.devices.map(\.deviceID) == [Devices.lockName])
  }

  @Test(arguments: [
    "ZG01182510002", "00124b001ba509c1", "00124B001BA509C1", "0x00124b001ba509c1", "00:12:4b:00:1b:a5:09:c1",
    "00-12-4B-00-1B-A5-09-C1", "front door",
  ])
  func aDeviceIsFoundByEveryOfItsNames(_ name: String) {
    var harness = CoreHarness()
    harness.join(Devices.lock)
    harness.localCall(.renameDevice(to: "front door"), on: Devices.lockName)
    #expect(harness.core.device(name)?.ieee == Devices.lock.ieee)
  }

  @Test(arguments: [
    "", "a/b", "a+", "#", " x", "lamp", "0017880102010304", String(repeating: "x", count: 65),
  ])
  func anUnusableOrTakenNameIsRefused(_ name: String) {
    var harness = CoreHarness()
    harness.join(Devices.lock)
    harness.join(Devices.lamp)
    harness.localCall(.renameDevice(to: "lamp"), on: Devices.lampName)
    let id = harness.localCall(.renameDevice(to: name), on: Devices.lockName)
    #expect(harness.result(of: id)?.code == .badArguments)
    #expect(harness.core.device(Devices.lockName)?.name == Devices.lockName)
  }

  @Test func aRestartKnowsDevicesNamesAndValuesBeforeTheRadioAnswers() {
    var harness = CoreHarness()
    harness.join(Devices.sensor)
    harness.localCall(.renameDevice(to: "attic"), on: "00158d0001234567")
    harness.host(
      Devices.report(Devices.sensor, .temperatureMeasurement, 0, TypedValue(.int16, .signed(2_150))))
    harness.advance(.seconds(90))
    harness.host(
      .deviceSeen(Devices.sensor.ieee, linkQuality: LinkQuality(rawValue: 77), signalStrength: -61))
    let seen = harness.now.wall
    harness.restart()
    let record = harness.core.device("attic")
    #expect(record?.device.lastSeen == seen)
    #expect(record?.device.linkQuality == LinkQuality(rawValue: 77))
    let key = AttributeKey(
      device: Devices.sensor.ieee, endpoint: EndpointID(1), cluster: .temperatureMeasurement,
      attribute: AttributeID(0))
    #expect(harness.core.values(of: Devices.sensor.ieee)[key]?.value == TypedValue(.int16, .signed(2_150)))
  }

  @Test func aDeviceThatFloodsWithAttributesOrLongValuesIsBounded() {
    var harness = CoreHarness { $0.limits.valuesPerDevice = 20 }
    harness.join(Devices.sensor)
    for attribute in UInt16(0)..<100 {
      harness.host(
        Devices.report(Devices.sensor, .temperatureMeasurement, attribute, TypedValue(.uint8, .unsigned(1))))
    }
    harness.host(
      Devices.report(
        Devices.sensor, .temperatureMeasurement, 1,
        TypedValue(.longCharacterString, .string([UInt8](repeating: 65, count: 5_000)))))
    #expect(harness.core.values(of: Devices.sensor.ieee).count == 20)
    #expect(harness.disk.values.count == 20)
  }
}
