import RadioInterface
import SansIO
import Zigbee

/// Reads all that a backup holds, one command at a time, so that it can go between other work.
///
/// network -> key -> key information (version 13 on) -> trust-centre key -> security state -> APS counter
/// -> link keys -> children -> done. Tables end at the first index that is out of range, or behind a run of
/// empty entries.
struct EZSPBackupReader: Sendable {
  static let entryLimit = 256
  static let emptyRun = 4

  private enum Step: Sendable {
    case network
    case key
    case keyInformation
    case trustCenterKey
    case securityState
    case linkKeys(Int, empty: Int)
    case children(Int, empty: Int)
    case done
  }

  let requestID: RadioRequestID
  let adapter: EZSPAdapter
  private(set) var failure: String?
  private var step = Step.network
  private var network: EZSPNetwork
  private var frameCounter: UInt32?
  private var trustCenterKey: KeyBytes?
  private var isHashed = false
  private var devices: [IEEEAddress: NetworkBackup.Device] = [:]

  init(requestID: RadioRequestID, adapter: EZSPAdapter, network: EZSPNetwork) {
    self.requestID = requestID
    self.adapter = adapter
    self.network = network
  }

  /// nil when all is read, or reading failed.
  func nextRequest() -> EZSPRequest? {
    switch step {
    case .network: .networkParameters
    case .key: .export(.network, adapter.version)
    case .keyInformation: .networkKeyInfo
    case .trustCenterKey: .export(.trustCenterLink, adapter.version)
    case .securityState: EZSPRequest("getCurrentSecurityState")
    case .linkKeys(let index, _): .linkKey(UInt8(truncatingIfNeeded: index), adapter.version)
    case .children(let index, _): EZSPRequest("getChildData", ["index": .number(index)])
    case .done: nil
    }
  }

  /// nil until everything was read, and where something essential is missing.
  var result: NetworkBackup? {
    guard case .done = step, failure == nil, let frameCounter, network.parameters.networkKey != nil else {
      return nil
    }
    return NetworkBackup(
      network: network.parameters,
      channelMask: network.channelMask == 0 ? network.parameters.channel.mask : network.channelMask,
      networkUpdateID: network.updateID, frameCounter: frameCounter,
      hashedTrustCenterLinkKey: isHashed ? trustCenterKey.map { Secret($0) } : nil,
      devices: devices.values.sorted { $0.ieee < $1.ieee })
  }

  mutating func take(_ reply: EZSPReply) {
    let fields = reply.successFields
    switch step {
    case .network:
      guard let fields else { return fail("the adapter does not tell its network") }
      network.updateID = UInt8(truncatingIfNeeded: fields.integer("update_id") ?? 0)
      network.channelMask = UInt32(truncatingIfNeeded: fields.integer("channels") ?? 0)
      step = .key
    case .key:
      guard let fields, let key = fields.bytes("key_hex").flatMap({ KeyBytes($0) }) else {
        return fail("the adapter does not give out its network key")
      }
      network.parameters.networkKey = Secret(key)
      takeKeyInformation(fields, counter: "outgoing_frame_counter")
      step = adapter.version.hasSecurityManager ? .keyInformation : .trustCenterKey
    case .keyInformation:
      guard let fields else { return fail("the adapter does not give out its frame counter") }
      takeKeyInformation(fields, counter: "frame_counter")
      step = .trustCenterKey
    case .trustCenterKey:
      trustCenterKey = fields?.bytes("key_hex").flatMap { KeyBytes($0) }
      step = .securityState
    case .securityState:
      // Bit 7: link keys are hashed from the trust centre's.
      isHashed = (fields?.integer("bitmask") ?? 0) & 0x80 != 0
      step = .linkKeys(0, empty: 0)
    case .linkKeys(let index, let empty): takeLinkKey(reply, index, empty)
    case .children(let index, let empty): takeChild(reply, index, empty)
    case .done: break
    }
  }

  private mutating func fail(_ reason: String) {
    failure = reason
    step = .done
  }

  private mutating func takeKeyInformation(_ fields: FrameFields, counter: String) {
    if let sequence = fields.integer("key_sequence") {
      network.parameters.keySequence = UInt8(truncatingIfNeeded: sequence)
    }
    if let count = fields.integer(counter) { frameCounter = UInt32(truncatingIfNeeded: count) }
  }

  private mutating func takeLinkKey(_ reply: EZSPReply, _ index: Int, _ empty: Int) {
    let fields = reply.successFields
    let ieee = fields?.integer("eui") ?? fields?.integer("partner_eui")
    if let fields, let ieee, ieee != 0, ieee != .max,
      let key = fields.bytes("key_hex").flatMap({ KeyBytes($0) })
    {
      let address = IEEEAddress(rawValue: ieee)
      devices[address] = NetworkBackup.Device(
        ieee: address, networkAddress: nil, isChild: false, linkKey: Secret(key),
        receiveCounter: UInt32(truncatingIfNeeded: fields.integer("incoming_frame_counter") ?? 0),
        transmitCounter: UInt32(truncatingIfNeeded: fields.integer("outgoing_frame_counter") ?? 0))
    }
    let run = fields == nil ? empty + 1 : 0
    let isAtEnd = isOutOfRange(reply) || run >= Self.emptyRun || index + 1 >= Self.entryLimit
    step = isAtEnd ? .children(0, empty: 0) : .linkKeys(index + 1, empty: run)
  }

  private mutating func takeChild(_ reply: EZSPReply, _ index: Int, _ empty: Int) {
    let fields = reply.successFields
    if let fields, let ieee = fields.integer("child_eui"), ieee != 0, ieee != .max {
      let address = IEEEAddress(rawValue: ieee)
      var device =
        devices[address] ?? NetworkBackup.Device(ieee: address, networkAddress: nil, isChild: true)
      device.isChild = true
      device.networkAddress = fields.integer("child_id").map {
        NetworkAddress(rawValue: UInt16(truncatingIfNeeded: $0))
      }
      devices[address] = device
    }
    let run = fields == nil ? empty + 1 : 0
    let isAtEnd = isOutOfRange(reply) || run >= Self.emptyRun || index + 1 >= Self.entryLimit
    step = isAtEnd ? .done : .children(index + 1, empty: run)
  }

  private func isOutOfRange(_ reply: EZSPReply) -> Bool {
    guard let status = reply.status else { return true }
    return status.meaning == .indexOutOfRange || status.meaning == .invalidParameter
  }
}
