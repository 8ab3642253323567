import ByteCoding
import SansIO
import ZCL
import Zigbee
import ZigbeeHost

extension GatewayCore {
  /// A command that a device sent of its own accord.
  mutating func deviceCommand(_ command: DeviceCommand, at now: Instants) {
    guard let record = registry[command.device] else {
      if let token = command.token { emit(.host(.acknowledge(token))) }
      return
    }
    do throws(DecodingFailure) {
      if let kind = try criticalEvent(command, of: record.identity) {
        return raise(kind, token: command.token, at: now)
      }
      if try zoneStatus(command, at: now) { return }
    } catch {
      emit(
        .diagnostic(
          .warning(
            "\(record.name) sent command \(command.frame.command) of cluster \(command.cluster) in a form that "
              + "cannot be read")))
    }
    guard command.cluster != .doorLock else {
      // What a lock says may hold a PIN: only what was understood is told.
      if let token = command.token { emit(.host(.acknowledge(token))) }
      return
    }
    raise(.deviceCommand(record.identity, command), token: command.token, at: now)
  }

  private func criticalEvent(
    _ command: DeviceCommand, of device: DeviceIdentity
  ) throws(DecodingFailure) -> CoreEventKind? {
    let frame = command.frame
    if let event = try frame.decode(DoorLock.OperationEvent.self, on: command.cluster) {
      return .lockOperation(device, LockOperation(event))
    }
    if let event = try frame.decode(DoorLock.ProgrammingEvent.self, on: command.cluster) {
      return .lockProgramming(device, LockProgramming(event))
    }
    if command.cluster == .alarms, isFromServer(frame), frame.command == WellKnown.alarm {
      return try frame.payload.withReader { (reader) throws(DecodingFailure) in
        let code = try reader.readUInt8()
        return .alarm(device, code: code, cluster: ClusterID(rawValue: try reader.readUInt16LE()))
      }
    }
    return nil
  }

  /// A zone tells its state by a command (ZCL 8.2.2.4.1); for everybody above it is the attribute.
  private mutating func zoneStatus(
    _ command: DeviceCommand, at now: Instants
  ) throws(DecodingFailure) -> Bool {
    guard command.cluster == .iasZone, isFromServer(command.frame),
      command.frame.command == WellKnown.zoneStatusChange, let record = registry[command.device]
    else { return false }
    let status = try command.frame.payload.withReader { (reader) throws(DecodingFailure) in
      try reader.readUInt16LE()
    }
    let key = AttributeKey(
      device: command.device, endpoint: command.endpoint, cluster: .iasZone,
      attribute: WellKnown.zoneStatus)
    let value = StoredValue(
      value: TypedValue(.bitmap16, .unsigned(UInt64(status))), updatedAt: now.wall)
    let changes: [CoreChange] = values.put(value, for: key) ? [.putValue(key, value)] : []
    let reading = AttributeReading(key, value.value, among: values.values(of: command.device))
    raise(.attributeReport(record.identity, reading), changes: changes, token: command.token, at: now)
    return true
  }

  private func isFromServer(_ frame: ZCLFrame) -> Bool {
    frame.kind == .cluster && frame.manufacturer == nil && frame.direction == .serverToClient
  }
}

extension LockOperation {
  /// Fields that the lock left out read as their "unknown".
  init(_ event: DoorLock.OperationEvent) {
    self.init(
      source: event.source.rawValue, code: event.code.rawValue, userID: event.userID ?? 0xFFFF,
      localTime: event.tail.localTime ?? .max, data: event.tail.data ?? [])
  }
}

extension LockProgramming {
  init(_ event: DoorLock.ProgrammingEvent) {
    self.init(
      source: event.source.rawValue, code: event.code.rawValue, userID: event.userID ?? 0xFFFF,
      userType: event.userType?.rawValue ?? 0xFF, userStatus: event.userStatus?.rawValue ?? 0xFF,
      localTime: event.tail.localTime ?? .max, data: event.tail.data ?? [])
  }
}
