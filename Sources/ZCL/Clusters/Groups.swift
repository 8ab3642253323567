import ByteCoding
import Zigbee

/// The Groups cluster (ZCL 3.6).
public enum Groups {
  public enum Attribute {
    public static let nameSupport = AttributeDefinition(0x0000, .bitmap8)
  }

  /// Commands to the server.
  public enum Command {
    public static let addGroup = CommandID(0x00)
    public static let viewGroup = CommandID(0x01)
    public static let getGroupMembership = CommandID(0x02)
    public static let removeGroup = CommandID(0x03)
    public static let removeAllGroups = CommandID(0x04)
    public static let addGroupIfIdentifying = CommandID(0x05)
  }

  /// Commands from the server.
  public enum Response {
    public static let addGroup = CommandID(0x00)
    public static let viewGroup = CommandID(0x01)
    public static let getGroupMembership = CommandID(0x02)
    public static let removeGroup = CommandID(0x03)
  }
}
