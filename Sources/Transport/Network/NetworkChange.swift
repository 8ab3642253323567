/// Something that changed in this machine's network.
package enum NetworkChange: Hashable, Sendable {
  /// The cable is in or the radio network joined; `interface` is its name, such as "eth0".
  case linkUp(interface: String)
  case linkDown(interface: String)
  /// The address may be used from now on.
  case addressAdded(IPAddress)
  /// Connections from this address are dead.
  case addressRemoved(IPAddress)
  case routeAdded(isDefault: Bool)
  case routeRemoved(isDefault: Bool)

  /// Whether what could not be reached may be within reach now: a reason to try at once.
  package var opensWay: Bool {
    switch self {
    case .linkUp, .routeAdded: true
    case .addressAdded(let address): !address.isLinkLocal
    case .linkDown, .addressRemoved, .routeRemoved: false
    }
  }
}
