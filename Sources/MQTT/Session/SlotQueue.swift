/// Acknowledgements in the order in which they have to leave. Mostly the first one becomes ready first.
struct SlotQueue: Sendable {
  private var slots: [Inbox.Slot] = []
  private var head = 0

  var count: Int { slots.count - head }

  mutating func append(_ slot: Inbox.Slot) { slots.append(slot) }

  mutating func markReady(_ reasonCode: ReasonCode, where fits: (Inbox.Slot) -> Bool) {
    guard let index = slots[head...].firstIndex(where: fits) else { return }
    slots[index].isReady = true
    slots[index].reasonCode = reasonCode
  }

  /// False when the identifier has no slot.
  mutating func setReady(_ isReady: Bool, _ identifier: PacketIdentifier) -> Bool {
    guard let index = slots[head...].firstIndex(where: { $0.identifier == identifier }) else { return false }
    slots[index].isReady = isReady
    return true
  }

  mutating func takeReady() -> Inbox.Slot? {
    guard head < slots.count, slots[head].isReady else { return nil }
    defer {
      head += 1
      if head == slots.count {
        slots.removeAll(keepingCapacity: true)
        head = 0
      } else if head > 64, head * 2 > slots.count {
        slots.removeFirst(head)
        head = 0
      }
    }
    return slots[head]
  }

  mutating func remove(_ identifier: PacketIdentifier) {
    guard let index = slots[head...].firstIndex(where: { $0.identifier == identifier }) else { return }
    slots.remove(at: index)
  }

  mutating func removeAll() {
    slots.removeAll()
    head = 0
  }
}
