import ByteCoding
import SansIO
import TestSupport
import Testing
import ZCL
import Zigbee

/// The typed Door Lock cluster against the definition file: nothing missing on either side.
@Suite struct DoorLockCompletenessTests {
  private typealias Attribute = DoorLock.Attribute

  private static let attributes: [AttributeDefinition] =
    [
      Attribute.lockState, Attribute.lockType, Attribute.actuatorEnabled, Attribute.doorState,
      Attribute.doorOpenEvents, Attribute.doorClosedEvents, Attribute.openPeriod,
      Attribute.numberOfLockRecordsSupported, Attribute.numberOfTotalUsersSupported,
      Attribute.numberOfPINUsersSupported, Attribute.numberOfRFIDUsersSupported,
      Attribute.numberOfWeekDaySchedulesSupportedPerUser, Attribute.numberOfYearDaySchedulesSupportedPerUser,
      Attribute.numberOfHolidaySchedulesSupported, Attribute.maximumPINLength, Attribute.minimumPINLength,
      Attribute.maximumRFIDLength, Attribute.minimumRFIDLength,
    ] + [
      Attribute.enableLogging, Attribute.language, Attribute.ledSettings, Attribute.autoRelockTime,
      Attribute.soundVolume, Attribute.operatingMode, Attribute.supportedOperatingModes,
      Attribute.defaultConfigurationRegister, Attribute.enableLocalProgramming,
      Attribute.enableOneTouchLocking, Attribute.enableInsideStatusLED, Attribute.enablePrivacyModeButton,
      Attribute.wrongCodeEntryLimit, Attribute.userCodeTemporaryDisableTime, Attribute.sendPINOTA,
      Attribute.requirePINForRFOperation, Attribute.zigbeeSecurityLevel,
    ] + [
      Attribute.alarmMask, Attribute.keypadOperationEventMask, Attribute.rfOperationEventMask,
      Attribute.manualOperationEventMask, Attribute.rfidOperationEventMask,
      Attribute.keypadProgrammingEventMask, Attribute.rfProgrammingEventMask,
      Attribute.rfidProgrammingEventMask,
    ]

  private static let code = Secret(Array("1234".utf8))
  private static let span = DoorLock.TimeSpan(start: 1, end: 2)
  private static let times = DoorLock.WeekDayTimes(
    days: 1, startHour: 8, startMinute: 0, endHour: 18, endMinute: 0)

  private static let requests: [any ClusterCommand] = [
    DoorLock.LockDoor(code: code), DoorLock.UnlockDoor(code: code), DoorLock.ToggleDoor(code: code),
    DoorLock.UnlockWithTimeout(seconds: 30, code: code), DoorLock.GetLogRecord(index: 1),
    DoorLock.SetPINCode(userID: 1, status: .enabled, type: .unrestricted, code: code),
    DoorLock.GetPINCode(userID: 1), DoorLock.ClearPINCode(userID: 1), DoorLock.ClearAllPINCodes(),
    DoorLock.SetUserStatus(userID: 1, status: .enabled), DoorLock.GetUserStatus(userID: 1),
    DoorLock.SetWeekDaySchedule(scheduleID: 1, userID: 1, times: times),
    DoorLock.GetWeekDaySchedule(scheduleID: 1, userID: 1),
    DoorLock.ClearWeekDaySchedule(scheduleID: 1, userID: 1),
    DoorLock.SetYearDaySchedule(scheduleID: 1, userID: 1, span: span),
    DoorLock.GetYearDaySchedule(scheduleID: 1, userID: 1),
    DoorLock.ClearYearDaySchedule(scheduleID: 1, userID: 1),
    DoorLock.SetHolidaySchedule(scheduleID: 1, span: span, operatingMode: 1),
    DoorLock.GetHolidaySchedule(scheduleID: 1), DoorLock.ClearHolidaySchedule(scheduleID: 1),
    DoorLock.SetUserType(userID: 1, type: .masterUser), DoorLock.GetUserType(userID: 1),
    DoorLock.SetRFIDCode(userID: 1, status: .enabled, type: .unrestricted, code: code),
    DoorLock.GetRFIDCode(userID: 1), DoorLock.ClearRFIDCode(userID: 1), DoorLock.ClearAllRFIDCodes(),
  ]

  private static let answers: [any ClusterCommand] = [
    DoorLock.LogRecord(
      entryID: 1, timestamp: 2, eventType: 0, source: .keypad, eventCode: 1, userID: 1, code: code),
    DoorLock.PINCode(userID: 1, status: .enabled, type: .unrestricted, code: code),
    DoorLock.UserStatusAnswer(userID: 1, status: .enabled),
    DoorLock.WeekDaySchedule(scheduleID: 1, userID: 1, status: .success, times: times),
    DoorLock.YearDaySchedule(scheduleID: 1, userID: 1, status: .success, span: span),
    DoorLock.HolidaySchedule(scheduleID: 1, status: .success, span: span, operatingMode: 1),
    DoorLock.UserTypeAnswer(userID: 1, type: .masterUser),
    DoorLock.RFIDCode(userID: 1, status: .enabled, type: .unrestricted, code: code),
    DoorLock.OperationEvent(source: .keypad, code: DoorLock.OperationCode(rawValue: 2), userID: 1),
    DoorLock.ProgrammingEvent(source: .keypad, code: DoorLock.ProgrammingCode(rawValue: 2), userID: 1),
  ]

  @Test func everyAttributeIsTypedAsTheFileSays() throws {
    let lock = try #require(try ClusterDirectoryTests.project().cluster(.doorLock))
    let named = Dictionary(uniqueKeysWithValues: lock.attributes.map { ($0.id, $0.type) })
    let typed = Dictionary(uniqueKeysWithValues: Self.attributes.map { ($0.id, $0.type) })
    #expect(named == typed)
    #expect(typed.count == 43)
  }

  @Test func everyCommandIsTypedAndItsFieldsAreThoseOfTheFile() throws {
    let lock = try #require(try ClusterDirectoryTests.project().cluster(.doorLock))
    let requests = Set(Self.requests.map { type(of: $0).command })
    #expect(requests == Set(lock.commands.filter { $0.direction == .clientToServer }.map(\.id)))
    let answers = Set(Self.answers.map { type(of: $0).command })
    for command in lock.commands where command.direction == .serverToClient {
      // What has no type of its own is a status.
      if !answers.contains(command.id) {
        #expect(command.fields.map(\.name) == ["status"], "\(command.name)")
      }
    }
    for message in Self.requests + Self.answers {
      let kind = type(of: message)
      let definition = try #require(
        lock.commands.first { $0.id == kind.command && $0.direction == kind.direction })
      let payload = CommandPayload(message.encodedBytes, as: definition.fields)
      #expect(payload.truncatedAt == nil && payload.trailing.isEmpty, "\(definition.name)")
      #expect(payload.fields.map(\.name) == definition.fields.map(\.name), "\(definition.name)")
    }
  }
}
