import ByteCoding
import TestSupport
import Testing
import ZCL
import Zigbee

@Suite struct ClusterTests {
  private let group = GroupID(rawValue: 901)

  @Test func identifyHasItsForms() throws {
    try expectForms("0500", Identify.Start(seconds: 5))
    try expectForms("", Identify.Query())
    try expectForms("0b 00", Identify.TriggerEffect(effect: 11))
    try expectForms("0300", Identify.QueryResponse(seconds: 3))
  }

  @Test func groupsHaveTheirForms() throws {
    try expectForms("8503 02 4869", Groups.AddGroup(group: group, name: [0x48, 0x69]))
    try expectForms("8503", Groups.ViewGroup(group: group))
    try expectForms("01 8503", Groups.GetGroupMembership(groups: [group]))
    try expectForms("8503", Groups.RemoveGroup(group: group))
    try expectForms("", Groups.RemoveAllGroups())
    try expectForms("8503 00", Groups.AddGroupIfIdentifying(group: group))
    try expectForms("00 8503", Groups.AddGroupResponse(status: .success, group: group))
    try expectForms(
      "00 8503 02 4869", Groups.ViewGroupResponse(status: .success, group: group, name: [0x48, 0x69]))
    try expectForms("08 01 8503", Groups.GroupMembership(capacity: 8, groups: [group]))
    try expectForms("8b 8503", Groups.RemoveGroupResponse(status: .notFound, group: group))
    #expect(try Groups.GroupMembership(prefixOf: [8, 9, 0x85, 3, 0x86]).groups == [group])
  }

  @Test func scenesHaveTheirForms() throws {
    try expectForms(
      "8503 01 0a00 00 0600 01 01",
      Scenes.AddScene(
        group: group, scene: 1, transitionSeconds: 10, name: [], extensions: [6, 0, 1, 1]))
    try expectForms("8503 01", Scenes.ViewScene(group: group, scene: 1))
    try expectForms("8503 01", Scenes.RemoveScene(group: group, scene: 1))
    try expectForms("8503", Scenes.RemoveAllScenes(group: group))
    try expectForms("8503 01", Scenes.StoreScene(group: group, scene: 1))
    try expectForms("8503 01", Scenes.RecallScene(group: group, scene: 1))
    try expectForms("8503 01 0a00", Scenes.RecallScene(group: group, scene: 1, transitionTenths: 10))
    try expectForms("8503", Scenes.GetSceneMembership(group: group))
    try expectForms("00 8503 01", Scenes.AddSceneResponse(status: .success, group: group, scene: 1))
    try expectForms("00 8503 01", Scenes.RemoveSceneResponse(status: .success, group: group, scene: 1))
    try expectForms("00 8503", Scenes.RemoveAllScenesResponse(status: .success, group: group))
    try expectForms("00 8503 01", Scenes.StoreSceneResponse(status: .success, group: group, scene: 1))
    try expectForms(
      "00 8503 01 0a00 00 0600 01 01",
      Scenes.ViewSceneResponse(
        status: .success, group: group, scene: 1, transitionSeconds: 10, name: [], extensions: [6, 0, 1, 1]))
    try expectForms("8b 8503 01", Scenes.ViewSceneResponse(status: .notFound, group: group, scene: 1))
    try expectForms(
      "00 0f 8503 02 01 02",
      Scenes.SceneMembership(status: .success, capacity: 15, group: group, scenes: [1, 2]))
    try expectForms("8b 0f 8503", Scenes.SceneMembership(status: .notFound, capacity: 15, group: group))
  }

  @Test func onOffAndLevelHaveTheirForms() throws {
    try expectForms("", OnOff.Off())
    try expectForms("", OnOff.On())
    try expectForms("", OnOff.Toggle())
    try expectForms("00 01", OnOff.OffWithEffect(effect: 0, variant: 1))
    try expectForms("", OnOff.OnWithRecallGlobalScene())
    try expectForms("01 2c01 0000", OnOff.OnWithTimedOff(control: 1, onTime: 300, offWaitTime: 0))
    try expectForms("f2 0000", LevelControl.MoveToLevelWithOnOff(level: 242, transitionTenths: 0))
    try expectForms(
      "80 0a00 01 01",
      LevelControl.MoveToLevel(level: 128, transitionTenths: 10, optionsMask: 1, optionsOverride: 1))
    try expectForms("01 53", LevelControl.Move(mode: 1, rate: 83))
    try expectForms("00 20 0500", LevelControl.Step(mode: 0, size: 32, transitionTenths: 5))
    try expectForms("", LevelControl.Stop())
    try expectForms("00 53", LevelControl.MoveWithOnOff(mode: 0, rate: 83))
    try expectForms("01 20 0500", LevelControl.StepWithOnOff(mode: 1, size: 32, transitionTenths: 5))
    try expectForms("", LevelControl.StopWithOnOff())
  }

  @Test func alarmsAndPollControlHaveTheirForms() throws {
    let vendor = ClusterID(rawValue: 0xFC00)
    try expectForms("16 00fc", Alarms.Alarm(code: 22, alarmedCluster: vendor))
    try expectForms("16 00fc", Alarms.ResetAlarm(code: 22, alarmedCluster: vendor))
    try expectForms("", Alarms.ResetAllAlarms())
    try expectForms("", Alarms.GetAlarm())
    try expectForms("", Alarms.ResetAlarmLog())
    try expectForms("8b", Alarms.GetAlarmResponse(status: .notFound))
    try expectForms(
      "00 16 00fc 01000000",
      Alarms.GetAlarmResponse(status: .success, code: 22, alarmedCluster: vendor, timestamp: 1))
    try expectForms("", PollControl.CheckIn())
    try expectForms("01 2800", PollControl.CheckInResponse(startsFastPolling: true, fastPollTimeout: 40))
    try expectForms("", PollControl.FastPollStop())
    try expectForms("14000000", PollControl.SetLongPollInterval(interval: 20))
    try expectForms("0200", PollControl.SetShortPollInterval(interval: 2))
  }

  @Test func zonesHaveTheirForms() throws {
    try expectForms(
      "0100 00 17 0000",
      IASZone.StatusChangeNotification(zoneStatus: .alarm1, zoneID: 23, delayQuarterSeconds: 0))
    try expectForms("0400 00", IASZone.StatusChangeNotification(zoneStatus: .tamper))
    try expectForms(
      "1500 0110",
      IASZone.EnrollRequest(zoneType: .contact, manufacturer: ManufacturerCode(rawValue: 0x1001)))
    try expectForms("00 17", IASZone.EnrollResponse(code: 0, zoneID: 23))
    try expectForms("", IASZone.InitiateNormalOperationMode())
    try expectForms("0a 01", IASZone.InitiateTestMode(seconds: 10, sensitivityLevel: 1))
    let status = try IASZone.ZoneStatus(exactly: [0x30, 0x02])
    #expect(status == [.supervisionReports, .restoreReports, .batteryDefect])
  }

  @Test func colorHasItsForms() throws {
    try expectForms("fa00 0a00", ColorControl.MoveToColorTemperature(mireds: 250, transitionTenths: 10))
    try expectForms(
      "7562 1568 0a00", ColorControl.MoveToColor(colorX: 0x6275, colorY: 0x6815, transitionTenths: 10))
    try expectForms("7f 00 0a00", ColorControl.MoveToHue(hue: 127, direction: 0, transitionTenths: 10))
    try expectForms(
      "7f fe 0000", ColorControl.MoveToHueAndSaturation(hue: 127, saturation: 254, transitionTenths: 0))
    try expectForms(
      "0180 fe 0000",
      ColorControl.EnhancedMoveToHueAndSaturation(enhancedHue: 0x8001, saturation: 254, transitionTenths: 0))
    try expectForms(
      "01 3c00 9900 f401",
      ColorControl.MoveColorTemperature(mode: 1, rate: 60, minimumMireds: 153, maximumMireds: 500))
    try expectForms("ffff 0100", ColorControl.MoveColor(rateX: -1, rateY: 1))
    try expectForms(
      "0f 02 00 1900 0000",
      ColorControl.ColorLoopSet(updateFlags: 15, action: 2, direction: 0, time: 25, startHue: 0))
    try expectForms("", ColorControl.StopMoveStep())
  }

  @Test func coveringsAndThermostatsHaveTheirForms() throws {
    try expectForms("", WindowCovering.UpOrOpen())
    try expectForms("", WindowCovering.DownOrClose())
    try expectForms("", WindowCovering.Stop())
    try expectForms("6400", WindowCovering.GoToLiftValue(value: 100))
    try expectForms("45", WindowCovering.GoToLiftPercentage(percentage: 69))
    try expectForms("8403", WindowCovering.GoToTiltValue(value: 900))
    try expectForms("32", WindowCovering.GoToTiltPercentage(percentage: 50))
    try expectForms("02 f6", Thermostat.SetpointRaiseLower(mode: 2, tenthsOfDegree: -10))
    try expectForms(
      "01 02 01 6801 3408",
      Thermostat.SetWeeklySchedule(transitionCount: 1, days: 2, mode: 1, transitions: [0x68, 1, 0x34, 8]))
    try expectForms("02 01", Thermostat.GetWeeklySchedule(days: 2, mode: 1))
    try expectForms("", Thermostat.ClearWeeklySchedule())
    try expectForms("", Thermostat.GetRelayStatusLog())
    try expectForms(
      "01 02 01", Thermostat.WeeklySchedule(transitionCount: 1, days: 2, mode: 1, transitions: []))
    try expectForms(
      "6801 01 fc08 2d 3408 0000",
      Thermostat.RelayStatusLog(
        timeOfDay: 360, relayStatus: 1, localTemperature: 2_300, humidity: 45, setpoint: 2_100,
        unreadEntries: 0))
  }

  @Test func randomBytesNeverTrap() throws {
    try expectSteadiness(of: Groups.AddGroup.self, seed: 61)
    try expectSteadiness(of: Groups.GetGroupMembership.self, seed: 62)
    try expectSteadiness(of: Groups.ViewGroupResponse.self, seed: 63)
    try expectSteadiness(of: Scenes.AddScene.self, seed: 64)
    try expectSteadiness(of: Scenes.RecallScene.self, seed: 65)
    try expectSteadiness(of: Scenes.SceneMembership.self, seed: 66)
    try expectSteadiness(of: LevelControl.MoveToLevel.self, seed: 67)
    try expectSteadiness(of: IASZone.StatusChangeNotification.self, seed: 68)
    try expectSteadiness(of: ColorControl.StepColorTemperature.self, seed: 69)
    try expectSteadiness(of: Thermostat.RelayStatusLog.self, seed: 70)
    try expectSteadiness(of: Alarms.GetAlarmResponse.self, seed: 71)
    try expectSteadiness(of: TuyaDatapoint.self, seed: 72)
  }
}
