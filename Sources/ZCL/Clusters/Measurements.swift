/// Temperature Measurement (ZCL 4.4), hundredths of a degree Celsius.
public enum TemperatureMeasurement {
  public enum Attribute {
    public static let measuredValue = AttributeDefinition(0x0000, .int16)
    public static let minMeasuredValue = AttributeDefinition(0x0001, .int16)
    public static let maxMeasuredValue = AttributeDefinition(0x0002, .int16)
    public static let tolerance = AttributeDefinition(0x0003, .uint16)
  }
}

/// Relative Humidity (ZCL 4.7), hundredths of a percent.
public enum RelativeHumidity {
  public enum Attribute {
    public static let measuredValue = AttributeDefinition(0x0000, .uint16)
    public static let minMeasuredValue = AttributeDefinition(0x0001, .uint16)
    public static let maxMeasuredValue = AttributeDefinition(0x0002, .uint16)
    public static let tolerance = AttributeDefinition(0x0003, .uint16)
  }
}

/// Pressure Measurement (ZCL 4.5), hPa; the scaled value in 10^scale Pa.
public enum PressureMeasurement {
  public enum Attribute {
    public static let measuredValue = AttributeDefinition(0x0000, .int16)
    public static let minMeasuredValue = AttributeDefinition(0x0001, .int16)
    public static let maxMeasuredValue = AttributeDefinition(0x0002, .int16)
    public static let tolerance = AttributeDefinition(0x0003, .uint16)
    public static let scaledValue = AttributeDefinition(0x0010, .int16)
    public static let minScaledValue = AttributeDefinition(0x0011, .int16)
    public static let maxScaledValue = AttributeDefinition(0x0012, .int16)
    public static let scaledTolerance = AttributeDefinition(0x0013, .uint16)
    public static let scale = AttributeDefinition(0x0014, .int8)
  }
}

/// Illuminance Measurement (ZCL 4.2), 10000 log10(lux) + 1.
public enum IlluminanceMeasurement {
  public enum Attribute {
    public static let measuredValue = AttributeDefinition(0x0000, .uint16)
    public static let minMeasuredValue = AttributeDefinition(0x0001, .uint16)
    public static let maxMeasuredValue = AttributeDefinition(0x0002, .uint16)
    public static let tolerance = AttributeDefinition(0x0003, .uint16)
    public static let lightSensorType = AttributeDefinition(0x0004, .enum8)
  }
}

/// Occupancy Sensing (ZCL 4.8); bit 0 of the occupancy is "somebody is here".
public enum OccupancySensing {
  public enum Attribute {
    public static let occupancy = AttributeDefinition(0x0000, .bitmap8)
    public static let occupancySensorType = AttributeDefinition(0x0001, .enum8)
    public static let occupancySensorTypeBitmap = AttributeDefinition(0x0002, .bitmap8)
    public static let pirOToUDelay = AttributeDefinition(0x0010, .uint16)
    public static let pirUToODelay = AttributeDefinition(0x0011, .uint16)
    public static let pirUToOThreshold = AttributeDefinition(0x0012, .uint8)
    public static let ultrasonicOToUDelay = AttributeDefinition(0x0020, .uint16)
    public static let ultrasonicUToODelay = AttributeDefinition(0x0021, .uint16)
    public static let ultrasonicUToOThreshold = AttributeDefinition(0x0022, .uint8)
    public static let physicalContactOToUDelay = AttributeDefinition(0x0030, .uint16)
    public static let physicalContactUToODelay = AttributeDefinition(0x0031, .uint16)
    public static let physicalContactUToOThreshold = AttributeDefinition(0x0032, .uint8)
  }
}
