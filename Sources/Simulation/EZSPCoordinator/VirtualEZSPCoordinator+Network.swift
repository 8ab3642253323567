import EZSP
import RadioInterface
import SansIO
import Zigbee

/// Forming, resuming, leaving, joining.
extension VirtualEZSPCoordinator {
  mutating func answerNetwork(_ command: Command, at now: MonotonicInstant) -> Values? {
    switch command.name {
    case "networkState": return ["status": .number(isRunning ? 2 : 0)]
    case "getNodeId": return ["node_id": .number(isRunning ? 0 : 0xFFFE)]
    case "networkInit", "networkInitExtended": return initialise(at: now)
    case "getNetworkParameters": return networkParameters
    case "formNetwork": return form(command, at: now)
    case "leaveNetwork":
      guard isRunning else { return ["status": status(.notJoined)] }
      memory.leave()
      associations.removeAll()
      alarms[.networkDown] = now + .milliseconds(20)
      return success
    case "permitJoining":
      guard isRunning else { return ["status": status(.notJoined)] }
      return success
    case "startScan":
      guard alarms[.scan] == nil else { return ["status": status(.busy)] }
      scanMask = UInt32(truncatingIfNeeded: command.number("channel_mask"))
      alarms[.scan] = now + options.energyScanDelay
      return success
    case "stopScan", "setConcentrator", "setRadioPower", "sendManyToOneRouteRequest", "setSourceRoute",
      "setExtendedTimeout":
      return success
    case "setSourceRouteDiscoveryMode": return ["remaining_time": .number(1_000)]
    case "getExtendedTimeout": return success.merging(["extended_timeout": .number(0)]) { $1 }
    case "setRadioChannel":
      memory.network?.channel = command.byte("channel")
      return success
    default: return nil
    }
  }

  /// What follows a response.
  mutating func finish(_ command: Command, at now: MonotonicInstant) {
    guard command.name == "permitJoining", isRunning else { return }
    openNetwork(seconds: command.byte("duration"), at: now)
  }

  private mutating func initialise(at now: MonotonicInstant) -> Values {
    guard memory.network != nil else { return ["status": status(.notJoined)] }
    guard power == .idle else { return ["status": status(.invalidCall)] }
    power = .starting
    alarms[.networkUp] = now + options.resumeDelay
    return success
  }

  private var networkParameters: Values {
    let network = isRunning ? memory.network : nil
    return [
      "status": status(network == nil ? .notJoined : .success), "node_type": .number(network == nil ? 0 : 1),
      "extended_pan_id": .number(network?.extendedPANID ?? 0), "pan_id": .number(network?.panID ?? 0xFFFF),
      "tx_power": .number(network?.transmitPower ?? 0), "channel": .number(network?.channel ?? 0),
      "join_method": .number(0), "manager": .number(network?.manager ?? 0),
      "update_id": .number(network?.updateID ?? 0), "channels": .number(network?.channelMask ?? 0),
    ]
  }

  private mutating func form(_ command: Command, at now: MonotonicInstant) -> Values {
    guard power == .idle, memory.network == nil else { return ["status": status(.invalidCall)] }
    guard memory.securityBits != 0 else { return ["status": status(.invalidCall)] }
    memory.network = EZSPMemory.Network(
      panID: command.short("pan_id"), extendedPANID: command.number("extended_pan_id"),
      channel: command.byte("channel"), updateID: command.byte("update_id"),
      channelMask: UInt32(truncatingIfNeeded: command.number("channels")),
      transmitPower: command.byte("tx_power"), manager: command.short("manager"))
    associations.removeAll()
    power = .starting
    alarms[.networkUp] = now + options.formationDelay
    return success
  }

  mutating func finishScan(at now: MonotonicInstant) {
    for channel in UInt8(11)...26 where scanMask & 1 << UInt32(channel) != 0 {
      let strength = Int8.random(in: -95 ... -60, using: &generator)
      callBack(
        "energyScanResultHandler",
        ["channel": .number(channel), "rssi": .number(UInt8(bitPattern: strength))], at: now)
    }
    callBack("scanCompleteHandler", ["channel": .number(0), "status": status(.success)], at: now)
  }

  // MARK: Joining

  mutating func openNetwork(seconds: UInt8, at now: MonotonicInstant) {
    guard seconds > 0 else {
      alarms[.permitJoin] = nil
      return closeNetwork(at: now)
    }
    let until = now + (seconds == 0xFF ? .hours(24 * 365) : .seconds(Int64(seconds)))
    permitJoinUntil = until
    alarms[.permitJoin] = seconds == 0xFF ? nil : until
    callBack("stackStatusHandler", ["status": status(.networkOpened)], at: now)
    outputs.append(.permitsJoining(true))
  }

  mutating func closeNetwork(at now: MonotonicInstant) {
    let wasOpen = permitJoinUntil != nil
    permitJoinUntil = nil
    if wasOpen { callBack("stackStatusHandler", ["status": status(.networkClosed)], at: now) }
    outputs.append(.permitsJoining(false))
  }

  package mutating func deviceJoined(
    _ ieee: IEEEAddress, at address: NetworkAddress, sleeps: Bool, quality: UInt8, _ now: MonotonicInstant
  ) {
    guard isRunning else { return }
    associations.removeAll { $0.ieee == ieee || $0.address == address }
    associations.append(Association(ieee: ieee, address: address, relation: sleeps ? 1 : 4, quality: quality))
    tellOfJoin(ieee, address, update: 1, decision: 0, at: now)
    drainLink(at: now)
  }

  package mutating func deviceLeft(
    _ ieee: IEEEAddress, address: NetworkAddress, rejoins: Bool, at now: MonotonicInstant
  ) {
    guard isRunning else { return }
    associations.removeAll { $0.ieee == ieee }
    tellOfJoin(ieee, address, update: 2, decision: 3, at: now)
    drainLink(at: now)
  }

  private mutating func tellOfJoin(
    _ ieee: IEEEAddress, _ address: NetworkAddress, update: UInt8, decision: UInt8, at now: MonotonicInstant
  ) {
    callBack(
      "trustCenterJoinHandler",
      [
        "nwk": .number(address.rawValue), "ieee": .number(ieee.rawValue), "status": .number(update),
        "decision": .number(decision), "parent": .number(0),
      ], at: now)
  }

  func address(of ieee: IEEEAddress) -> NetworkAddress? {
    if ieee == ieeeAddress { return .coordinator }
    return associations.first { $0.ieee == ieee }?.address
  }

  func ieeeAddress(of address: NetworkAddress) -> IEEEAddress? {
    if address == .coordinator { return ieeeAddress }
    return associations.first { $0.address == address }?.ieee
  }
}
