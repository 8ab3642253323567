import ByteCoding
import Zigbee

/// The IAS Zone cluster (ZCL 8.2).
public enum IASZone {
  public enum Attribute {
    public static let zoneState = AttributeDefinition(0x0000, .enum8)
    public static let zoneType = AttributeDefinition(0x0001, .enum16)
    public static let zoneStatus = AttributeDefinition(0x0002, .bitmap16)
    public static let cieAddress = AttributeDefinition(0x0010, .ieeeAddress)
    public static let zoneID = AttributeDefinition(0x0011, .uint8)
    public static let numberOfZoneSensitivityLevelsSupported = AttributeDefinition(0x0012, .uint8)
    public static let currentZoneSensitivityLevel = AttributeDefinition(0x0013, .uint8)
  }

  /// Commands to the server.
  public enum Command {
    public static let enrollResponse = CommandID(0x00)
    public static let initiateNormalOperationMode = CommandID(0x01)
    public static let initiateTestMode = CommandID(0x02)
  }

  /// Commands from the server.
  public enum Response {
    public static let statusChangeNotification = CommandID(0x00)
    public static let enrollRequest = CommandID(0x01)
  }
}

extension IASZone {
  /// What a zone watches (table 8-5).
  public struct ZoneType: RawRepresentable, ByteDecodable, ByteEncodable, Hashable, Sendable {
    public var rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let standardCIE = Self(rawValue: 0x0000)
    public static let motion = Self(rawValue: 0x000D)
    public static let contact = Self(rawValue: 0x0015)
    public static let fire = Self(rawValue: 0x0028)
    public static let water = Self(rawValue: 0x002A)
    public static let carbonMonoxide = Self(rawValue: 0x002B)
    public static let personalEmergency = Self(rawValue: 0x002C)
    public static let vibration = Self(rawValue: 0x002D)
    public static let remoteControl = Self(rawValue: 0x010F)
    public static let keyFob = Self(rawValue: 0x0115)
    public static let keypad = Self(rawValue: 0x021D)
    public static let standardWarning = Self(rawValue: 0x0225)
    public static let glassBreak = Self(rawValue: 0x0226)
    public static let securityRepeater = Self(rawValue: 0x0229)
    public static let invalid = Self(rawValue: 0xFFFF)

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      rawValue = try reader.readUInt16LE()
    }

    public func encode(into writer: inout ByteWriter) { writer.writeLE(rawValue) }
  }

  /// The zone status bits (table 8-6).
  public struct ZoneStatus: OptionSet, ByteDecodable, ByteEncodable, Hashable, Sendable {
    public var rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let alarm1 = Self(rawValue: 0x0001)
    public static let alarm2 = Self(rawValue: 0x0002)
    public static let tamper = Self(rawValue: 0x0004)
    public static let batteryLow = Self(rawValue: 0x0008)
    public static let supervisionReports = Self(rawValue: 0x0010)
    public static let restoreReports = Self(rawValue: 0x0020)
    public static let trouble = Self(rawValue: 0x0040)
    public static let mainsFault = Self(rawValue: 0x0080)
    public static let test = Self(rawValue: 0x0100)
    public static let batteryDefect = Self(rawValue: 0x0200)

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      rawValue = try reader.readUInt16LE()
    }

    public func encode(into writer: inout ByteWriter) { writer.writeLE(rawValue) }
  }
}
