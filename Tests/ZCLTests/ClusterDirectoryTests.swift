import TestSupport
import Testing
import ZCL
import Zigbee

@Suite struct ClusterDirectoryTests {
  static func project() throws -> ClusterDirectory {
    try ClusterDirectory(parsing: Fixtures.projectText("config/zcl/clusters.txt"))
  }

  @Test func theProjectsFileNamesEveryClusterOfTheFirstIssue() throws {
    let directory = try Self.project()
    #expect(directory.count > 125)
    let clusters: [ClusterID] = [
      .basic, .powerConfiguration, .identify, .groups, .scenes, .onOff, .levelControl, .alarms, .time,
      .pollControl, .doorLock, .iasZone, .colorControl, .temperatureMeasurement, .relativeHumidity,
      .pressureMeasurement, .illuminanceMeasurement, .occupancySensing, .metering, .electricalMeasurement,
      .windowCovering, .thermostat,
    ]
    for cluster in clusters {
      let definition = try #require(directory.cluster(cluster))
      #expect(!definition.attributes.isEmpty, "\(definition.name)")
    }
    let lock = try #require(directory.cluster(.doorLock))
    #expect(lock.commands.filter { $0.direction == .clientToServer }.count == 26)
    #expect(lock.commands.filter { $0.direction == .serverToClient }.count == 28)
  }

  @Test func theProjectsFileAgreesWithTheTypedClusters() throws {
    let directory = try Self.project()
    let pairs: [(ClusterID, AttributeDefinition)] = [
      (.basic, Basic.Attribute.modelIdentifier), (.basic, Basic.Attribute.powerSource),
      (.powerConfiguration, PowerConfiguration.Attribute.batteryPercentageRemaining),
      (.doorLock, DoorLock.Attribute.lockState), (.doorLock, DoorLock.Attribute.maximumPINLength),
      (.doorLock, DoorLock.Attribute.alarmMask), (.iasZone, IASZone.Attribute.cieAddress),
      (.onOff, OnOff.Attribute.onOff), (.levelControl, LevelControl.Attribute.currentLevel),
      (.colorControl, ColorControl.Attribute.colorTemperature),
      (.temperatureMeasurement, TemperatureMeasurement.Attribute.measuredValue),
      (.metering, Metering.Attribute.currentSummationDelivered),
      (.electricalMeasurement, ElectricalMeasurement.Attribute.activePower),
      (.thermostat, Thermostat.Attribute.occupiedHeatingSetpoint), (.time, Time.Attribute.time),
    ]
    for (cluster, attribute) in pairs {
      let named = try #require(directory.attribute(attribute.id, of: cluster))
      #expect(named.type == attribute.type, "\(named.name)")
    }
    let unlock = directory.command(DoorLock.Command.unlockDoor, of: .doorLock, direction: .clientToServer)
    #expect(unlock?.name == "unlock_door")
    let event = directory.command(
      DoorLock.Response.operationEvent, of: .doorLock, direction: .serverToClient)
    #expect(event?.name == "operation_event_notification")
  }

  @Test func everyClusterHasTheAttributesOfAllClusters() throws {
    let directory = try Self.project()
    #expect(directory.attribute(AttributeID(0xFFFD), of: .onOff)?.name == "cluster_revision")
    #expect(directory.attribute(AttributeID(0x7777), of: .onOff) == nil)
  }

  private static let makers = """
    cluster 0x0201 thermostat
      attribute 0x4003 standard_meaning int16
      attribute 0x4003/0x1037 vendor_setpoint int16 rw
      command 0x40/0x1037 > vendor_boost minutes:uint8
    cluster 0xFC03/0x100B light_effects
      attribute 0x0002/0x100B state octstr
    cluster 0xFC03/0x1015 air_quality
      attribute 0x0002/0x1015 voc uint16
      command 0x00 < measured
    """

  @Test func theManufacturersOwnMeaningComesBeforeAnyOtherAndTheStandard() throws {
    let directory = try ClusterDirectory(parsing: Self.makers)
    let develco = ManufacturerCode(rawValue: 0x1015)
    let signify = ManufacturerCode(rawValue: 0x100B)
    let other = ManufacturerCode(rawValue: 0x1234)
    let shared = ClusterID(rawValue: 0xFC03)
    #expect(directory.cluster(shared, manufacturer: develco)?.name == "air_quality")
    #expect(directory.cluster(shared, manufacturer: signify)?.name == "light_effects")
    // Any definition for the manufacturers' clusters.
    #expect(directory.cluster(shared, manufacturer: other)?.name == "light_effects")
    #expect(directory.cluster(shared)?.name == "light_effects")
    let two = AttributeID(2)
    #expect(directory.attribute(two, of: shared, manufacturer: develco)?.name == "voc")
    #expect(directory.attribute(two, of: shared, deviceManufacturer: develco)?.name == "voc")
    #expect(directory.attribute(two, of: shared, manufacturer: signify)?.name == "state")
    #expect(
      directory.command(CommandID(0), of: shared, direction: .serverToClient, manufacturer: develco)?.name
        == "measured")
  }

  @Test func aManufacturersAttributeInAStandardClusterNeedsTheCodeInTheFrame() throws {
    let directory = try ClusterDirectory(parsing: Self.makers)
    let id = AttributeID(0x4003)
    let maker = ManufacturerCode(rawValue: 0x1037)
    #expect(directory.attribute(id, of: .thermostat, manufacturer: maker)?.name == "vendor_setpoint")
    #expect(directory.attribute(id, of: .thermostat)?.name == "standard_meaning")
    #expect(
      directory.attribute(id, of: .thermostat, manufacturer: ManufacturerCode(rawValue: 1)) == nil)
    #expect(directory.command(CommandID(0x40), of: .thermostat, direction: .clientToServer) == nil)
    #expect(
      directory.command(CommandID(0x40), of: .thermostat, direction: .clientToServer, manufacturer: maker)?
        .fields.first?.name == "minutes")
  }

  @Test(arguments: [
    ("cluster 0x0101 lock\nfrobnicate", 2, 1, "expected cluster, attribute or command"),
    ("attribute 0x0000 name uint8", 1, 1, "no cluster line"),
    ("command 0x00 > name", 1, 1, "no cluster line"),
    ("cluster 257 lock", 1, 9, "expected an id"),
    ("cluster 0x0101/abc lock", 1, 9, "expected a manufacturer code"),
    ("cluster 0x0101 Lock", 1, 16, "names are lower-case"),
    ("cluster 0x0101 lock extra", 1, 21, "too many words"),
    ("cluster 0x0101", 1, 9, "too few words"),
    ("cluster 0x0101 lock\ncluster 0x0101 again", 2, 9, "defined twice"),
    ("cluster 0x0101 lock\n  attribute 0x0000 state word", 2, 26, "unknown type \"word\""),
    ("cluster 0x0101 lock\n  attribute 0x0000 state enum8 x", 2, 32, "access is made of"),
    ("cluster 0x0101 lock\n attribute 0x0000 a enum8\n attribute 0x0000 b enum8", 3, 12, "defined twice"),
    ("cluster 0x0101 lock\n command 0x0100 > a", 2, 10, "one byte"),
    ("cluster 0x0101 lock\n command 0x01 = a", 2, 15, "expected > "),
    ("cluster 0x0101 lock\n command 0x01 > a field", 2, 19, "expected FIELD:TYPE"),
    ("cluster 0x0101 lock\n command 0x01 > a b:word", 2, 19, "unknown type in"),
    ("cluster 0x0101 lock\n command 0x01 > a b:uint8?c=1", 2, 19, "a condition names a field before"),
    ("cluster 0x0101 lock\n command 0x01 > a b:uint8 c:uint8?b", 2, 27, "expected FIELD=VALUE"),
    ("cluster 0x0101 lock\n command 0x01 > a b:uint8 c:uint8?b=x", 2, 27, "expected a number"),
    ("cluster 0x0101 lock\n command 0x01 > a b:bytes[n]", 2, 19, "unknown type in"),
    ("cluster 0x0101 lock\n command 0x01 > a b:nodata*", 2, 19, "unknown type in"),
    ("cluster 0x0101 lock\n command 0x01 > a\n command 0x01 > b", 3, 10, "defined twice"),
  ])
  func everyMistakeIsToldWithItsPlace(text: String, line: Int, column: Int, reason: String) {
    do throws(ClusterDirectoryError) {
      _ = try ClusterDirectory(parsing: text)
      Issue.record("no error")
    } catch {
      #expect(error.line == line && error.column == column, "\(error)")
      #expect(error.reason.contains(reason), "\(error)")
    }
  }

  @Test func commentsBlankLinesAndCarriageReturnsAreAllowed() throws {
    let directory = try ClusterDirectory(
      parsing: "# names\r\n\r\ncluster 0x0101 lock # a lock\r\n\tattribute 0x0000 state enum8\r\n")
    #expect(directory.attribute(AttributeID(0), of: .doorLock)?.name == "state")
  }

  @Test func linesBeyondTheLimitAreRefused() {
    let line = "cluster 0x0101 " + String(repeating: "a", count: 3_000)
    #expect(throws: ClusterDirectoryError.self) { try ClusterDirectory(parsing: line) }
  }
}
