import ByteCoding
import Zigbee

extension IASZone {
  /// Zone Enroll Response.
  public struct EnrollResponse: ClusterCommand {
    public static let cluster = ClusterID.iasZone
    public static let command = IASZone.Command.enrollResponse
    public static let direction = ZCLFrame.Direction.clientToServer

    /// 0 success, 1 not supported, 2 no enroll permit, 3 too many zones.
    public var code: UInt8
    public var zoneID: UInt8

    public init(code: UInt8, zoneID: UInt8) {
      self.code = code
      self.zoneID = zoneID
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      code = try reader.readUInt8()
      zoneID = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(code)
      writer.write(zoneID)
    }
  }

  /// Initiate Normal Operation Mode.
  public struct InitiateNormalOperationMode: ClusterCommand {
    public static let cluster = ClusterID.iasZone
    public static let command = IASZone.Command.initiateNormalOperationMode
    public static let direction = ZCLFrame.Direction.clientToServer
    public init() {}

    public init(from reader: inout ByteReader) throws(DecodingFailure) {}

    public func encode(into writer: inout ByteWriter) {}
  }

  /// Initiate Test Mode.
  public struct InitiateTestMode: ClusterCommand {
    public static let cluster = ClusterID.iasZone
    public static let command = IASZone.Command.initiateTestMode
    public static let direction = ZCLFrame.Direction.clientToServer

    public var seconds: UInt8
    public var sensitivityLevel: UInt8

    public init(seconds: UInt8, sensitivityLevel: UInt8) {
      self.seconds = seconds
      self.sensitivityLevel = sensitivityLevel
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      seconds = try reader.readUInt8()
      sensitivityLevel = try reader.readUInt8()
    }

    public func encode(into writer: inout ByteWriter) {
      writer.write(seconds)
      writer.write(sensitivityLevel)
    }
  }

  /// Zone Status Change Notification. Old devices end behind the extended status.
  public struct StatusChangeNotification: ClusterCommand {
    public static let cluster = ClusterID.iasZone
    public static let command = IASZone.Response.statusChangeNotification
    public static let direction = ZCLFrame.Direction.serverToClient

    public var zoneStatus: ZoneStatus
    public var extendedStatus: UInt8
    public var zoneID: UInt8?
    /// Since the change, quarters of a second.
    public var delayQuarterSeconds: UInt16?

    public init(
      zoneStatus: ZoneStatus, extendedStatus: UInt8 = 0, zoneID: UInt8? = nil,
      delayQuarterSeconds: UInt16? = nil
    ) {
      self.zoneStatus = zoneStatus
      self.extendedStatus = extendedStatus
      self.zoneID = zoneID
      self.delayQuarterSeconds = delayQuarterSeconds
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      zoneStatus = try ZoneStatus(from: &reader)
      extendedStatus = try reader.readUInt8()
      zoneID = reader.isEmpty ? nil : try reader.readUInt8()
      delayQuarterSeconds = reader.isEmpty ? nil : try reader.readUInt16LE()
    }

    public func encode(into writer: inout ByteWriter) {
      zoneStatus.encode(into: &writer)
      writer.write(extendedStatus)
      if let zoneID { writer.write(zoneID) }
      if let delayQuarterSeconds { writer.writeLE(delayQuarterSeconds) }
    }
  }

  /// Zone Enroll Request.
  public struct EnrollRequest: ClusterCommand {
    public static let cluster = ClusterID.iasZone
    public static let command = IASZone.Response.enrollRequest
    public static let direction = ZCLFrame.Direction.serverToClient

    public var zoneType: ZoneType
    public var manufacturer: ManufacturerCode

    public init(zoneType: ZoneType, manufacturer: ManufacturerCode) {
      self.zoneType = zoneType
      self.manufacturer = manufacturer
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      zoneType = try ZoneType(from: &reader)
      manufacturer = try ManufacturerCode(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      zoneType.encode(into: &writer)
      manufacturer.encode(into: &writer)
    }
  }
}
