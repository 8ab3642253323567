import GatewayCore
import SansIO
import Testing
import ZCL
import Zigbee
import ZigbeeHost

/// Raw values and what people read. Expected values follow the attribute tables of ZCL revision 8.
@Suite struct AttributeUnitTests {
  static let cases: [(ClusterID, UInt16, TypedValue, PlainValue?, String)] = [
    (.temperatureMeasurement, 0, TypedValue(.int16, .signed(2_153)), .number(21.53), "°C"),
    (.temperatureMeasurement, 0, TypedValue(.int16, .signed(-1)), .number(-0.01), "°C"),
    (.temperatureMeasurement, 0, TypedValue(.int16, .signed(-32_768)), nil, ""),
    (.relativeHumidity, 0, TypedValue(.uint16, .unsigned(4_523)), .number(45.23), "%"),
    (.relativeHumidity, 0, TypedValue(.uint16, .unsigned(0xFFFF)), nil, ""),
    (.pressureMeasurement, 0, TypedValue(.int16, .signed(1_013)), .integer(1_013), "hPa"),
    (.illuminanceMeasurement, 0, TypedValue(.uint16, .unsigned(1)), .number(1), "lx"),
    (.illuminanceMeasurement, 0, TypedValue(.uint16, .unsigned(0)), .number(0), "lx"),
    (.illuminanceMeasurement, 0, TypedValue(.uint16, .unsigned(20_001)), .number(100), "lx"),
    (.illuminanceMeasurement, 0, TypedValue(.uint16, .unsigned(23_011)), .number(199.99), "lx"),
    (.illuminanceMeasurement, 0, TypedValue(.uint16, .unsigned(0xFFFF)), nil, ""),
    (.powerConfiguration, 0x21, TypedValue(.uint8, .unsigned(155)), .number(77.5), "%"),
    (.powerConfiguration, 0x21, TypedValue(.uint8, .unsigned(255)), nil, ""),
    (.powerConfiguration, 0x20, TypedValue(.uint8, .unsigned(31)), .number(3.1), "V"),
    (.thermostat, 0x12, TypedValue(.int16, .signed(2_050)), .number(20.5), "°C"),
    (.windowCovering, 8, TypedValue(.uint8, .unsigned(40)), .integer(40), "%"),
    (.onOff, 0, TypedValue(.boolean, .boolean(true)), .bool(true), ""),
    (.onOff, 0, TypedValue(.boolean, .unsigned(1)), .bool(true), ""),
    (.levelControl, 0, TypedValue(.uint8, .unsigned(128)), .integer(128), ""),
    (.basic, 5, TypedValue(.characterString, .string(Array("lumi\0 ".utf8))), .text("lumi"), ""),
    (.basic, 0x4000, TypedValue(.octetString, .octets([1, 0xAB])), .text("01ab"), ""),
    (.basic, 1, TypedValue(.array, .list(.uint8, [.unsigned(1)])), nil, ""),
    (.electricalMeasurement, 0x050B, TypedValue(.int16, .signed(1_234)), .number(1_234), "W"),
    (.metering, 0x0400, TypedValue(.int24, .signed(2)), .number(2_000), "W"),
  ]

  private func reading(
    _ cluster: ClusterID, _ attribute: UInt16, _ value: TypedValue, beside others: [(UInt16, TypedValue)] = []
  ) -> AttributeReading? {
    var harness = CoreHarness()
    let device = Devices.device(0x0015_8D00_0000_0001, model: "X", clusters: [cluster])
    harness.join(device)
    for (other, value) in others {
      harness.host(Devices.report(device, cluster, other, value, origin: .readResponse))
    }
    harness.events = []
    harness.host(Devices.report(device, cluster, attribute, value))
    guard case .attributeReport(_, let reading)? = harness.events.last?.kind else { return nil }
    return reading
  }

  @Test(arguments: cases.filter { $0.0 != .basic })
  func aReportIsReadInItsUnit(
    _ example: (ClusterID, UInt16, TypedValue, PlainValue?, String)
  ) {
    let reading = reading(example.0, example.1, example.2)
    #expect(reading?.value == example.3)
    #expect(reading?.unit == example.4)
    #expect(reading?.raw == example.2)
  }

  @Test func basicAttributesAreNoNews() {
    #expect(reading(.basic, 5, TypedValue(.characterString, .string([65]))) == nil)
  }

  @Test func multiplierAndDivisorOfTheMeterCount() {
    let energy = reading(
      .metering, 0, TypedValue(.uint48, .unsigned(123_456)),
      beside: [
        (0x0301, TypedValue(.uint24, .unsigned(1))), (0x0302, TypedValue(.uint24, .unsigned(1_000))),
      ])
    #expect(energy?.value == .number(123.456))
    #expect(energy?.unit == "kWh")
    let demand = reading(
      .metering, 0x0400, TypedValue(.int24, .signed(57)),
      beside: [(0x0301, TypedValue(.uint24, .unsigned(1))), (0x0302, TypedValue(.uint24, .unsigned(1_000)))])
    #expect(demand?.value == .number(57))
    #expect(demand?.unit == "W")
    let power = reading(
      .electricalMeasurement, 0x050B, TypedValue(.int16, .signed(605)),
      beside: [(0x0604, TypedValue(.uint16, .unsigned(1))), (0x0605, TypedValue(.uint16, .unsigned(10)))])
    #expect(power?.value == .number(60.5))
    let gas = reading(
      .metering, 0, TypedValue(.uint48, .unsigned(1_500)),
      beside: [(0x0300, TypedValue(.enum8, .unsigned(1))), (0x0302, TypedValue(.uint24, .unsigned(100)))])
    #expect(gas?.value == .number(15))
    #expect(gas?.unit == "m³")
  }

  @Test func aDivisorOfZeroCountsAsOne() {
    let power = reading(
      .electricalMeasurement, 0x050B, TypedValue(.int16, .signed(605)),
      beside: [(0x0605, TypedValue(.uint16, .unsigned(0)))])
    #expect(power?.value == .number(605))
  }
}
