import RadioInterface
import SansIO
import ZCL
import Zigbee

// The adapter's events.
extension ZigbeeHost {
  package mutating func radioEvent(_ event: RadioEvent, at now: Instants) {
    switch event {
    case .stateChanged(let state):
      if !state.isRunning { isUp = false }
      emit(.radioStateChanged(state))
    case .networkUp(let parameters, let identity): networkCameUp(parameters, identity, at: now)
    case .received(let indication): received(indication, at: now)
    case .sent(let id, let result): sendEnded(id, result, at: now)
    case .completed(let id, let result): commandEnded(id, result)
    case .backupRead(let id, let backup):
      if let request = commands.removeValue(forKey: id) { complete(request, .networkBackup(backup)) }
    case .deviceJoined(let ieee, let address, let parent):
      arrived(ieee, at: address, parent: parent, capability: nil, by: .trustCenter, now: now)
    case .deviceLeft(let ieee, let address, let rejoins):
      left(ieee, address, rejoins: rejoins, at: now)
    case .permitJoinChanged(let seconds): permitJoinChanged(seconds, at: now)
    case .diagnostic(let diagnostic): emit(.diagnostic(diagnostic))
    }
    pump(at: now)
  }

  private mutating func networkCameUp(
    _ parameters: NetworkParameters, _ identity: AdapterIdentity, at now: Instants
  ) {
    network = parameters
    isUp = true
    limiter.restart(
      initial: configuration.initialConcurrency ?? ConcurrencyLimiter.initial(for: identity.firmware))
    emit(.networkUp(parameters, identity))
    // A door left open by the run before, or by the adapter, is shut first.
    emit(.permitJoin(nextRadioRequestID(), seconds: 0, through: nil))
    broadcasts.spend(at: now.monotonic)
    if permitJoinEnds != nil { permitJoinEnded() }
    if wasUp {
      graceAfterOutage(at: now)
    } else {
      wasUp = true
      seedAvailability(at: now)
    }
    for ieee in sessions.keys.sorted() {
      guard let session = sessions[ieee], !session.device.isSleepy, !session.isInterviewed else {
        continue
      }
      startInterview(of: ieee, at: now)
    }
  }

  private mutating func commandEnded(_ id: RadioRequestID, _ result: CommandResult) {
    guard let request = commands.removeValue(forKey: id) else { return }
    switch result {
    case .succeeded: complete(request, .succeeded)
    case .failed(let reason): complete(request, .failed(.adapter(reason: reason)))
    }
  }

  private mutating func permitJoinChanged(_ seconds: UInt8, at now: Instants) {
    guard seconds > 0 || permitJoinEnds != nil else { return }
    permitJoinEnds = seconds > 0 ? now.monotonic + .seconds(Int64(seconds)) : nil
    timers[.permitJoin] = permitJoinEnds
    emit(.permitJoinChanged(seconds: seconds))
  }

  /// The window ran out by the clock; adapters do not all say so.
  mutating func permitJoinEnded() {
    permitJoinEnds = nil
    timers[.permitJoin] = nil
    emit(.permitJoinChanged(seconds: 0))
  }
}
