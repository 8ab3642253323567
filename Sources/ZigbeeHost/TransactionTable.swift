import ZCL
import Zigbee

/// Which exchange an answer belongs to.
///
/// ZDO answers are found by sequence number, address and cluster; ZCL answers by device, endpoint,
/// cluster, sequence number, direction, manufacturer code and the commands that may answer. A sequence
/// number is not given out again to a device while an exchange with it is open.
struct TransactionTable: Sendable {
  enum Key: Hashable, Sendable {
    /// `cluster` is that of the answer (request | 0x8000).
    case deviceObject(NetworkAddress, ClusterID, sequence: UInt8)
    case zcl(IEEEAddress, EndpointID, ClusterID, sequence: UInt8)
  }

  /// The answers that a ZCL exchange takes.
  struct Expectation: Hashable, Sendable {
    /// Direction of the answer.
    var direction: ZCLFrame.Direction
    var manufacturer: ManufacturerCode?
    var requestKind: ZCLFrame.Kind
    var requestCommand: CommandID
    /// The specific answer; nil when only a default response answers.
    var answer: CommandID?

    func takes(_ frame: ZCLFrame) -> Bool {
      guard frame.direction == direction else { return false }
      if frame.kind == .global, frame.command == GlobalCommand.defaultResponse {
        // Devices leave the manufacturer code out of default responses; the command that is named in
        // the payload says enough.
        return frame.payload.first == requestCommand.rawValue
      }
      return frame.kind == requestKind && frame.manufacturer == manufacturer
        && (answer == nil ? requestKind == .cluster : frame.command == answer)
    }
  }

  static let recentLimit = 512

  private struct Row: Sendable {
    var exchange: ExchangeID
    var expectation: Expectation?
  }

  private var rows: [Key: Row] = [:]
  private var recent: [Key] = []
  private var recentSet: Set<Key> = []
  private var sequence: UInt8
  private(set) var lateAnswers = 0
  private(set) var unknownAnswers = 0

  init(firstSequence: UInt8) { sequence = firstSequence }

  var count: Int { rows.count }

  /// The next sequence number for which `key` gives a key that is free; nil when all 256 are in use.
  mutating func open(
    _ exchange: ExchangeID, expectation: Expectation?, key: (UInt8) -> Key
  ) -> (key: Key, sequence: UInt8)? {
    for _ in 0..<256 {
      sequence &+= 1
      let candidate = key(sequence)
      guard rows[candidate] == nil else { continue }
      rows[candidate] = Row(exchange: exchange, expectation: expectation)
      return (candidate, sequence)
    }
    return nil
  }

  /// A sequence number for a frame that nothing answers.
  mutating func freshSequence() -> UInt8 {
    sequence &+= 1
    return sequence
  }

  mutating func close(_ key: Key) {
    guard rows.removeValue(forKey: key) != nil else { return }
    if recent.count >= Self.recentLimit { recentSet.remove(recent.removeFirst()) }
    if recentSet.insert(key).inserted { recent.append(key) }
  }

  /// The exchange that a ZDO answer ends; counts it when there is none.
  mutating func matchDeviceObject(
    from address: NetworkAddress, cluster: ClusterID, sequence: UInt8
  ) -> ExchangeID? {
    let key = Key.deviceObject(address, cluster, sequence: sequence)
    if let row = rows[key] { return row.exchange }
    countUnmatched(key)
    return nil
  }

  /// The exchange that a ZCL frame answers. A frame that is no answer by its form is not counted.
  mutating func matchZCL(
    _ frame: ZCLFrame, from device: IEEEAddress, endpoint: EndpointID, cluster: ClusterID
  ) -> ExchangeID? {
    let key = Key.zcl(device, endpoint, cluster, sequence: frame.sequence)
    if let row = rows[key], row.expectation?.takes(frame) == true { return row.exchange }
    return nil
  }

  /// Whether an exchange under this number ended a short while ago.
  func endedLately(
    _ sequence: UInt8, with device: IEEEAddress, endpoint: EndpointID, cluster: ClusterID
  ) -> Bool {
    recentSet.contains(.zcl(device, endpoint, cluster, sequence: sequence))
  }

  /// Whether an answer without an exchange came for one that ended shortly before.
  mutating func countUnmatchedZCL(
    _ frame: ZCLFrame, from device: IEEEAddress, endpoint: EndpointID, cluster: ClusterID
  ) -> Bool {
    countUnmatched(.zcl(device, endpoint, cluster, sequence: frame.sequence))
  }

  @discardableResult
  private mutating func countUnmatched(_ key: Key) -> Bool {
    guard recentSet.contains(key) else {
      unknownAnswers &+= 1
      return false
    }
    lateAnswers &+= 1
    return true
  }
}
