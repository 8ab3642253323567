import SansIO

/// The sends that have not ended, by the transaction number that the adapter confirms them with. A number is
/// used again only after all others were.
public struct SendTable<Request: Sendable, Status: Hashable & Sendable>: Sendable {
  public typealias Pending = PendingSend<Request, Status>

  public static var limit: Int { 128 }

  private var pending: [UInt8: Pending] = [:]
  private var order = BoundedQueue<UInt8>(limit: 128)
  private var lastTransaction: UInt8 = 0
  public private(set) var active = 0

  public var count: Int { pending.count }
  public var queuedCount: Int { order.count }

  public init() {}

  /// The next free number; nil when too many sends wait.
  public mutating func allocate() -> UInt8? {
    guard pending.count < Self.limit else { return nil }
    repeat {
      lastTransaction = lastTransaction == .max ? 1 : lastTransaction + 1
    } while pending[lastTransaction] != nil
    return lastTransaction
  }

  public mutating func add(_ send: Pending, transaction: UInt8) {
    pending[transaction] = send
    order.append(transaction)
  }

  /// The send whose turn it is.
  public mutating func release() -> (transaction: UInt8, request: Request)? {
    guard let transaction = order.popFirst(), var send = pending[transaction] else { return nil }
    send.stage = .requested(confirmation: nil)
    pending[transaction] = send
    active += 1
    return (transaction, send.request)
  }

  public subscript(transaction: UInt8) -> Pending? { pending[transaction] }

  /// Those that have not left and must not any more; asked while no request is in flight.
  public func expired(at now: MonotonicInstant) -> [UInt8] {
    guard !pending.isEmpty else { return [] }
    return pending.filter { _, send in
      guard let sendBy = send.sendBy, sendBy <= now else { return false }
      return send.stage == .queued || send.stage == .requested(confirmation: nil)
    }.keys.sorted()
  }

  public mutating func setStage(_ stage: Pending.Stage, of transaction: UInt8) {
    pending[transaction]?.stage = stage
  }

  public mutating func setRequest(_ request: Request, of transaction: UInt8) {
    pending[transaction]?.request = request
  }

  public mutating func remove(_ transaction: UInt8) -> Pending? {
    guard let send = pending.removeValue(forKey: transaction) else { return nil }
    if send.stage != .queued { active -= 1 }
    return send
  }

  public mutating func removeAll() -> [RadioRequestID] {
    let ids = pending.values.map(\.requestID).sorted { $0.rawValue < $1.rawValue }
    let last = lastTransaction
    self = Self()
    lastTransaction = last
    return ids
  }
}
