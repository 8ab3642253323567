import ByteCoding
import ZCL

/// Every typed command of a cluster, cluster by cluster.
enum TypedCommands {
  static let all: [any ClusterCommand.Type] = [
    alarms, colorControl, doorLock, groups, iasZone, identify, levelControl, onOff, pollControl, scenes,
    thermostat, windowCovering,
  ].flatMap { $0 }

  private static let alarms: [any ClusterCommand.Type] = [
    Alarms.ResetAlarm.self, Alarms.ResetAllAlarms.self, Alarms.GetAlarm.self, Alarms.ResetAlarmLog.self,
    Alarms.Alarm.self, Alarms.GetAlarmResponse.self,
  ]

  private static let colorControl: [any ClusterCommand.Type] = [
    ColorControl.MoveToColor.self, ColorControl.MoveColor.self, ColorControl.StepColor.self,
    ColorControl.ColorLoopSet.self, ColorControl.StopMoveStep.self, ColorControl.EnhancedMoveToHue.self,
    ColorControl.EnhancedMoveHue.self, ColorControl.EnhancedStepHue.self,
    ColorControl.EnhancedMoveToHueAndSaturation.self, ColorControl.MoveToHue.self,
    ColorControl.MoveHue.self, ColorControl.StepHue.self, ColorControl.MoveToSaturation.self,
    ColorControl.MoveSaturation.self, ColorControl.StepSaturation.self,
    ColorControl.MoveToHueAndSaturation.self, ColorControl.MoveToColorTemperature.self,
    ColorControl.MoveColorTemperature.self, ColorControl.StepColorTemperature.self,
  ]

  private static let doorLock: [any ClusterCommand.Type] = [
    DoorLock.SetPINCode.self, DoorLock.GetPINCode.self, DoorLock.PINCode.self,
    DoorLock.ClearPINCode.self, DoorLock.ClearAllPINCodes.self, DoorLock.SetRFIDCode.self,
    DoorLock.GetRFIDCode.self, DoorLock.RFIDCode.self, DoorLock.ClearRFIDCode.self,
    DoorLock.ClearAllRFIDCodes.self, DoorLock.OperationEvent.self, DoorLock.ProgrammingEvent.self,
    DoorLock.SetHolidaySchedule.self, DoorLock.GetHolidaySchedule.self, DoorLock.HolidaySchedule.self,
    DoorLock.ClearHolidaySchedule.self, DoorLock.LockDoor.self, DoorLock.UnlockDoor.self,
    DoorLock.ToggleDoor.self, DoorLock.UnlockWithTimeout.self, DoorLock.GetLogRecord.self,
    DoorLock.LogRecord.self, DoorLock.SetWeekDaySchedule.self, DoorLock.GetWeekDaySchedule.self,
    DoorLock.WeekDaySchedule.self, DoorLock.ClearWeekDaySchedule.self, DoorLock.SetYearDaySchedule.self,
    DoorLock.GetYearDaySchedule.self, DoorLock.YearDaySchedule.self, DoorLock.ClearYearDaySchedule.self,
    DoorLock.SetUserStatus.self, DoorLock.GetUserStatus.self, DoorLock.UserStatusAnswer.self,
    DoorLock.SetUserType.self, DoorLock.GetUserType.self, DoorLock.UserTypeAnswer.self,
  ]

  private static let groups: [any ClusterCommand.Type] = [
    Groups.AddGroup.self, Groups.ViewGroup.self, Groups.GetGroupMembership.self,
    Groups.RemoveGroup.self, Groups.RemoveAllGroups.self, Groups.AddGroupIfIdentifying.self,
    Groups.AddGroupResponse.self, Groups.ViewGroupResponse.self, Groups.GroupMembership.self,
    Groups.RemoveGroupResponse.self,
  ]

  private static let iasZone: [any ClusterCommand.Type] = [
    IASZone.EnrollResponse.self, IASZone.InitiateNormalOperationMode.self,
    IASZone.InitiateTestMode.self, IASZone.StatusChangeNotification.self, IASZone.EnrollRequest.self,
  ]

  private static let identify: [any ClusterCommand.Type] = [
    Identify.Start.self, Identify.Query.self, Identify.TriggerEffect.self, Identify.QueryResponse.self,
  ]

  private static let levelControl: [any ClusterCommand.Type] = [
    LevelControl.MoveToLevel.self, LevelControl.Move.self, LevelControl.Step.self,
    LevelControl.Stop.self, LevelControl.MoveToLevelWithOnOff.self, LevelControl.MoveWithOnOff.self,
    LevelControl.StepWithOnOff.self, LevelControl.StopWithOnOff.self,
  ]

  private static let onOff: [any ClusterCommand.Type] = [
    OnOff.Off.self, OnOff.On.self, OnOff.Toggle.self, OnOff.OffWithEffect.self,
    OnOff.OnWithRecallGlobalScene.self, OnOff.OnWithTimedOff.self,
  ]

  private static let pollControl: [any ClusterCommand.Type] = [
    PollControl.CheckInResponse.self, PollControl.FastPollStop.self,
    PollControl.SetLongPollInterval.self, PollControl.SetShortPollInterval.self,
    PollControl.CheckIn.self,
  ]

  private static let scenes: [any ClusterCommand.Type] = [
    Scenes.AddScene.self, Scenes.ViewScene.self, Scenes.RemoveScene.self, Scenes.RemoveAllScenes.self,
    Scenes.StoreScene.self, Scenes.RecallScene.self, Scenes.GetSceneMembership.self,
    Scenes.AddSceneResponse.self, Scenes.RemoveSceneResponse.self, Scenes.RemoveAllScenesResponse.self,
    Scenes.StoreSceneResponse.self, Scenes.ViewSceneResponse.self, Scenes.SceneMembership.self,
  ]

  private static let thermostat: [any ClusterCommand.Type] = [
    Thermostat.SetpointRaiseLower.self, Thermostat.SetWeeklySchedule.self,
    Thermostat.GetWeeklySchedule.self, Thermostat.ClearWeeklySchedule.self,
    Thermostat.GetRelayStatusLog.self, Thermostat.WeeklySchedule.self, Thermostat.RelayStatusLog.self,
  ]

  private static let windowCovering: [any ClusterCommand.Type] = [
    WindowCovering.UpOrOpen.self, WindowCovering.DownOrClose.self, WindowCovering.Stop.self,
    WindowCovering.GoToLiftValue.self, WindowCovering.GoToLiftPercentage.self,
    WindowCovering.GoToTiltValue.self, WindowCovering.GoToTiltPercentage.self,
  ]
}
