/// The Basic cluster (ZCL 3.2).
public enum Basic {
  public enum Attribute {
    public static let zclVersion = AttributeDefinition(0x0000, .uint8)
    public static let applicationVersion = AttributeDefinition(0x0001, .uint8)
    public static let stackVersion = AttributeDefinition(0x0002, .uint8)
    public static let hardwareVersion = AttributeDefinition(0x0003, .uint8)
    public static let manufacturerName = AttributeDefinition(0x0004, .characterString)
    public static let modelIdentifier = AttributeDefinition(0x0005, .characterString)
    public static let dateCode = AttributeDefinition(0x0006, .characterString)
    public static let powerSource = AttributeDefinition(0x0007, .enum8)
    public static let genericDeviceClass = AttributeDefinition(0x0008, .enum8)
    public static let genericDeviceType = AttributeDefinition(0x0009, .enum8)
    public static let productCode = AttributeDefinition(0x000A, .octetString)
    public static let productURL = AttributeDefinition(0x000B, .characterString)
    public static let manufacturerVersionDetails = AttributeDefinition(0x000C, .characterString)
    public static let serialNumber = AttributeDefinition(0x000D, .characterString)
    public static let productLabel = AttributeDefinition(0x000E, .characterString)
    public static let locationDescription = AttributeDefinition(0x0010, .characterString)
    public static let physicalEnvironment = AttributeDefinition(0x0011, .enum8)
    public static let deviceEnabled = AttributeDefinition(0x0012, .boolean)
    public static let alarmMask = AttributeDefinition(0x0013, .bitmap8)
    public static let disableLocalConfiguration = AttributeDefinition(0x0014, .bitmap8)
    public static let softwareBuildID = AttributeDefinition(0x4000, .characterString)
  }

  /// Commands to the server.
  public enum Command {
    public static let resetToFactoryDefaults = CommandID(0x00)
  }
}
