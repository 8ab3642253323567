import RadioInterface
import SansIO
import Zigbee

/// Reading backups in the background, and writing them over a network that was formed with their values.
extension EZSPSession {
  static let backupQueueLimit = 4
  /// Devices drop frames whose counter is not above the last they saw; the backup may be old.
  static let counterMargin: UInt32 = 10_000

  /// Also while a mismatch waits for a decision, since that is when a backup is wanted most.
  mutating func orderBackup(_ id: RadioRequestID) {
    guard let settled = phase.settled, settled.network != nil else {
      return refuse(id, "there is no network that could be backed up")
    }
    guard backupRequests.count < Self.backupQueueLimit else {
      return refuse(id, "too many backups are asked for at once")
    }
    backupRequests.append(id)
  }

  mutating func feedBackup() {
    guard backup == nil, let id = backupRequests.first, let (adapter, network) = phase.settled, let network
    else { return }
    backup = EZSPBackupReader(requestID: id, adapter: adapter, network: network)
    askForBackup()
  }

  private mutating func askForBackup() {
    if let request = backup?.nextRequest() {
      _ = channel.enqueue(request, for: .backup, priority: .background)
      return
    }
    guard let reader = backup else { return }
    backup = nil
    backupRequests.removeAll { $0 == reader.requestID }
    if let result = reader.result {
      emit(.backupRead(reader.requestID, result))
    } else {
      refuse(reader.requestID, reader.failure ?? "the adapter does not give out its frame counter")
    }
  }

  mutating func backupReplied(_ reply: EZSPReply) {
    backup?.take(reply)
    askForBackup()
  }

  // MARK: Restore

  private static func raised(_ counter: UInt32) -> UInt32 {
    let (sum, overflow) = counter.addingReportingOverflow(counterMargin)
    return overflow ? .max : sum
  }

  /// Set before the network is formed, which then goes on from there.
  static func counterSteps(_ backup: NetworkBackup) -> [Step] {
    let counter = raised(backup.frameCounter)
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: counter >> UInt32(8 * $0)) }
    return [
      .any(.setValue(.networkFrameCounter, bytes)), .any(.setValue(.apsFrameCounter, bytes)),
    ]
  }

  /// The link keys of the devices, and last what is read back.
  static func restoreSteps(_ adapter: EZSPAdapter, _ backup: NetworkBackup) -> [Step] {
    var steps: [Step] = []
    for (index, device) in backup.devices.filter({ $0.linkKey != nil }).prefix(largestKeyTable).enumerated() {
      guard let key = device.linkKey?.reveal() else { continue }
      steps.append(
        .any(.importLinkKey(UInt8(truncatingIfNeeded: index), device.ieee, key, adapter.version)))
    }
    steps.append(
      .any(adapter.version.hasSecurityManager ? .networkKeyInfo : .export(.network, adapter.version)))
    return steps
  }

  mutating func restored(
    _ adapter: EZSPAdapter, _ network: EZSPNetwork, _ replies: [EZSPReply], at now: MonotonicInstant
  ) {
    guard case .restore(let backup)? = order?.kind, let proof = replies.last else {
      return abandonLink("no backup to verify")
    }
    let refused = replies.dropLast().count { !$0.isSuccess }
    if refused > 0 {
      warn("the adapter did not take the link keys of \(refused) devices, which have to be joined again")
    }
    let counter =
      proof.successFields?.integer("frame_counter")
      ?? proof.successFields?.integer("outgoing_frame_counter") ?? 0
    // Before version 5 the counter cannot be set.
    if counter < UInt64(Self.raised(backup.frameCounter)) {
      warn(
        "the frame counter of the backup could not be written: devices may ignore the gateway until its "
          + "counter has passed theirs")
    }
    order?.stage = .written
    guard let order else { return }
    continueOrder(order, adapter, network, at: now)
  }
}
