import ByteCoding
import Zigbee

extension DoorLock {
  /// The answer to most commands: one status byte (7.3.2.17). 0 is success, 1 a general failure, 2 memory
  /// full, 3 a code that another user has.
  public struct StatusResponse: ByteDecodable, ByteEncodable, Hashable, Sendable {
    public static let memoryFull = ZCLStatus(rawValue: 0x02)
    public static let duplicateCode = ZCLStatus(rawValue: 0x03)

    public var status: ZCLStatus

    public init(status: ZCLStatus) { self.status = status }

    public init(from reader: inout ByteReader) throws(DecodingFailure) {
      status = try ZCLStatus(from: &reader)
    }

    public func encode(into writer: inout ByteWriter) { status.encode(into: &writer) }
  }

  /// Whether the lock answers this command with one status byte.
  public static func isAnsweredWithStatus(_ command: CommandID) -> Bool {
    switch command {
    case Command.getLogRecord, Command.getPINCode, Command.getUserStatus, Command.getWeekDaySchedule,
      Command.getYearDaySchedule, Command.getHolidaySchedule, Command.getUserType, Command.getRFIDCode:
      false
    default: command.rawValue <= Command.clearAllRFIDCodes.rawValue
    }
  }

  /// A frame with a status answer to a command of a client.
  public static func statusResponse(to frame: ZCLFrame, status: ZCLStatus) -> ZCLFrame {
    frame.answer(frame.command, StatusResponse(status: status))
  }
}
