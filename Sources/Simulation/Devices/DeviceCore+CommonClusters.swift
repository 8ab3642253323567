import ByteCoding
import SansIO
import ZCL
import Zigbee

/// Clusters that devices of every kind share: Basic, Identify, Groups and Poll Control.
extension DeviceCore {
  private static let groupLimit = 16

  /// The answer of a common cluster; nil when the application has to answer.
  mutating func handleCommonCluster(_ command: ClusterCommand, at now: MonotonicInstant) -> CommandAnswer? {
    do throws(DecodingFailure) {
      return try command.payload.withReader { (reader) throws(DecodingFailure) -> CommandAnswer? in
        switch (command.cluster, command.direction) {
        case (.basic, .clientToServer): self.handleBasic(command)
        case (.identify, .clientToServer): try self.handleIdentify(command, &reader, at: now)
        case (.groups, .clientToServer): try self.handleGroups(command, &reader)
        case (.pollControl, .clientToServer): try self.handlePollControl(command, &reader, at: now)
        case (_, .serverToClient) where command.cluster != .doorLock: CommandAnswer.status(.success)
        default: nil
        }
      }
    } catch {
      return .status(.malformedCommand)
    }
  }

  /// Command 0 resets the attributes to what they were in the factory (ZCL 3.2.2.3.1).
  private mutating func handleBasic(_ command: ClusterCommand) -> CommandAnswer {
    guard command.command == 0 else { return .status(.unsupportedClusterCommand) }
    attributes = factoryAttributes
    return .status(.success)
  }

  private mutating func handleIdentify(
    _ command: ClusterCommand, _ reader: inout ByteReader, at now: MonotonicInstant
  ) throws(DecodingFailure) -> CommandAnswer {
    switch command.command {
    case 0x00:
      let seconds = try reader.readUInt16LE()
      set(.identify, 0, Int64(seconds))
      identifyUntil = seconds == 0 ? nil : now + .seconds(Int64(seconds))
    case 0x01:
      guard let until = identifyUntil, now < until else { return .silence }
      return .response(0x00, littleEndian(UInt16(truncatingIfNeeded: (until - now).seconds)))
    case 0x40: _ = try reader.readUInt16LE()
    default: return .status(.unsupportedClusterCommand)
    }
    return .status(.success)
  }

  private mutating func handleGroups(
    _ command: ClusterCommand, _ reader: inout ByteReader
  ) throws(DecodingFailure) -> CommandAnswer {
    switch command.command {
    case 0x00, 0x05:
      let group = GroupID(rawValue: try reader.readUInt16LE())
      if command.command == 0x05, identifyUntil == nil { return .status(.success) }
      let status: ZCLStatus =
        groups.contains(group)
        ? .duplicateExists : groups.count < Self.groupLimit ? .success : .insufficientSpace
      if status == .success { groups.append(group) }
      if command.command == 0x05 { return .status(status) }
      return .response(0x00, [status.rawValue] + littleEndian(group.rawValue))
    case 0x01:
      let group = GroupID(rawValue: try reader.readUInt16LE())
      let status: ZCLStatus = groups.contains(group) ? .success : .notFound
      return .response(0x01, [status.rawValue] + littleEndian(group.rawValue) + [0])
    case 0x02:
      let count = Int(try reader.readUInt8())
      var wanted: [GroupID] = []
      for _ in 0..<count { wanted.append(GroupID(rawValue: try reader.readUInt16LE())) }
      let found = wanted.isEmpty ? groups : groups.filter(wanted.contains)
      let free = UInt8(truncatingIfNeeded: Self.groupLimit - groups.count)
      return .response(0x02, [free, UInt8(found.count)] + found.flatMap { littleEndian($0.rawValue) })
    case 0x03:
      let group = GroupID(rawValue: try reader.readUInt16LE())
      let index = groups.firstIndex(of: group)
      if let index { groups.remove(at: index) }
      let status: ZCLStatus = index == nil ? .notFound : .success
      return .response(0x03, [status.rawValue] + littleEndian(group.rawValue))
    case 0x04:
      groups.removeAll()
      return .status(.success)
    default: return .status(.unsupportedClusterCommand)
    }
  }

  private mutating func handlePollControl(
    _ command: ClusterCommand, _ reader: inout ByteReader, at now: MonotonicInstant
  ) throws(DecodingFailure) -> CommandAnswer {
    switch command.command {
    case 0x00:
      let starts = try reader.readUInt8() != 0
      var timeout = try reader.readUInt16LE()
      if timeout == 0 { timeout = UInt16(truncatingIfNeeded: integer(.pollControl, 3)) }
      if starts {
        sleep?.stayAwake(until: now + .milliseconds(250) * Int64(timeout), from: now)
      } else {
        sleep?.stopFastPolling(at: now)
      }
    case 0x01: sleep?.stopFastPolling(at: now)
    case 0x02:
      let interval = try reader.readUInt32LE()
      guard (4...0x6E0000).contains(interval) else { return .status(.invalidValue) }
      set(.pollControl, 1, Int64(interval))
      sleep?.longPoll = interval
    case 0x03:
      let interval = try reader.readUInt16LE()
      guard (1...0x00FF).contains(interval) else { return .status(.invalidValue) }
      set(.pollControl, 2, Int64(interval))
      sleep?.shortPoll = interval
    default: return .status(.unsupportedClusterCommand)
    }
    return .status(.success)
  }

  /// The check-in interval or the fast poll time-out was written; the application's timer follows.
  mutating func pollControlWritten() {
    let longPoll = UInt32(truncatingIfNeeded: integer(.pollControl, 1))
    let shortPoll = UInt16(truncatingIfNeeded: integer(.pollControl, 2))
    sleep?.longPoll = longPoll
    sleep?.shortPoll = shortPoll
  }
}
