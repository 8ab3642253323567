import JSON
import SansIO
import ZCL
import Zigbee

/// The notifications of a lock that must not get lost: each is sent again, with the same sequence number,
/// until the default response comes or the lock gives up.
struct LockEvents: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable {
    case operation
    case programming
    case alarm
  }

  enum Outcome: Hashable, Sendable {
    case waiting
    case acknowledged(ZCLStatus)
    case gaveUp
    /// The lock was in no network.
    case notSent
  }

  struct Event: Hashable, Sendable {
    var id: Int
    var kind: Kind
    var source: UInt8
    var code: UInt8
    var user: UInt16
    var raised: MonotonicInstant
    var sequence: UInt8 = 0
    var transmissions = 0
    var outcome = Outcome.waiting

    var cluster: ClusterID { kind == .alarm ? .alarms : .doorLock }
    var command: UInt8 {
      switch kind {
      case .operation: 0x20
      case .programming: 0x21
      case .alarm: 0x00
      }
    }
  }

  private struct Waiting: Hashable, Sendable {
    var index: Int
    var payload: [UInt8]
    var next: MonotonicInstant
  }

  /// Events that the ledger remembers; the oldest go first.
  static let ledgerLimit = 4096
  static let waitingLimit = 64
  static let interval = TimeSpan.seconds(3)

  var attempts = 8
  private(set) var events: [Event] = []
  private var firstIndex = 0
  private var waiting: [Waiting] = []

  var nextDeadline: MonotonicInstant? { waiting.map(\.next).min() }

  mutating func raise(
    _ kind: Kind, source: UInt8, code: UInt8, user: UInt16, payload: [UInt8], _ core: inout DeviceCore,
    at now: MonotonicInstant
  ) {
    var event = Event(
      id: firstIndex + events.count, kind: kind, source: source, code: code, user: user, raised: now)
    guard core.isJoined, waiting.count < Self.waitingLimit else {
      event.outcome = .notSent
      append(event)
      return
    }
    event.sequence = freeSequence(&core)
    append(event)
    waiting.append(Waiting(index: event.id, payload: payload, next: now))
    sendDue(&core, at: now)
  }

  /// A number that no waiting event has: after 256 frames an answer could otherwise be for two of them.
  private func freeSequence(_ core: inout DeviceCore) -> UInt8 {
    let taken = Set(
      waiting.compactMap { entry in
        events.indices.contains(entry.index - firstIndex) ? events[entry.index - firstIndex].sequence : nil
      })
    var sequence = core.nextSequence()
    // At most `waitingLimit` of the 256 numbers are taken.
    while taken.contains(sequence) { sequence = core.nextSequence() }
    return sequence
  }

  private mutating func append(_ event: Event) {
    events.append(event)
    if events.count > Self.ledgerLimit {
      events.removeFirst()
      firstIndex += 1
    }
  }

  mutating func sendDue(_ core: inout DeviceCore, at now: MonotonicInstant) {
    for position in waiting.indices where waiting[position].next <= now {
      let index = waiting[position].index - firstIndex
      guard events.indices.contains(index) else { continue }
      guard events[index].transmissions < attempts else {
        events[index].outcome = .gaveUp
        continue
      }
      events[index].transmissions += 1
      waiting[position].next = now + Self.interval
      let event = events[index]
      core.notify(event.cluster, event.command, waiting[position].payload, sequence: event.sequence)
      core.sleep?.stayAwake(until: now + .seconds(5), from: now)
    }
    forgetFinished()
  }

  private mutating func forgetFinished() {
    waiting.removeAll { entry in
      let index = entry.index - firstIndex
      return !events.indices.contains(index) || events[index].outcome != .waiting
    }
  }

  mutating func acknowledge(_ response: DefaultResponse, sequence: UInt8, cluster: ClusterID) {
    for entry in waiting {
      let index = entry.index - firstIndex
      guard events.indices.contains(index), events[index].sequence == sequence,
        events[index].cluster == cluster, events[index].command == response.command.rawValue
      else { continue }
      events[index].outcome = .acknowledged(response.status)
    }
    forgetFinished()
  }

  var json: JSONValue {
    .array(
      events.map { event in
        var object = JSONObject([
          ("id", .integer(Int64(event.id))), ("kind", .string(event.kind.rawValue)),
          ("source", .integer(Int64(event.source))), ("code", .integer(Int64(event.code))),
          ("user", .integer(Int64(event.user))),
          ("raisedMilliseconds", .integer(event.raised.nanoseconds / 1_000_000)),
          ("tsn", .integer(Int64(event.sequence))), ("transmissions", .integer(Int64(event.transmissions))),
        ])
        switch event.outcome {
        case .waiting: object["outcome"] = "waiting"
        case .acknowledged(let status):
          object["outcome"] = "acknowledged"
          object["status"] = .integer(Int64(status.rawValue))
        case .gaveUp: object["outcome"] = "gave-up"
        case .notSent: object["outcome"] = "not-sent"
        }
        return .object(object)
      })
  }
}
