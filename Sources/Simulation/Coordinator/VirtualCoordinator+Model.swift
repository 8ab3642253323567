import JSON
import SansIO
import Zigbee

/// What the house asks of a coordinator of any family.
extension VirtualCoordinator {
  package var identity: NetworkIdentity? {
    network.map {
      NetworkIdentity(
        extendedPANID: $0.extendedPANID.rawValue, key: Array((memory[.activeKeyInfo] ?? []).dropFirst()))
    }
  }

  package var json: JSONValue { memory.json }

  package mutating func restore(_ json: JSONValue?) { memory.restore(json) }

  package mutating func transmissionFinished(
    _ confirmation: Confirmation?, _ status: TransmissionStatus, at now: MonotonicInstant
  ) {
    transmissionFinished(confirmation, status)
  }

  package mutating func deviceJoined(
    _ ieee: IEEEAddress, at address: NetworkAddress, sleeps: Bool, quality: UInt8, _ now: MonotonicInstant
  ) {
    deviceJoined(ieee, at: address, sleeps: sleeps, quality: quality)
  }

  package mutating func deviceLeft(
    _ ieee: IEEEAddress, address: NetworkAddress, rejoins: Bool, at now: MonotonicInstant
  ) {
    deviceLeft(ieee, address: address, rejoins: rejoins)
  }
}
