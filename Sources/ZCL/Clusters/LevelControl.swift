import ByteCoding
import Zigbee

/// The Level Control cluster (ZCL 3.10).
public enum LevelControl {
  public enum Attribute {
    public static let currentLevel = AttributeDefinition(0x0000, .uint8)
    public static let remainingTime = AttributeDefinition(0x0001, .uint16)
    public static let minLevel = AttributeDefinition(0x0002, .uint8)
    public static let maxLevel = AttributeDefinition(0x0003, .uint8)
    public static let currentFrequency = AttributeDefinition(0x0004, .uint16)
    public static let minFrequency = AttributeDefinition(0x0005, .uint16)
    public static let maxFrequency = AttributeDefinition(0x0006, .uint16)
    public static let options = AttributeDefinition(0x000F, .bitmap8)
    public static let onOffTransitionTime = AttributeDefinition(0x0010, .uint16)
    public static let onLevel = AttributeDefinition(0x0011, .uint8)
    public static let onTransitionTime = AttributeDefinition(0x0012, .uint16)
    public static let offTransitionTime = AttributeDefinition(0x0013, .uint16)
    public static let defaultMoveRate = AttributeDefinition(0x0014, .uint8)
    public static let startUpCurrentLevel = AttributeDefinition(0x4000, .uint8)
  }

  /// Commands to the server.
  public enum Command {
    public static let moveToLevel = CommandID(0x00)
    public static let move = CommandID(0x01)
    public static let step = CommandID(0x02)
    public static let stop = CommandID(0x03)
    public static let moveToLevelWithOnOff = CommandID(0x04)
    public static let moveWithOnOff = CommandID(0x05)
    public static let stepWithOnOff = CommandID(0x06)
    public static let stopWithOnOff = CommandID(0x07)
    public static let moveToClosestFrequency = CommandID(0x08)
  }
}
