/// The Time cluster (ZCL 3.12): seconds since 2000-01-01T00:00:00Z.
public enum Time {
  public enum Attribute {
    public static let time = AttributeDefinition(0x0000, .utcTime)
    public static let timeStatus = AttributeDefinition(0x0001, .bitmap8)
    public static let timeZone = AttributeDefinition(0x0002, .int32)
    public static let daylightSavingStart = AttributeDefinition(0x0003, .uint32)
    public static let daylightSavingEnd = AttributeDefinition(0x0004, .uint32)
    public static let daylightSavingShift = AttributeDefinition(0x0005, .int32)
    public static let standardTime = AttributeDefinition(0x0006, .uint32)
    public static let localTime = AttributeDefinition(0x0007, .uint32)
    public static let lastSetTime = AttributeDefinition(0x0008, .utcTime)
    public static let validUntilTime = AttributeDefinition(0x0009, .utcTime)
  }
}
