import ByteCoding
import SansIO
import TestSupport
import Testing
import ZCL
import Zigbee

@Suite struct DoorLockTests {
  private let pin = Secret(Array("1234".utf8))

  @Test func operationsHaveTheirForms() throws {
    try expectForms("", DoorLock.LockDoor())
    try expectForms("00", DoorLock.UnlockDoor(code: Secret([])))
    try expectForms("04 31323334", DoorLock.UnlockDoor(code: pin))
    try expectForms("04 31323334", DoorLock.ToggleDoor(code: pin))
    try expectForms("1e00 04 31323334", DoorLock.UnlockWithTimeout(seconds: 30, code: pin))
    try expectForms("0000", DoorLock.GetLogRecord(index: 0))
    try expectForms(
      "0100 c093d012 00 02 0e ffff 00",
      DoorLock.LogRecord(
        entryID: 1, timestamp: 315_659_200, eventType: 0, source: .manual, eventCode: 14, userID: 0xFFFF,
        code: Secret([])))
  }

  @Test func codesHaveTheirForms() throws {
    try expectForms(
      "0100 01 00 04 31323334",
      DoorLock.SetPINCode(userID: 1, status: .enabled, type: .unrestricted, code: pin))
    try expectForms("0100", DoorLock.GetPINCode(userID: 1))
    try expectForms(
      "0100 01 00 04 31323334",
      DoorLock.PINCode(userID: 1, status: .enabled, type: .unrestricted, code: pin))
    try expectForms(
      "0200 00 ff", DoorLock.PINCode(userID: 2, status: .available, type: .notSupported, code: nil))
    try expectForms("0100", DoorLock.ClearPINCode(userID: 1))
    try expectForms("", DoorLock.ClearAllPINCodes())
    try expectForms(
      "0300 01 03 02 aabb",
      DoorLock.SetRFIDCode(userID: 3, status: .enabled, type: .masterUser, code: Secret([0xAA, 0xBB])))
    try expectForms("0300", DoorLock.GetRFIDCode(userID: 3))
    try expectForms("0300", DoorLock.ClearRFIDCode(userID: 3))
    try expectForms("", DoorLock.ClearAllRFIDCodes())
  }

  @Test func usersHaveTheirForms() throws {
    try expectForms("0100 03", DoorLock.SetUserStatus(userID: 1, status: .disabled))
    try expectForms("0100", DoorLock.GetUserStatus(userID: 1))
    try expectForms("0100 01", DoorLock.UserStatusAnswer(userID: 1, status: .enabled))
    try expectForms("0100 02", DoorLock.SetUserType(userID: 1, type: .weekDayScheduleUser))
    try expectForms("0100", DoorLock.GetUserType(userID: 1))
    try expectForms("0100 03", DoorLock.UserTypeAnswer(userID: 1, type: .masterUser))
  }

  @Test func schedulesHaveTheirForms() throws {
    let times = DoorLock.WeekDayTimes(days: 0x3E, startHour: 8, startMinute: 0, endHour: 18, endMinute: 30)
    let span = DoorLock.TimeSpan(start: 1, end: 2)
    try expectForms(
      "01 0200 3e 08 00 12 1e", DoorLock.SetWeekDaySchedule(scheduleID: 1, userID: 2, times: times))
    try expectForms("01 0200", DoorLock.GetWeekDaySchedule(scheduleID: 1, userID: 2))
    try expectForms(
      "01 0200 00 3e 08 00 12 1e",
      DoorLock.WeekDaySchedule(scheduleID: 1, userID: 2, status: .success, times: times))
    try expectForms(
      "01 0200 8b", DoorLock.WeekDaySchedule(scheduleID: 1, userID: 2, status: .notFound, times: nil))
    try expectForms("01 0200", DoorLock.ClearWeekDaySchedule(scheduleID: 1, userID: 2))
    try expectForms(
      "01 0200 01000000 02000000", DoorLock.SetYearDaySchedule(scheduleID: 1, userID: 2, span: span))
    try expectForms("01 0200", DoorLock.GetYearDaySchedule(scheduleID: 1, userID: 2))
    try expectForms(
      "01 0200 00 01000000 02000000",
      DoorLock.YearDaySchedule(scheduleID: 1, userID: 2, status: .success, span: span))
    try expectForms("01 0200", DoorLock.ClearYearDaySchedule(scheduleID: 1, userID: 2))
    try expectForms(
      "01 01000000 02000000 04", DoorLock.SetHolidaySchedule(scheduleID: 1, span: span, operatingMode: 4))
    try expectForms("01", DoorLock.GetHolidaySchedule(scheduleID: 1))
    try expectForms(
      "01 00 01000000 02000000 04",
      DoorLock.HolidaySchedule(scheduleID: 1, status: .success, span: span, operatingMode: 4))
    try expectForms("01", DoorLock.ClearHolidaySchedule(scheduleID: 1))
  }

  @Test func aWholeOperationEventIsRead() throws {
    let event = try DoorLock.OperationEvent(exactly: try octets("02 0e ffff 00 c093d012 00"))
    #expect(event.source == .manual && event.code == .manualUnlock && event.userID == 0xFFFF)
    #expect(event.pin == DoorLock.EventCode.none)
    #expect(event.tail.clock == 315_659_200 && event.tail.data == [])
  }

  @Test func aTimeOfThreeBytesIsKeptAsTheBytesItIs() throws {
    let event = try DoorLock.OperationEvent(exactly: try octets("03 02 0000 00 000000"))
    #expect(event.source == .rfid && event.code == .unlock && event.userID == 0)
    #expect(event.tail.localTime == nil && event.tail.partialTime == [0, 0, 0])
    #expect(event.encodedBytes == (try octets("0302000000000000")))
  }

  @Test(arguments: 2...10)
  func anOperationEventMayEndAnywhereBehindItsCode(length: Int) throws {
    let whole = try octets("00 02 0500 00 ffffffff 00")
    let bytes = Array(whole.prefix(length))
    let event = try DoorLock.OperationEvent(exactly: bytes)
    #expect(event.source == .keypad && event.code == .unlock)
    #expect(event.tail.clock == nil)
    #expect(event.encodedBytes == bytes)
  }

  @Test func aCodeInAnEventIsAStringWhereThereIsOne() throws {
    let event = try DoorLock.OperationEvent(exactly: try octets("00 02 0500 04 31323334 ffffffff 00"))
    #expect(event.pin?.code?.reveal() == Array("1234".utf8))
    let none = try DoorLock.OperationEvent(exactly: try octets("00 02 0500 ff ffffffff 00"))
    #expect(none.pin?.statedLength == 0xFF && none.pin?.code == nil)
    #expect(none.tail.localTime == .max)
  }

  @Test func aProgrammingEventIsReadToWhereItEnds() throws {
    let event = try DoorLock.ProgrammingEvent(exactly: try octets("00 04 6c00 04 31323334 01 01 ffffffff"))
    #expect(event.code == .pinCodeChanged && event.userID == 108)
    #expect(event.pin?.code?.reveal() == Array("1234".utf8))
    #expect(event.userType == .yearDayScheduleUser && event.userStatus == .enabled)
    #expect(event.tail.clock == nil && event.tail.data == nil)
    for length in 2..<15 {
      let bytes = Array(event.encodedBytes.prefix(length))
      #expect(throws: Never.self) { try DoorLock.ProgrammingEvent(exactly: bytes) }
    }
  }

  @Test func noCodeIsInTheDescriptionOfACommandOrEvent() throws {
    let event = try DoorLock.ProgrammingEvent(exactly: try octets("00 04 6c00 04 31323334 01 01 ffffffff"))
    let set = DoorLock.SetPINCode(userID: 1, status: .enabled, type: .unrestricted, code: pin)
    var dumped = ""
    dump(event, to: &dumped)
    dump(set, to: &dumped)
    for text in [dumped, String(describing: event), String(reflecting: set)] {
      #expect(!text.contains("1234") && !text.contains("49, 50, 51, 52"))
    }
  }

  @Test func commandsAreAnsweredWithAStatusUnlessTheyAskForSomething() {
    #expect(DoorLock.isAnsweredWithStatus(DoorLock.Command.unlockDoor))
    #expect(DoorLock.isAnsweredWithStatus(DoorLock.Command.clearAllRFIDCodes))
    #expect(!DoorLock.isAnsweredWithStatus(DoorLock.Command.getPINCode))
    #expect(!DoorLock.isAnsweredWithStatus(CommandID(0x40)))
    let request = ZCLFrame(DoorLock.LockDoor(), sequence: 8)
    let answer = DoorLock.statusResponse(to: request, status: .failure)
    #expect(answer.encodedBytes == [0x19, 8, 0x00, 0x01])
  }

  @Test func randomBytesNeverTrap() throws {
    try expectSteadiness(of: DoorLock.OperationEvent.self, seed: 51)
    try expectSteadiness(of: DoorLock.ProgrammingEvent.self, seed: 52)
    try expectSteadiness(of: DoorLock.UnlockWithTimeout.self, seed: 53)
    try expectSteadiness(of: DoorLock.LogRecord.self, seed: 54)
    try expectSteadiness(of: DoorLock.SetPINCode.self, seed: 55)
    try expectSteadiness(of: DoorLock.PINCode.self, seed: 56)
    try expectSteadiness(of: DoorLock.WeekDaySchedule.self, seed: 57)
    try expectSteadiness(of: DoorLock.YearDaySchedule.self, seed: 58)
    try expectSteadiness(of: DoorLock.HolidaySchedule.self, seed: 59)
  }
}
