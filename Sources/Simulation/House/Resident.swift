import SansIO
import Zigbee

/// The network that a device belongs to: frames of another one are noise to it.
package struct NetworkIdentity: Hashable, Sendable {
  var extendedPANID: UInt64
  var key: [UInt8]
}

/// A device and what the air knows of it.
struct Resident: Sendable {
  /// A frame that waits at the parent until the sleeper polls.
  struct Waiting: Sendable {
    var number: UInt64
    var frame: AirFrame
    var confirmation: Confirmation?
  }

  var device: VirtualDevice
  /// Out of power or out of reach.
  var isSilent = false
  var isSearching = false
  var network: NetworkIdentity?
  var waiting: [Waiting] = []
  var pollAt: MonotonicInstant?
  var permitsJoiningUntil: MonotonicInstant?
  var linkQuality: UInt8
  /// When the last frame in each direction arrives: the next one comes later, so that order is kept.
  var lastDelivery = MonotonicInstant.zero
  var lastArrival = MonotonicInstant.zero
  var isOn: Bool { !isSilent }
}
