import SansIO
import ZCL
import Zigbee

/// The attributes that the gateway itself serves to devices: Basic, Identify and Time.
struct GatewayAttributes {
  /// Seconds between 1970 and 2000, where Zigbee's UTCTime begins.
  static let epochOffset: Int64 = 946_684_800
  /// Master clock, synchronised (ZCL 3.12.2.2.2).
  static let timeStatus: UInt64 = 0x03
  static let zclVersion: UInt64 = 8
  static let mainsSinglePhase: UInt64 = 1

  let configuration: HostConfiguration
  let now: Instants

  func record(_ attribute: AttributeID, of cluster: ClusterID) -> ReadAttributeRecord {
    switch cluster {
    case .basic: basic(attribute)
    case .time: time(attribute)
    case .identify where attribute == AttributeID(0x0000):
      ReadAttributeRecord(attribute: attribute, value: TypedValue(.uint16, .unsigned(0)))
    default: ReadAttributeRecord(attribute: attribute, status: .unsupportedAttribute)
    }
  }

  private func basic(_ attribute: AttributeID) -> ReadAttributeRecord {
    let value: TypedValue
    switch attribute.rawValue {
    case 0x0000: value = TypedValue(.uint8, .unsigned(Self.zclVersion))
    case 0x0004: value = text(configuration.manufacturerName)
    case 0x0005: value = text(configuration.modelIdentifier)
    case 0x0007: value = TypedValue(.enum8, .unsigned(Self.mainsSinglePhase))
    default: return ReadAttributeRecord(attribute: attribute, status: .unsupportedAttribute)
    }
    return ReadAttributeRecord(attribute: attribute, value: value)
  }

  private func text(_ string: String) -> TypedValue {
    // Basic's names hold 32 bytes at most.
    TypedValue(.characterString, .string(Array(string.utf8.prefix(32))))
  }

  /// A clock that is not trusted is not passed on: a lock's schedules would follow it.
  private func time(_ attribute: AttributeID) -> ReadAttributeRecord {
    let utc = now.wall.seconds - Self.epochOffset
    guard attribute.rawValue <= 0x0009 else {
      return ReadAttributeRecord(attribute: attribute, status: .unsupportedAttribute)
    }
    guard now.wallIsTrusted, (0..<0xFFFF_FFFF).contains(utc) else {
      return ReadAttributeRecord(attribute: attribute, status: .failure)
    }
    let zone = Int64(configuration.timeZoneOffset)
    let local = UInt64(clamping: min(max(0, utc + zone), 0xFFFF_FFFE))
    let value: TypedValue
    switch attribute.rawValue {
    case 0x0000, 0x0008: value = TypedValue(.utcTime, .unsigned(UInt64(utc)))
    case 0x0001: value = TypedValue(.bitmap8, .unsigned(Self.timeStatus))
    case 0x0002: value = TypedValue(.int32, .signed(zone))
    // No summer time is announced: the zone offset already holds it.
    case 0x0003, 0x0004: value = TypedValue(.uint32, .unsigned(0xFFFF_FFFF))
    case 0x0005: value = TypedValue(.int32, .signed(0))
    case 0x0006, 0x0007: value = TypedValue(.uint32, .unsigned(local))
    default: value = TypedValue(.utcTime, .unsigned(UInt64(min(utc + 86_400, 0xFFFF_FFFE))))
    }
    return ReadAttributeRecord(attribute: attribute, value: value)
  }
}
