import Zigbee

/// The part of the adapter that a message is for: the lower five bits of its first command byte.
package struct MTSubsystem: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue & 0x1F }

  package static let rpcError = Self(rawValue: 0)
  package static let sys = Self(rawValue: 1)
  package static let mac = Self(rawValue: 2)
  package static let nwk = Self(rawValue: 3)
  package static let af = Self(rawValue: 4)
  package static let zdo = Self(rawValue: 5)
  package static let sapi = Self(rawValue: 6)
  package static let util = Self(rawValue: 7)
  package static let debug = Self(rawValue: 8)
  package static let app = Self(rawValue: 9)
  package static let appConfig = Self(rawValue: 15)
  package static let greenPower = Self(rawValue: 21)

  private static let names: [UInt8: String] = [
    0: "RPC", 1: "SYS", 2: "MAC", 3: "NWK", 4: "AF", 5: "ZDO", 6: "SAPI", 7: "UTIL", 8: "DBG", 9: "APP",
    15: "APP_CNF", 21: "GP",
  ]

  /// The usual short name, or the number of a subsystem that has none.
  package var name: String { Self.names[rawValue] ?? Hexadecimal.prefixed(rawValue) }

  package init?(name: String) {
    guard let entry = Self.names.first(where: { $0.value == name }) else { return nil }
    self.init(rawValue: entry.key)
  }
}
