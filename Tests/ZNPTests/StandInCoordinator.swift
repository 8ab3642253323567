import RadioInterface
import SansIO
import Zigbee

@testable import ZNP

/// A small Z-Stack coordinator for tests: memory, network state and answers, without a wire and without
/// time. What it is asked is kept, and faults are set from outside.
struct StandInCoordinator {
  let family: ZStackFamily
  var isAligned: Bool { family == .stack3x0 }
  var memory: [UInt16: [UInt8]] = [:]
  var tables: [NVTableEntry: [UInt8]] = [:]
  var isStarted = false
  var formations = 0
  var requests: [UNPIFrame] = []
  /// The number of requests after which it is reset instead of answering the next; each once.
  var resetsBefore: Set<Int> = []
  /// Commands that it does not know.
  var unknownCommands: Set<MTCommandID> = []
  /// Commands that it does not answer at all.
  var silentCommands: Set<MTCommandID> = []
  /// The numbers of requests that are refused, or carried out and not answered.
  var refusedRequests: Set<Int> = []
  var unansweredRequests: Set<Int> = []
  var isDead = false
  /// Items that cannot be written, and the status that it gives for them.
  var refusedItems: [UInt16: UInt8] = [:]
  var losesResetIndication = false
  /// The indication that the network runs gets lost.
  var silentStart = false
  /// A neighbour has the PAN identifier, so the stack takes the next.
  var movesPANID = false
  /// What it keeps for AF_DATA_RETRIEVE.
  var longMessage: [UInt8] = []
  /// What it answers to a send, and what it confirms; nil confirms nothing.
  var sendStatus: UInt8 = 0
  var confirmation: UInt8? = 0
  var confirmsBeforeResponse = false
  /// Tables hold so many entries.
  static let tableCapacity = 20

  static let ieee = IEEEAddress(rawValue: 0x0012_4B00_1CFF_FF01)
  static let key: [UInt8] = [0x8A, 0x11, 0x42, 7, 9, 0x33, 0xC0, 5, 0x77, 0x10, 0xEE, 3, 2, 0x91, 0x5D, 0x60]
  static let extendedPANID: UInt64 = 0x1122_3344_5566_7788

  init(_ family: ZStackFamily, formed: Bool = true, key: [UInt8] = Self.key) {
    self.family = family
    memory[NVItem.extendedAddress.rawValue] = LittleEndian.bytes(Self.ieee.rawValue, 8)
    blank()
    if formed { form(pan: 0x1A62, extended: Self.extendedPANID, channel: 15, key: key) }
  }

  var base: NetworkInformationBase? {
    memory[NVItem.networkInformationBase.rawValue].flatMap { NetworkInformationBase($0) }
  }

  var isFormed: Bool { base?.describesNetwork == true }

  private mutating func blank() {
    let kept = memory[NVItem.extendedAddress.rawValue]
    memory = [
      NVItem.startupOption.rawValue: [0], NVItem.logicalType.rawValue: [0],
      NVItem.linkKeyTable.rawValue: [UInt8](repeating: 0, count: 20),
    ]
    memory[NVItem.extendedAddress.rawValue] = kept
    tables = [:]
    if family != .stack3x0 {
      memory[NVItem.addressManager.rawValue] = [UInt8](repeating: 0xFF, count: 11 * Self.tableCapacity)
    }
    guard family == .stack3x0 else { return }
    for index in 0..<UInt16(Self.tableCapacity) {
      tables[NVTableEntry(table: .addressManager, index: index)] = [UInt8](repeating: 0xFF, count: 12)
      tables[NVTableEntry(table: .linkKeys, index: index)] = [UInt8](repeating: 0, count: 20)
      tables[NVTableEntry(table: .applicationKeys, index: index)] = [UInt8](repeating: 0, count: 24)
    }
    for index in 0..<UInt16(4) {
      tables[NVTableEntry(table: .securityMaterial, index: index)] = [UInt8](repeating: 0, count: 12)
    }
  }

  mutating func form(pan: UInt16, extended: UInt64, channel: UInt8, key: [UInt8]) {
    let length =
      isAligned ? NetworkInformationBase.alignedLength : NetworkInformationBase.packedLength
    // Bytes that no field of ours covers must survive.
    var raw = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    raw[isAligned ? 65 : 61] = 1
    let address = isAligned ? 22 : 20
    (raw[address], raw[address + 1]) = (0, 0)
    guard var base = NetworkInformationBase(raw) else { return }
    base.panID = PANIdentifier(rawValue: pan)
    base.extendedPANID = ExtendedPANIdentifier(rawValue: extended)
    base.channel = RadioChannel(rawValue: channel)
    base.channelMask = 1 << UInt32(channel)
    base.updateID = 0
    memory[NVItem.networkInformationBase.rawValue] = base.bytes
    memory[NVItem.activeKey.rawValue] = [0] + key
    memory[NVItem.alternateKey.rawValue] = [0] + key
    memory[NVItem.nodeIsOnNetwork.rawValue] = [1]
    memory[NVItem.networkKey.rawValue] = [0] + key + LittleEndian.bytes(1_000, 4)
    if family == .stack3x0 {
      memory[NVItem.linkKeySeed.rawValue] = (0..<16).map { UInt8($0 * 3 + 1) }
      tables[NVTableEntry(table: .securityMaterial, index: 0)] =
        LittleEndian.bytes(1_000, 4) + LittleEndian.bytes(extended, 8)
    } else if family == .stack30x {
      memory[NVItem.firstSecurityMaterial.rawValue] =
        LittleEndian.bytes(1_000, 4) + LittleEndian.bytes(extended, 8)
    }
  }

  private mutating func formFromMemory() {
    formations += 1
    let mask = LittleEndian.number((memory[NVItem.channelList.rawValue] ?? [0, 8, 0, 0])[...])
    let extended = LittleEndian.number(
      (memory[NVItem.apsUseExtendedPANID.rawValue] ?? LittleEndian.bytes(Self.ieee.rawValue, 8))[...])
    let pan = UInt16(LittleEndian.number((memory[NVItem.panID.rawValue] ?? [0x34, 0x12])[...]))
    form(
      pan: movesPANID ? pan + 1 : pan,
      extended: extended, channel: UInt8(mask.trailingZeroBitCount),
      key: memory[NVItem.preconfiguredKey.rawValue] ?? Self.key)
  }

  // MARK: Frames

  mutating func receive(_ frame: UNPIFrame) -> [UNPIFrame] {
    guard !isDead else { return [] }
    requests.append(frame)
    if resetsBefore.remove(requests.count) != nil { return reset() }
    if frame.type == .asynchronousRequest { return frame.id == MTCommandID(.sys, 0) ? reset() : [] }
    if silentCommands.contains(frame.id) { return [] }
    if unknownCommands.contains(frame.id) { return [refusal(frame)] }
    if refusedRequests.contains(requests.count) { return [refusal(frame)] }
    let replies = answer(frame)
    return unansweredRequests.contains(requests.count) ? [] : replies
  }

  mutating func reset() -> [UNPIFrame] {
    isStarted = false
    if memory[NVItem.startupOption.rawValue] == [3] { blank() }
    if losesResetIndication {
      losesResetIndication = false
      return []
    }
    return [
      UNPIFrame(type: .asynchronousRequest, id: MTCommandID(.sys, 0x80), payload: [0, 2, 1, 2, 7, 1])
    ]
  }

  func refusal(_ frame: UNPIFrame) -> UNPIFrame {
    UNPIFrame(
      type: .synchronousResponse, id: MTCommandID(.rpcError, 0),
      payload: [2, 0x20 | frame.id.subsystem.rawValue, frame.id.command])
  }

  private func response(_ frame: UNPIFrame, _ payload: [UInt8]) -> UNPIFrame {
    UNPIFrame(type: .synchronousResponse, id: frame.id, payload: payload)
  }

  private mutating func answer(_ frame: UNPIFrame) -> [UNPIFrame] {
    let p = frame.payload
    switch frame.id {
    case MTCommandID(.sys, 0x01): return [response(frame, family == .home12 ? [0x79, 0x01] : [0x59, 0x06])]
    case MTCommandID(.sys, 0x02):
      return [response(frame, [2, 1, 2, 7, 1] + LittleEndian.bytes(20_240_710, 4))]
    case MTCommandID(.sys, 0x04): return [response(frame, memory[1] ?? [])]
    case MTCommandID(.sys, 0x07), MTCommandID(.sys, 0x08), MTCommandID(.sys, 0x09), MTCommandID(.sys, 0x1C),
      MTCommandID(.sys, 0x1D):
      return [response(frame, accessMemory(frame.id.command, p))]
    case MTCommandID(.sys, 0x14): return [response(frame, family == .stack3x0 ? [0] : [UInt8(5)])]
    case MTCommandID(.sys, 0x32), MTCommandID(.sys, 0x33), MTCommandID(.sys, 0x34):
      return family == .stack3x0 ? [response(frame, accessTable(frame.id.command, p))] : [refusal(frame)]
    case MTCommandID(.util, 0x00):
      return [response(frame, [0] + (memory[1] ?? []) + [0, 0, 7, isStarted ? 9 : 0, 0])]
    case MTCommandID(.util, 0x49):
      return [response(frame, [UInt8](repeating: 0xFF, count: isAligned ? 36 : 28))]
    case MTCommandID(.zdo, 0x40), MTCommandID(.appConfig, 0x05): return startNetwork(frame)
    case MTCommandID(.af, 0x01), MTCommandID(.af, 0x02): return takeSend(frame)
    case MTCommandID(.af, 0x12):
      let piece = longMessage.dropFirst(Int(LittleEndian.number(p[4..<6]))).prefix(Int(p[6]))
      return [response(frame, [0, UInt8(piece.count)] + piece)]
    default: return [response(frame, [0])]
    }
  }

  private mutating func accessMemory(_ command: UInt8, _ p: [UInt8]) -> [UInt8] {
    let item = UInt16(LittleEndian.number(p[0..<2]))
    switch command {
    case 0x07:
      if memory[item] != nil { return [0] }
      memory[item] = Array(p[5...])
      return [9]
    case 0x09, 0x1D:
      if let refused = refusedItems[item] { return [refused] }
      guard var value = memory[item] else { return [2] }
      let offset = command == 0x09 ? Int(p[2]) : Int(LittleEndian.number(p[2..<4]))
      for (index, byte) in p[(command == 0x09 ? 4 : 6)...].enumerated() {
        guard offset + index < value.count else { return [0x0C] }
        value[offset + index] = byte
      }
      memory[item] = value
      return [0]
    default:
      let offset = command == 0x08 ? Int(p[2]) : Int(LittleEndian.number(p[2..<4]))
      guard let value = memory[item], offset <= value.count else { return [2, 0] }
      let piece = value[offset...].prefix(240)
      return [0, UInt8(piece.count)] + piece
    }
  }

  private mutating func accessTable(_ command: UInt8, _ p: [UInt8]) -> [UInt8] {
    guard let table = NVTableEntry.Table(rawValue: UInt16(LittleEndian.number(p[1..<3]))) else {
      return [2, 0]
    }
    let entry = NVTableEntry(table: table, index: UInt16(LittleEndian.number(p[3..<5])))
    switch command {
    case 0x32: return LittleEndian.bytes(UInt64(tables[entry]?.count ?? 0), 4)
    case 0x33:
      guard let value = tables[entry] else { return [2, 0] }
      return [0, UInt8(value.count)] + value
    default:
      guard tables[entry] != nil else { return [9] }
      tables[entry] = Array(p[8...])
      return [0]
    }
  }

  private mutating func startNetwork(_ frame: UNPIFrame) -> [UNPIFrame] {
    let mayForm = frame.id.subsystem == .appConfig || family == .home12
    if !isFormed {
      guard mayForm else { return [response(frame, [2])] }
      formFromMemory()
    }
    isStarted = true
    if silentStart { return [response(frame, [0])] }
    return [
      response(frame, [0]),
      UNPIFrame(type: .asynchronousRequest, id: MTCommandID(.zdo, 0xC0), payload: [9]),
    ]
  }

  private func takeSend(_ frame: UNPIFrame) -> [UNPIFrame] {
    let p = frame.payload
    let isExtended = frame.id.command == 0x02
    let transaction = isExtended ? p[15] : p[6]
    let endpoint = isExtended ? p[9] : p[2]
    var frames = [response(frame, [sendStatus])]
    if let confirmation, sendStatus == 0, endpoint != 0, !(isExtended && p[0] == 0x0F) {
      let confirm = UNPIFrame(
        type: .asynchronousRequest, id: MTCommandID(.af, 0x80), payload: [confirmation, 1, transaction])
      frames.insert(confirm, at: confirmsBeforeResponse ? 0 : 1)
    }
    return frames
  }
}
