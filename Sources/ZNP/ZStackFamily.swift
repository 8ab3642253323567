/// The stacks that speak MT, which differ in how a network is formed and where tables lie.
package enum ZStackFamily: Sendable, Hashable {
  /// CC2530, CC2531: no APP_CNF subsystem.
  case home12
  /// CC253x, CC2538: base device behaviour, tables in 16-bit NV items.
  case stack30x
  /// CC13x2, CC26x2: extended NV tables.
  case stack3x0

  package var name: String {
    switch self {
    case .home12: "Z-Stack Home 1.2"
    case .stack30x: "Z-Stack 3.0.x"
    case .stack3x0: "Z-Stack 3.x.0"
    }
  }

  /// Sends that may wait for their confirmation at a time, for the buffers that the part has.
  var unconfirmedLimit: Int { self == .stack3x0 ? 16 : 4 }

  var hasConfiguredItem: NVItem { self == .home12 ? .hasConfiguredHome : .hasConfigured }
}
