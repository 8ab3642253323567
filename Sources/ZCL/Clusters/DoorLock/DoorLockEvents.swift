import ByteCoding
import SansIO
import Zigbee

extension DoorLock {
  /// What both events end with. Real locks leave out any part of the end, or send a time of three bytes; what
  /// is there is kept.
  public struct EventTail: Hashable, Sendable {
    /// Local time, seconds since 2000; 0xFFFFFFFF from locks without a clock.
    public var localTime: UInt32?
    /// The bytes of a time that ends early.
    public var partialTime: [UInt8] = []
    /// Free text of the manufacturer.
    public var data: [UInt8]?
    /// Bytes that end before the text does.
    public var partialData: [UInt8] = []

    public init(localTime: UInt32? = nil, data: [UInt8]? = nil) {
      self.localTime = localTime
      self.data = data
    }

    /// The time, if the lock has a clock.
    public var clock: UInt32? { localTime == .max ? nil : localTime }

    init(from reader: inout ByteReader) throws(DecodingFailure) {
      guard reader.remaining >= 4 else {
        partialTime = reader.readRemaining()
        return
      }
      localTime = try reader.readUInt32LE()
      let mark = reader
      do throws(DecodingFailure) {
        data = try ZCLString.readOptional(from: &reader)
      } catch {
        reader = mark
        partialData = reader.readRemaining()
      }
    }

    func encode(into writer: inout ByteWriter) {
      guard let localTime else { return writer.write(partialTime) }
      writer.writeLE(localTime)
      if let data {
        ZCLString.write(data, into: &writer)
      } else {
        writer.write(partialData)
      }
    }
  }

  /// The code field of an event: one length byte and the code, where the lock sends codes at all.
  public struct EventCode: Hashable, Sendable {
    /// The byte on the wire; 0xFF (and 0) say that no code was sent.
    public var statedLength: UInt8
    public var code: Secret<[UInt8]>?

    /// No code, the usual case.
    public static let none = Self(statedLength: 0)

    public init(code: [UInt8]) {
      let kept = Array(code.prefix(ZCLString.longest))
      statedLength = UInt8(kept.count)
      self.code = kept.isEmpty ? nil : Secret(kept)
    }

    init(statedLength: UInt8) { self.statedLength = statedLength }

    /// Some locks send another byte here that is no length: then it is kept alone.
    init(from reader: inout ByteReader) throws(DecodingFailure) {
      statedLength = try reader.readUInt8()
      guard statedLength != 0, statedLength != 0xFF, reader.remaining >= Int(statedLength) else { return }
      code = Secret(try reader.readBytes(count: Int(statedLength)))
    }

    func encode(into writer: inout ByteWriter) {
      writer.write(statedLength)
      if let code { writer.write(code.reveal()) }
    }
  }

  /// Operation Event Notification (7.3.2.17.28): somebody locked, unlocked, or tried to.
  public struct OperationEvent: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Response.operationEvent
    public static let direction = ZCLFrame.Direction.serverToClient

    public var source: EventSource
    public var code: OperationCode
    /// 0xFFFF means nobody known; nil was not sent.
    public var userID: UInt16?
    public var pin: EventCode?
    public var tail: EventTail

    public init(
      source: EventSource, code: OperationCode, userID: UInt16?, pin: EventCode? = EventCode.none,
      tail: EventTail = EventTail(localTime: .max, data: [])
    ) {
      self.source = source
      self.code = code
      self.userID = userID
      self.pin = pin
      self.tail = tail
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      source = try EventSource(from: &reader)
      code = try OperationCode(from: &reader)
      userID = reader.remaining >= 2 ? try reader.readUInt16LE() : nil
      pin = reader.isEmpty ? nil : try EventCode(from: &reader)
      tail = try EventTail(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      source.encode(into: &writer)
      code.encode(into: &writer)
      if let userID { writer.writeLE(userID) }
      pin?.encode(into: &writer)
      tail.encode(into: &writer)
    }
  }

  /// Programming Event Notification (7.3.2.17.29): a code or user was changed.
  public struct ProgrammingEvent: ClusterCommand {
    public static let cluster = ClusterID.doorLock
    public static let command = DoorLock.Response.programmingEvent
    public static let direction = ZCLFrame.Direction.serverToClient

    public var source: EventSource
    public var code: ProgrammingCode
    public var userID: UInt16?
    public var pin: EventCode?
    public var userType: UserType?
    public var userStatus: UserStatus?
    public var tail: EventTail

    public init(
      source: EventSource, code: ProgrammingCode, userID: UInt16?, pin: EventCode? = EventCode.none,
      userType: UserType? = .unrestricted, userStatus: UserStatus? = .enabled,
      tail: EventTail = EventTail(localTime: .max, data: [])
    ) {
      self.source = source
      self.code = code
      self.userID = userID
      self.pin = pin
      self.userType = userType
      self.userStatus = userStatus
      self.tail = tail
    }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      source = try EventSource(from: &reader)
      code = try ProgrammingCode(from: &reader)
      userID = reader.remaining >= 2 ? try reader.readUInt16LE() : nil
      pin = reader.isEmpty ? nil : try EventCode(from: &reader)
      userType = reader.isEmpty ? nil : try UserType(from: &reader)
      userStatus = reader.isEmpty ? nil : try UserStatus(from: &reader)
      tail = try EventTail(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) {
      source.encode(into: &writer)
      code.encode(into: &writer)
      if let userID { writer.writeLE(userID) }
      pin?.encode(into: &writer)
      userType?.encode(into: &writer)
      userStatus?.encode(into: &writer)
      tail.encode(into: &writer)
    }
  }
}
