import ByteCoding
import SansIO
import ZNP
import Zigbee

/// Starting: forming a network or resuming the one in NV, by BDB, by ZDO or by the simple API.
extension VirtualCoordinator {
  /// DEV_COORD_STARTING and DEV_ZB_COORD.
  private static let stateStarting: UInt8 = 8
  private static let stateCoordinator: UInt8 = 9

  /// The device state of UTIL_GET_DEVICE_INFO and ZDO_EXT_NWK_INFO.
  var deviceState: UInt8 {
    switch power {
    case .running: Self.stateCoordinator
    case .starting: Self.stateStarting
    case .off, .resetting, .idle: 0
    }
  }

  /// BDB: mode bit 2 is formation, which also resumes; bit 1 opens the network.
  mutating func startCommissioning(mode: UInt8, at now: MonotonicInstant) {
    guard mode & 0x04 != 0 || network != nil else {
      // Nothing to do and no network: "initialisation, no network".
      send(.asynchronousRequest, .appConfig, 0x80, [0x02, 0x00, 0x00])
      return
    }
    if power == .running {
      send(.asynchronousRequest, .appConfig, 0x80, [0x08, mode, 0])
      return
    }
    let resumes = network != nil
    if resumes {
      // "Network restored" comes first; then formation is refused, since there is a network already.
      startSteps = [
        .notification([0x0D, 0x00, mode & 0x04]), .deviceState(Self.stateCoordinator),
      ]
      if mode & 0x04 != 0 { startSteps.append(.notification([0x08, 0x04, 0x00])) }
    } else {
      startSteps = [
        .notification([0x01, 0x04, 0x04]), .deviceState(Self.stateStarting), .form,
        .deviceState(Self.stateCoordinator), .notification([0x00, 0x04, 0x00]),
      ]
    }
    power = .starting
    alarms[.startStep] = now + (resumes ? options.resumeDelay : .milliseconds(5))
  }

  /// ZDO_STARTUP_FROM_APP: 0 restored, 1 new network, 2 not started.
  mutating func startFromApplication(at now: MonotonicInstant) -> UInt8 {
    if power == .running || power == .starting { return 0 }
    let resumes = network != nil
    guard resumes || release == .home12 else { return 2 }
    startSteps = resumes ? [.deviceState(Self.stateCoordinator)] : [.deviceState(Self.stateStarting), .form]
    if !resumes { startSteps.append(.deviceState(Self.stateCoordinator)) }
    power = .starting
    alarms[.startStep] = now + (resumes ? options.resumeDelay : .milliseconds(5))
    return resumes ? 0 : 1
  }

  mutating func takeStartStep(at now: MonotonicInstant) {
    guard power == .starting || power == .running, !startSteps.isEmpty else { return }
    var delay = TimeSpan.milliseconds(5)
    switch startSteps.removeFirst() {
    case .notification(let content):
      send(.asynchronousRequest, .appConfig, 0x80, content)
    case .deviceState(let state):
      if state == Self.stateCoordinator { power = .running }
      send(.asynchronousRequest, .zdo, 0xC0, [state])
      if case .form? = startSteps.first { delay = options.formationDelay }
    case .form:
      formNetwork()
      delay = .milliseconds(20)
    }
    if !startSteps.isEmpty { alarms[.startStep] = now + delay }
  }

  private mutating func formNetwork() {
    var block = NetworkInformationBlock()
    block.shortAddress = .coordinator
    block.coordinatorExtendedAddress = ieeeAddress
    block.state = 8
    block.keyIsLoaded = true
    block.channelMask = primaryChannels ?? number(.channelList).map { UInt32(truncatingIfNeeded: $0) } ?? 0
    let channels = (UInt8(11)...26).filter { block.channelMask & (1 << UInt32($0)) != 0 }
    block.channel = channels.randomElement(using: &generator) ?? 11
    let wanted = UInt16(truncatingIfNeeded: number(.panID) ?? 0xFFFF)
    block.panID = PANIdentifier(
      rawValue: wanted == 0xFFFF ? UInt16.random(in: 1...0xFFFC, using: &generator) : wanted)
    let extended = number(.apsUseExtendedPANID) ?? 0
    block.extendedPANID = ExtendedPANIdentifier(rawValue: extended == 0 ? ieeeAddress.rawValue : extended)
    var key = memory[.preconfiguredKey] ?? []
    if key.count != 16 || Set(key).count == 1 {
      key = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
    memory.storeNetwork(block, key: key, release: release)
    if release.hasBDB, Set(memory[.trustCentreLinkKeySeed] ?? []).count < 2 {
      memory[.trustCentreLinkKeySeed] = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
    associations.removeAll()
  }

  /// A number item of up to 8 bytes.
  private func number(_ item: NVItem) -> UInt64? {
    guard let bytes = memory[item], bytes.count <= 8 else { return nil }
    return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  // MARK: Joining

  mutating func openNetwork(seconds: UInt8, at now: MonotonicInstant) {
    if seconds == 0 {
      alarms[.permitJoin] = nil
      closeNetwork()
      return
    }
    let forEver = seconds == 0xFF
    let until = now + (forEver ? .hours(24 * 365) : .seconds(Int64(seconds)))
    permitJoinUntil = until
    alarms[.permitJoin] = forEver ? nil : until
    outputs.append(.permitsJoining(true))
    if release.tellsPermitJoin { send(.asynchronousRequest, .zdo, 0xCB, [seconds]) }
  }

  mutating func closeNetwork() {
    permitJoinUntil = nil
    outputs.append(.permitsJoining(false))
    if release.tellsPermitJoin, isRunning { send(.asynchronousRequest, .zdo, 0xCB, [0]) }
  }

  /// A device has associated and got the network key: the trust centre's indication.
  package mutating func deviceJoined(
    _ ieee: IEEEAddress, at address: NetworkAddress, sleeps: Bool, quality: UInt8
  ) {
    guard isRunning else { return }
    associations.removeAll { $0.ieee == ieee || $0.address == address }
    if associations.count < release.deviceTableSize {
      associations.append(
        Association(ieee: ieee, address: address, relation: sleeps ? 1 : 4, quality: quality))
    }
    memory.storeDevice(ieee, at: address, isChild: sleeps, release: release)
    send(
      .asynchronousRequest, .zdo, 0xCA,
      littleEndian(address.rawValue) + littleEndian(ieee.rawValue) + littleEndian(UInt16(0)))
  }

  /// The device told that it leaves (NWK leave).
  package mutating func deviceLeft(_ ieee: IEEEAddress, address: NetworkAddress, rejoins: Bool) {
    guard isRunning else { return }
    associations.removeAll { $0.ieee == ieee }
    if !rejoins { memory.forgetDevice(ieee, release: release) }
    send(
      .asynchronousRequest, .zdo, 0xC9,
      littleEndian(address.rawValue) + littleEndian(ieee.rawValue) + [0, 0, rejoins ? 1 : 0])
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
