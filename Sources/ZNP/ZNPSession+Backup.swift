import RadioInterface
import SansIO
import Zigbee

/// Reading backups in the background: behind every send, one entry at a time.
extension ZNPSession {
  static let backupQueueLimit = 4

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
    backup = BackupReader(requestID: id, adapter: adapter, network: network)
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

  mutating func backupReplied(_ reply: MTReply) {
    backup?.take(reply)
    askForBackup()
  }
}
