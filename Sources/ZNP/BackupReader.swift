import RadioInterface
import SansIO
import Zigbee

/// Reads all that a backup holds, one request at a time, so that it can go between other work.
///
/// base -> key -> seed -> counters -> addresses -> link keys -> index -> application keys -> done. Tables are
/// read entry by entry up to the first run of blank entries.
struct BackupReader: Sendable {
  static let entryLimit = 512
  /// A device that was removed leaves a hole; behind so many nothing more is expected.
  static let blankRun = 12

  private enum Step: Sendable {
    case base
    case key
    case seed
    case counter(UInt16)
    case addresses(UInt16, blanks: Int)
    /// The whole table in one item (older stacks), piece by piece.
    case addressItem([UInt8])
    case linkKeys(UInt16, blanks: Int)
    case keyIndex
    case applicationKey(Int)
    case done
  }

  let requestID: RadioRequestID
  let adapter: ZStackAdapter
  private(set) var failure: String?
  private var step = Step.base
  private var network: NetworkParameters
  private var base: NetworkInformationBase
  private var frameCounter: UInt32?
  private var seed: KeyBytes?
  private var addresses: [AddressRecord] = []
  private var records: [LinkKeyRecord] = []
  private var index: [LinkKeyIndex.Entry] = []
  private var applicationKeys: [IEEEAddress: ApplicationKeyRecord] = [:]
  /// Positions in the address manager, which the key index names.
  private var addressPositions: [Int: IEEEAddress] = [:]

  init(requestID: RadioRequestID, adapter: ZStackAdapter, network: FoundNetwork) {
    self.requestID = requestID
    self.adapter = adapter
    self.network = network.parameters
    self.base = network.base
  }

  /// nil when all is read, or reading failed.
  func nextRequest() -> MTRequest? {
    switch step {
    case .base: .nvRead(.networkInformationBase)
    case .key: .nvRead(.activeKey)
    case .seed: .nvRead(.linkKeySeed)
    case .counter(let entry): counterRequest(entry)
    case .addresses(let entry, _): .tableRead(NVTableEntry(table: .addressManager, index: entry), length: 12)
    case .addressItem(let bytes):
      .nvReadExtended(.addressManager, offset: UInt16(truncatingIfNeeded: bytes.count))
    case .linkKeys(let entry, _): linkKeyRequest(entry)
    case .keyIndex: .nvRead(.linkKeyTable)
    case .applicationKey(let position): applicationKeyRequest(position)
    case .done: nil
    }
  }

  private func counterRequest(_ entry: UInt16) -> MTRequest {
    adapter.family == .home12 ? .nvRead(.networkKey) : BackupTables(adapter).readCounter(entry)
  }

  private func linkKeyRequest(_ entry: UInt16) -> MTRequest {
    adapter.family == .stack3x0
      ? .tableRead(NVTableEntry(table: .linkKeys, index: entry), length: 20)
      : .nvRead(NVItem(rawValue: NVItem.firstLinkKey.rawValue + entry))
  }

  private func applicationKeyRequest(_ position: Int) -> MTRequest? {
    guard index.indices.contains(position) else { return nil }
    return adapter.family == .stack3x0
      ? .tableRead(NVTableEntry(table: .applicationKeys, index: index[position].keyIndex), length: 24)
      : .nvRead(NVItem(rawValue: index[position].keyIndex))
  }

  mutating func take(_ reply: MTReply) {
    if case .timedOut = reply { return fail("the adapter stopped answering") }
    switch step {
    case .base:
      guard let read = reply.value.flatMap({ NetworkInformationBase($0) }) else {
        return fail("the adapter does not give out its network record")
      }
      base = read
      step = .key
    case .key: takeKey(reply)
    case .seed:
      seed = reply.value.flatMap { KeyBytes(Array($0.prefix(16))) }
      step = .counter(0)
    case .counter(let entry): takeCounter(entry, reply)
    case .addresses(let entry, let blanks): takeAddress(entry, blanks, reply)
    case .addressItem(let bytes): takeAddressItem(bytes, reply)
    case .linkKeys(let entry, let blanks): takeLinkKey(entry, blanks, reply)
    case .keyIndex:
      index = reply.value.map { LinkKeyIndex($0, aligned: adapter.isAligned).entries } ?? []
      index.removeAll { $0.state == 0 || ($0.addressIndex == .max) }
      step = index.isEmpty ? .done : .applicationKey(0)
    case .applicationKey(let position): takeApplicationKey(position, reply)
    case .done: break
    }
  }

  private mutating func fail(_ reason: String) {
    failure = reason
    step = .done
  }

  private mutating func takeKey(_ reply: MTReply) {
    if let value = reply.value, value.count >= 17, let key = KeyBytes(Array(value[1..<17])) {
      network.networkKey = Secret(key)
      network.keySequence = value[0]
    }
    guard network.networkKey != nil else { return fail("the adapter does not give out its network key") }
    step = adapter.family == .home12 ? .counter(0) : .seed
  }

  /// Home 1.2 has one counter behind its key; the others a table by network, in which the current one counts
  /// and an entry for all networks (all ones) stands in.
  private mutating func takeCounter(_ entry: UInt16, _ reply: MTReply) {
    if adapter.family == .home12 {
      // Sequence number and key, then the counter; on aligned parts behind padding.
      if let value = reply.value, value.count >= 21 {
        frameCounter = UInt32(truncatingIfNeeded: LittleEndian.number(value.suffix(4)))
      }
      return endOfCounters()
    }
    if let record = reply.value.flatMap({ SecurityMaterialRecord($0) }) {
      let isOurs = record.extendedPANID == base.extendedPANID
      if isOurs || (record.extendedPANID.rawValue == .max && frameCounter == nil) {
        frameCounter = record.frameCounter
      }
      if isOurs { return endOfCounters() }
    }
    let isLast = entry + 1 >= BackupTables(adapter).securityMaterialCount
    if reply.value == nil || isLast { endOfCounters() } else { step = .counter(entry + 1) }
  }

  private mutating func endOfCounters() {
    step = adapter.family == .stack3x0 ? .addresses(0, blanks: 0) : .addressItem([])
  }

  private mutating func takeAddress(_ entry: UInt16, _ blanks: Int, _ reply: MTReply) {
    guard let value = reply.value else { return endOfAddresses() }
    let record = AddressRecord(value, aligned: adapter.isAligned)
    let isUsed = add(record, at: Int(entry))
    let run = isUsed ? 0 : blanks + 1
    if run >= Self.blankRun || Int(entry) + 1 >= Self.entryLimit { return endOfAddresses() }
    step = .addresses(entry + 1, blanks: run)
  }

  private mutating func add(_ record: AddressRecord?, at position: Int) -> Bool {
    guard let record, record.isUsed else { return false }
    addresses.append(record)
    addressPositions[position] = record.ieee
    return true
  }

  private mutating func takeAddressItem(_ bytes: [UInt8], _ reply: MTReply) {
    let piece = reply.value ?? []
    let all = bytes + piece
    let length = AddressRecord.length(aligned: adapter.isAligned)
    if !piece.isEmpty, all.count < Self.entryLimit * length { return step = .addressItem(all) }
    for position in 0..<(all.count / length) {
      _ = add(
        AddressRecord(
          Array(all[(position * length)..<((position + 1) * length)]), aligned: adapter.isAligned),
        at: position)
    }
    endOfAddresses()
  }

  private mutating func endOfAddresses() {
    step = adapter.family == .home12 ? .done : .linkKeys(0, blanks: 0)
  }

  private mutating func takeLinkKey(_ entry: UInt16, _ blanks: Int, _ reply: MTReply) {
    guard let record = reply.value.flatMap({ LinkKeyRecord($0) }) else { return step = .keyIndex }
    if record.isUsed { records.append(record) }
    let run = record.isUsed ? 0 : blanks + 1
    let last = NVItem.lastLinkKey.rawValue - NVItem.firstLinkKey.rawValue
    let isLast = adapter.family == .stack3x0 ? Int(entry) + 1 >= Self.entryLimit : entry >= last
    step = run >= Self.blankRun || isLast ? .keyIndex : .linkKeys(entry + 1, blanks: run)
  }

  private mutating func takeApplicationKey(_ position: Int, _ reply: MTReply) {
    if let record = reply.value.flatMap({ ApplicationKeyRecord($0) }), index.indices.contains(position),
      let ieee = addressPositions[Int(index[position].addressIndex)]
    {
      applicationKeys[ieee] = record
    }
    step = position + 1 < index.count ? .applicationKey(position + 1) : .done
  }

  /// The backup; nil while it is being read, or when something that no backup can miss was not there.
  var result: NetworkBackup? {
    guard case .done = step, failure == nil, network.networkKey != nil, let frameCounter else { return nil }
    return NetworkBackup(
      network: network, channelMask: base.channelMask, networkUpdateID: base.updateID,
      frameCounter: frameCounter, trustCenterLinkKeySeed: seed.map { Secret($0) }, devices: devices)
  }

  private var devices: [NetworkBackup.Device] {
    let keys = Dictionary(records.map { ($0.ieee, $0) }, uniquingKeysWith: { first, _ in first })
    return addresses.map { address in
      var device = NetworkBackup.Device(
        ieee: address.ieee, networkAddress: address.networkAddress == .unknown ? nil : address.networkAddress,
        isChild: address.user & AddressRecord.associated != 0)
      if let record = applicationKeys[address.ieee] {
        device.linkKey = Secret(record.key)
        device.receiveCounter = record.receiveCounter
        device.transmitCounter = record.transmitCounter
      } else if let seed, let record = keys[address.ieee],
        let key = TrustCenterLinkKeys.key(seed: seed, device: address.ieee, shift: record.shift)
      {
        device.linkKey = Secret(key)
        device.receiveCounter = record.receiveCounter
        device.transmitCounter = record.transmitCounter
      }
      return device
    }
  }
}
