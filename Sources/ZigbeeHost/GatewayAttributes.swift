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
    case .identify where attribute == Identify.Attribute.identifyTime.id:
      ReadAttributeRecord(attribute: attribute, value: TypedValue(.uint16, .unsigned(0)))
    default: ReadAttributeRecord(attribute: attribute, status: .unsupportedAttribute)
    }
  }

  private func basic(_ attribute: AttributeID) -> ReadAttributeRecord {
    let value: TypedValue
    switch attribute {
    case Basic.Attribute.zclVersion.id: value = TypedValue(.uint8, .unsigned(Self.zclVersion))
    case Basic.Attribute.manufacturerName.id: value = text(configuration.manufacturerName)
    case Basic.Attribute.modelIdentifier.id: value = text(configuration.modelIdentifier)
    case Basic.Attribute.powerSource.id: value = TypedValue(.enum8, .unsigned(Self.mainsSinglePhase))
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
    guard attribute <= Time.Attribute.validUntilTime.id else {
      return ReadAttributeRecord(attribute: attribute, status: .unsupportedAttribute)
    }
    guard now.wallIsTrusted, (0..<0xFFFF_FFFF).contains(utc) else {
      return ReadAttributeRecord(attribute: attribute, status: .failure)
    }
    let zone = Int64(configuration.timeZoneOffset)
    let local = UInt64(clamping: min(max(0, utc + zone), 0xFFFF_FFFE))
    let value: TypedValue
    switch attribute {
    case Time.Attribute.time.id, Time.Attribute.lastSetTime.id:
      value = TypedValue(.utcTime, .unsigned(UInt64(utc)))
    case Time.Attribute.timeStatus.id: value = TypedValue(.bitmap8, .unsigned(Self.timeStatus))
    case Time.Attribute.timeZone.id: value = TypedValue(.int32, .signed(zone))
    // No summer time is announced: the zone offset already holds it.
    case Time.Attribute.daylightSavingStart.id, Time.Attribute.daylightSavingEnd.id:
      value = TypedValue(.uint32, .unsigned(0xFFFF_FFFF))
    case Time.Attribute.daylightSavingShift.id: value = TypedValue(.int32, .signed(0))
    case Time.Attribute.standardTime.id, Time.Attribute.localTime.id:
      value = TypedValue(.uint32, .unsigned(local))
    default: value = TypedValue(.utcTime, .unsigned(UInt64(min(utc + 86_400, 0xFFFF_FFFE))))
    }
    return ReadAttributeRecord(attribute: attribute, value: value)
  }
}
