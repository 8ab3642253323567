import MQTT
import Reactor
import SansIO
import Transport

/// What the machine knows before any time-out does.
extension UplinkDriver {
  package func networkChanged(_ change: NetworkChange) {
    if case .addressRemoved(let address) = change, connection.localAddress == address {
      connection.abandonLink("the address \(address), from which the connection went out, is gone")
      return
    }
    guard change.opensWay else { return }
    networkCame()
  }

  package func clockChanged(_ notice: ClockNotice) {
    if connection.isConnected { return connection.checkLink() }
    if case .resumed = notice { networkCame() }
  }

  private func networkCame() {
    guard isWanted else { return }
    // The old way may be dead without a word: a ping says so.
    if connection.isConnected { return connection.checkLink() }
    if impulses.networkCame(at: loop.now.monotonic) { connection.start() }
    armImpulses()
  }

  private func armImpulses() {
    if let impulseTimer { loop.cancel(impulseTimer) }
    impulseTimer = impulses.nextDeadline.map { due in
      loop.schedule(at: due) { [weak self] in
        guard let self else { return }
        impulseTimer = nil
        if impulses.deadlinePassed(at: loop.now.monotonic), isWanted { connection.start() }
        armImpulses()
      }
    }
  }
}
