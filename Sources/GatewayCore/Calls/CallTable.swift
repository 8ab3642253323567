import SansIO
import ZCL
import Zigbee
import ZigbeeHost

/// A call on its way from its record to its one answer.
///
///     checked -> recording    the record is given to the disk
///     recording -> requesting | waitingForLeave    it is there: accepted, and sent
///     requesting -> requesting    one of several requests has ended well
///     recording | requesting | waitingForLeave -> finishing    ended, failed, or out of time
///     finishing -> answered    the end is on the disk
///
/// A call that needs no radio is recorded together with its end. After a restart whatever is not answered goes
/// from recording to finishing, as unknown.
struct ActiveCall: Sendable {
  enum Stage: Hashable, Sendable {
    /// Its record is on the way to the disk.
    case recording
    /// One request after the other; the first of `rest` comes next.
    case requesting(HostRequestID, rest: [ZCLRequest])
    case waitingForLeave
    /// Its result is on the way to the disk.
    case finishing
  }

  var call: GatewayCall
  var record: CallRecord
  var device: IEEEAddress?
  /// Where its latest request went.
  var endpoint: EndpointID?
  var stage: Stage
  /// The front door was told that it may acknowledge the message.
  var isAccepted = false
  var replyBy: MonotonicInstant
  /// What the front door said about the time; a call without it is as old as its arrival.
  var issuedAt: WallTime
  /// Repetitions that came while it was under way; they get the same answer.
  var repeats: [GatewayCall] = []
}

/// The calls under way and those already handled.
struct CallTable: Sendable {
  private(set) var records: [CallIdentity: CallRecord] = [:]
  /// Oldest first, for forgetting; may name records that are gone.
  private var order: [CallIdentity] = []
  private var orderHead = 0
  var active: [CallID: ActiveCall] = [:]
  var requests: [HostRequestID: CallID] = [:]
  /// Calls that were answered before their request ended.
  var late: [HostRequestID: ActiveCall] = [:]

  /// Answers that their front door has not yet made its own.
  private var unstored: [CallID: CallIdentity] = [:]

  static let lateLimit = 128
  static let unstoredLimit = 1_024

  init(_ restored: [CallRecord], limit: Int) {
    for record in restored.sorted(by: { $0.recordedAt < $1.recordedAt }).suffix(limit) {
      records[record.identity] = record
      order.append(record.identity)
    }
  }

  mutating func put(_ record: CallRecord) {
    if records.updateValue(record, forKey: record.identity) == nil { order.append(record.identity) }
  }

  mutating func forget(_ identity: CallIdentity) { records[identity] = nil }

  /// Forgets what is too old, and the oldest above the limit; never a call under way, and above the limit none
  /// that was recorded at `fresh` or later: a copy of it could still be obeyed.
  mutating func expire(before time: WallTime, limit: Int, fresh: WallTime) -> Bool {
    let count = records.count
    while orderHead < order.count {
      let identity = order[orderHead]
      if let record = records[identity] {
        let isSurplus = records.count > limit && record.recordedAt < fresh
        guard record.recordedAt < time || isSurplus, record.result != nil else { break }
        records[identity] = nil
      }
      orderHead += 1
    }
    if orderHead > 1_024 {
      order.removeFirst(orderHead)
      orderHead = 0
    }
    return records.count < count
  }

  func active(with identity: CallIdentity) -> CallID? {
    active.first { $0.value.record.identity == identity }?.key
  }

  func activeCount(of caller: String) -> Int {
    active.values.count { $0.call.origin.caller == caller }
  }

  mutating func awaitStored(_ identity: CallIdentity, by id: CallID) {
    guard unstored.count < Self.unstoredLimit else { return }
    unstored[id] = identity
  }

  /// What the record of an answer will be when its front door has it.
  func answered(_ id: CallID) -> CallRecord? {
    guard let identity = unstored[id], var record = records[identity] else { return nil }
    record.isAnswered = true
    return record
  }

  mutating func noteStored(_ id: CallID) -> CallRecord? {
    guard let identity = unstored.removeValue(forKey: id), records[identity] != nil else { return nil }
    records[identity]?.isAnswered = true
    return records[identity]
  }

  mutating func keepLate(_ call: ActiveCall, for request: HostRequestID) {
    guard late.count < Self.lateLimit else { return }
    late[request] = call
  }
}
