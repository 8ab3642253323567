/// The Metering cluster (ZCL 10.4): what plugs and meters use of it. Values times multiplier over divisor are kWh and kW for electricity.
public enum Metering {
  public enum Attribute {
    public static let currentSummationDelivered = AttributeDefinition(0x0000, .uint48)
    public static let currentSummationReceived = AttributeDefinition(0x0001, .uint48)
    public static let currentTier1SummationDelivered = AttributeDefinition(0x0100, .uint48)
    public static let currentTier2SummationDelivered = AttributeDefinition(0x0102, .uint48)
    public static let status = AttributeDefinition(0x0200, .bitmap8)
    public static let remainingBatteryLife = AttributeDefinition(0x0201, .uint8)
    public static let unitOfMeasure = AttributeDefinition(0x0300, .enum8)
    public static let multiplier = AttributeDefinition(0x0301, .uint24)
    public static let divisor = AttributeDefinition(0x0302, .uint24)
    public static let summationFormatting = AttributeDefinition(0x0303, .bitmap8)
    public static let demandFormatting = AttributeDefinition(0x0304, .bitmap8)
    public static let meteringDeviceType = AttributeDefinition(0x0306, .bitmap8)
    public static let meterSerialNumber = AttributeDefinition(0x0308, .octetString)
    public static let instantaneousDemand = AttributeDefinition(0x0400, .int24)
  }
}
