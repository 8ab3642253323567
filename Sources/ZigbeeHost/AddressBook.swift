import RadioInterface
import SansIO
import Zigbee

/// Who has which short address, and whose frames wait until that is known.
///
/// Devices are named by their 64-bit address everywhere above; the short one changes with each rejoin and
/// may be taken over by another device (coordinators.md 6, row 23). A frame of an unknown short address is
/// kept while the owner is asked for its 64-bit address: it may be an alarm.
struct AddressBook: Sendable {
  private struct UnknownSender: Sendable {
    var frames: [APSIndication] = []
    var firstHeard: MonotonicInstant
    var askedAt: MonotonicInstant?
  }

  let senderLimit: Int
  let frameLimit: Int
  let askInterval: TimeSpan
  let keepTime: TimeSpan
  private var owners: [NetworkAddress: IEEEAddress] = [:]
  private var unknown: [NetworkAddress: UnknownSender] = [:]
  /// Frames of unknown senders that were dropped for lack of room or of an answer.
  private(set) var droppedFrames = 0

  init(senderLimit: Int, frameLimit: Int, askInterval: TimeSpan, keepTime: TimeSpan) {
    self.senderLimit = senderLimit
    self.frameLimit = frameLimit
    self.askInterval = askInterval
    self.keepTime = keepTime
  }

  var unknownCount: Int { unknown.count }

  func owner(of address: NetworkAddress) -> IEEEAddress? { owners[address] }

  /// Gives an address to a device; returns the device that had it before, whose address is now unknown.
  mutating func assign(
    _ address: NetworkAddress, to device: IEEEAddress, releasing old: NetworkAddress?
  ) -> IEEEAddress? {
    if let old, owners[old] == device { owners[old] = nil }
    guard address != .unknown, !address.isBroadcast else { return nil }
    let previous = owners.updateValue(device, forKey: address)
    return previous == device ? nil : previous
  }

  mutating func release(_ address: NetworkAddress, of device: IEEEAddress) {
    if owners[address] == device { owners[address] = nil }
  }

  /// Keeps a frame of an unknown sender; true when its owner is to be asked now.
  mutating func keep(_ frame: APSIndication, at now: MonotonicInstant) -> Bool {
    let address = frame.source
    if unknown[address] == nil {
      guard unknown.count < senderLimit else {
        droppedFrames += 1
        return false
      }
      unknown[address] = UnknownSender(firstHeard: now)
    }
    if let count = unknown[address]?.frames.count, count < frameLimit {
      unknown[address]?.frames.append(frame)
    } else {
      droppedFrames += 1
    }
    if let asked = unknown[address]?.askedAt, asked + askInterval > now { return false }
    unknown[address]?.askedAt = now
    return true
  }

  /// The frames that waited for the owner of `address`, in order.
  mutating func takeFrames(of address: NetworkAddress) -> [APSIndication] {
    unknown.removeValue(forKey: address)?.frames ?? []
  }

  var nextDeadline: MonotonicInstant? {
    unknown.values.lazy.map { sender in
      let end = sender.firstHeard + keepTime
      guard let asked = sender.askedAt else { return end }
      return min(end, asked + askInterval)
    }.min()
  }

  /// Drops senders that nobody resolved and names those to ask again.
  mutating func expire(at now: MonotonicInstant) -> [NetworkAddress] {
    var again: [NetworkAddress] = []
    for (address, sender) in unknown {
      if sender.firstHeard + keepTime <= now {
        droppedFrames += sender.frames.count
        unknown[address] = nil
      } else if let asked = sender.askedAt, asked + askInterval <= now {
        unknown[address]?.askedAt = now
        again.append(address)
      }
    }
    return again.sorted()
  }
}
