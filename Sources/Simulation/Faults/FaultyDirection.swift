import SansIO

/// One direction of the serial line: what is written comes out damaged, late or not at all, but in order.
struct FaultyDirection: Sendable {
  private struct Parcel: Sendable {
    var due: MonotonicInstant
    var bytes: [UInt8]
  }

  /// Bytes that wait at most; a line that stands still loses the rest.
  static let limit = 1 << 20

  let side: FaultSide
  private var parcels: [Parcel] = []
  private var waitingBytes = 0

  init(from side: FaultSide) { self.side = side }

  var isEmpty: Bool { parcels.isEmpty }
  var nextDeadline: MonotonicInstant? { parcels.first?.due }

  /// Takes what was written at once: a frame of the coordinator, a write of the host.
  mutating func write(_ bytes: [UInt8], _ faults: inout FaultPlan, at now: MonotonicInstant) {
    var due = max(now, parcels.last?.due ?? now)
    if let rule = faults.strike(.stall, from: side) { due = max(due, now + rule.time) }
    if let rule = faults.strike(.delay, from: side) { due = max(due, now + rule.time) }
    guard faults.strike(.loseFrame, from: side) == nil else { return }
    let damaged = damage(bytes, &faults)
    guard !damaged.isEmpty, waitingBytes + damaged.count <= Self.limit else { return }
    waitingBytes += damaged.count
    parcels.append(Parcel(due: due, bytes: damaged))
  }

  private func damage(_ bytes: [UInt8], _ faults: inout FaultPlan) -> [UInt8] {
    var result = bytes
    for position in faults.strikes(.substitute, in: result.count, from: side) {
      result[position] ^= UInt8(1 + faults.draw(below: 255))
    }
    for position in faults.strikes(.duplicateByte, in: result.count, from: side).reversed() {
      result.insert(result[position], at: position)
    }
    for position in faults.strikes(.loseByte, in: result.count, from: side).reversed() {
      result.remove(at: position)
    }
    return result
  }

  /// What has arrived by now.
  mutating func takeDue(at now: MonotonicInstant) -> [UInt8] {
    let count = parcels.prefix { $0.due <= now }.count
    guard count > 0 else { return [] }
    let bytes = Array(parcels.prefix(count).map(\.bytes).joined())
    parcels.removeFirst(count)
    waitingBytes -= bytes.count
    return bytes
  }

  mutating func removeAll() {
    parcels.removeAll()
    waitingBytes = 0
  }
}
