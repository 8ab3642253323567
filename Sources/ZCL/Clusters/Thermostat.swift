import ByteCoding
import Zigbee

/// The Thermostat cluster (ZCL 6.3). Temperatures are hundredths of a degree Celsius.
public enum Thermostat {
  public enum Attribute {
    public static let localTemperature = AttributeDefinition(0x0000, .int16)
    public static let outdoorTemperature = AttributeDefinition(0x0001, .int16)
    public static let occupancy = AttributeDefinition(0x0002, .bitmap8)
    public static let absMinHeatSetpointLimit = AttributeDefinition(0x0003, .int16)
    public static let absMaxHeatSetpointLimit = AttributeDefinition(0x0004, .int16)
    public static let absMinCoolSetpointLimit = AttributeDefinition(0x0005, .int16)
    public static let absMaxCoolSetpointLimit = AttributeDefinition(0x0006, .int16)
    public static let piCoolingDemand = AttributeDefinition(0x0007, .uint8)
    public static let piHeatingDemand = AttributeDefinition(0x0008, .uint8)
    public static let systemTypeConfiguration = AttributeDefinition(0x0009, .bitmap8)
    public static let localTemperatureCalibration = AttributeDefinition(0x0010, .int8)
    public static let occupiedCoolingSetpoint = AttributeDefinition(0x0011, .int16)
    public static let occupiedHeatingSetpoint = AttributeDefinition(0x0012, .int16)
    public static let unoccupiedCoolingSetpoint = AttributeDefinition(0x0013, .int16)
    public static let unoccupiedHeatingSetpoint = AttributeDefinition(0x0014, .int16)
    public static let minHeatSetpointLimit = AttributeDefinition(0x0015, .int16)
    public static let maxHeatSetpointLimit = AttributeDefinition(0x0016, .int16)
    public static let minCoolSetpointLimit = AttributeDefinition(0x0017, .int16)
    public static let maxCoolSetpointLimit = AttributeDefinition(0x0018, .int16)
    public static let minSetpointDeadBand = AttributeDefinition(0x0019, .int8)
    public static let remoteSensing = AttributeDefinition(0x001A, .bitmap8)
    public static let controlSequenceOfOperation = AttributeDefinition(0x001B, .enum8)
    public static let systemMode = AttributeDefinition(0x001C, .enum8)
    public static let alarmMask = AttributeDefinition(0x001D, .bitmap8)
    public static let runningMode = AttributeDefinition(0x001E, .enum8)
    public static let startOfWeek = AttributeDefinition(0x0020, .enum8)
    public static let numberOfWeeklyTransitions = AttributeDefinition(0x0021, .uint8)
    public static let numberOfDailyTransitions = AttributeDefinition(0x0022, .uint8)
    public static let temperatureSetpointHold = AttributeDefinition(0x0023, .enum8)
    public static let temperatureSetpointHoldDuration = AttributeDefinition(0x0024, .uint16)
    public static let programmingOperationMode = AttributeDefinition(0x0025, .bitmap8)
    public static let runningState = AttributeDefinition(0x0029, .bitmap16)
    public static let setpointChangeSource = AttributeDefinition(0x0030, .enum8)
    public static let setpointChangeAmount = AttributeDefinition(0x0031, .int16)
    public static let setpointChangeSourceTimestamp = AttributeDefinition(0x0032, .utcTime)
    public static let occupiedSetback = AttributeDefinition(0x0034, .uint8)
    public static let occupiedSetbackMin = AttributeDefinition(0x0035, .uint8)
    public static let occupiedSetbackMax = AttributeDefinition(0x0036, .uint8)
    public static let unoccupiedSetback = AttributeDefinition(0x0037, .uint8)
    public static let unoccupiedSetbackMin = AttributeDefinition(0x0038, .uint8)
    public static let unoccupiedSetbackMax = AttributeDefinition(0x0039, .uint8)
    public static let emergencyHeatDelta = AttributeDefinition(0x003A, .uint8)
    public static let acType = AttributeDefinition(0x0040, .enum8)
    public static let acCapacity = AttributeDefinition(0x0041, .uint16)
    public static let acRefrigerantType = AttributeDefinition(0x0042, .enum8)
    public static let acCompressorType = AttributeDefinition(0x0043, .enum8)
    public static let acErrorCode = AttributeDefinition(0x0044, .bitmap32)
    public static let acLouverPosition = AttributeDefinition(0x0045, .enum8)
    public static let acCoilTemperature = AttributeDefinition(0x0046, .int16)
    public static let acCapacityFormat = AttributeDefinition(0x0047, .enum8)
  }

  /// Commands to the server.
  public enum Command {
    public static let setpointRaiseLower = CommandID(0x00)
    public static let setWeeklySchedule = CommandID(0x01)
    public static let getWeeklySchedule = CommandID(0x02)
    public static let clearWeeklySchedule = CommandID(0x03)
    public static let getRelayStatusLog = CommandID(0x04)
  }

  /// Commands from the server.
  public enum Response {
    public static let getWeeklySchedule = CommandID(0x00)
    public static let getRelayStatusLog = CommandID(0x01)
  }
}
