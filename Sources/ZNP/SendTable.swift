import RadioInterface
import SansIO

/// The sends that have not ended, by the transaction number that the adapter confirms them with. A number is
/// used again only after all others were.
struct SendTable: Sendable {
  static let limit = 128

  private var pending: [UInt8: PendingSend] = [:]
  private var order = BoundedQueue<UInt8>(limit: limit)
  private var lastTransaction: UInt8 = 0
  private(set) var active = 0

  var count: Int { pending.count }
  var queuedCount: Int { order.count }

  /// The next free number; nil when too many sends wait.
  mutating func allocate() -> UInt8? {
    guard pending.count < Self.limit else { return nil }
    repeat {
      lastTransaction = lastTransaction == .max ? 1 : lastTransaction + 1
    } while pending[lastTransaction] != nil
    return lastTransaction
  }

  mutating func add(_ send: PendingSend, transaction: UInt8) {
    pending[transaction] = send
    order.append(transaction)
  }

  /// The send whose turn it is.
  mutating func release() -> (transaction: UInt8, request: MTRequest)? {
    guard let transaction = order.popFirst(), var send = pending[transaction] else { return nil }
    send.stage = .requested(confirmation: nil)
    pending[transaction] = send
    active += 1
    return (transaction, send.request)
  }

  subscript(transaction: UInt8) -> PendingSend? { pending[transaction] }

  /// Those that have not left and must not any more; asked while no request is in flight.
  func expired(at now: MonotonicInstant) -> [UInt8] {
    guard !pending.isEmpty else { return [] }
    return pending.filter { _, send in
      guard let sendBy = send.sendBy, sendBy <= now else { return false }
      return send.stage == .queued || send.stage == .requested(confirmation: nil)
    }.keys.sorted()
  }

  mutating func setStage(_ stage: PendingSend.Stage, of transaction: UInt8) {
    pending[transaction]?.stage = stage
  }

  mutating func remove(_ transaction: UInt8) -> PendingSend? {
    guard let send = pending.removeValue(forKey: transaction) else { return nil }
    if send.stage != .queued { active -= 1 }
    return send
  }

  mutating func removeAll() -> [RadioRequestID] {
    let ids = pending.values.map(\.requestID).sorted { $0.rawValue < $1.rawValue }
    let last = lastTransaction
    self = SendTable()
    lastTransaction = last
    return ids
  }
}
