import RadioInterface
import Zigbee

/// What the firmware is told before its network starts; afterwards its memory is given out.
extension EZSPSession {
  /// Silicon Labs' own code, which devices see in the coordinator's node descriptor.
  static let manufacturerCode: UInt16 = 0x1049
  static let keyTableSize = 4
  /// Link keys of a backup that the firmware's table may have to take.
  static let largestKeyTable = 127

  func configurationSteps(_ adapter: EZSPAdapter) -> [Step] {
    let isOld = adapter.version.rawValue < 7
    var values: [(EZSPConfigurationID, UInt16)] = [
      (.trustCenterAddressCacheSize, 2), (.stackProfile, 2), (.securityLevel, 5), (.supportedNetworks, 1),
      (.indirectTransmissionTimeout, 7_680), (.maximumHops, 30), (.maximumEndDeviceChildren, 32),
      (.multicastTableSize, 16), (.addressTableSize, 16), (.keyTableSize, keyTableSize),
      (.sourceRouteTableSize, isOld ? 16 : 200), (.panIDConflictReportThreshold, 2),
      // The host hears of the ZDO requests that the stack answers.
      (.applicationZDOFlags, 3), (.transientKeyTimeout, 300),
      // 2 to the power of 8 minutes; older firmware counts seconds and shifts them.
      (.endDevicePollTimeout, isOld ? 60 : 8),
    ]
    if isOld {
      values.append((.endDevicePollTimeoutShift, 8))
    } else {
      values.append((.rejoinWithWellKnownKeyTimeout, 90))
    }
    // Last: takes whatever memory is left.
    values.append((.packetBufferCount, 0xFF))
    var steps = values.map { Step.any(.configuration($0.0, $0.1)) }
    if !isOld { steps.append(.any(.setValue(.forceTransmitAfterFailedCCA, [1]))) }
    return steps + [
      .must(.register(.homeAutomation)), .any(.register(.greenPower)),
    ]
  }

  private var keyTableSize: UInt16 {
    guard case .restore(let backup)? = order?.kind else { return UInt16(Self.keyTableSize) }
    let keys = backup.devices.count { $0.linkKey != nil }
    return UInt16(min(max(keys, Self.keyTableSize), Self.largestKeyTable))
  }

  /// Decisions of `EzspDecisionId`, and the bits of the trust centre's policy from version 8 on.
  private enum Decision {
    static let allowJoinsAndUnsecuredRejoins: UInt8 = 0x03
    static let allowPreconfiguredKeyJoins: UInt8 = 0x01
    static let checkBindings: UInt8 = 0x12
    static let hostSuppliesNoReply: UInt8 = 0x20
    static let ignorePolls: UInt8 = 0x30
    static let tagOnly: UInt8 = 0x40
    static let sendCurrentKey: UInt8 = 0x51
    static let denyApplicationKeys: UInt8 = 0x60
  }

  static func policySteps(_ version: EZSPVersion) -> [Step] {
    let joins =
      version.hasPolicyBits ? Decision.allowJoinsAndUnsecuredRejoins : Decision.allowPreconfiguredKeyJoins
    return [
      .must(.policy(.trustCenter, joins)), .any(.policy(.trustCenterKeyRequest, Decision.sendCurrentKey)),
      .any(.policy(.applicationKeyRequest, Decision.denyApplicationKeys)),
      .any(.policy(.bindingModification, Decision.checkBindings)),
      .any(.policy(.unicastReplies, Decision.hostSuppliesNoReply)),
      .any(.policy(.pollHandler, Decision.ignorePolls)),
      .any(.policy(.messageContentsInCallback, Decision.tagOnly)),
    ]
  }
}
