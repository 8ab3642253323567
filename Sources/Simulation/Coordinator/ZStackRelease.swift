/// The firmware family that a virtual coordinator plays. The three differ in NV layout, in the commands
/// that they know and in what they tell about themselves.
package enum ZStackRelease: String, Hashable, Sendable, CaseIterable {
  /// CC2531 with Z-Stack Home 1.2: packed structures, no BDB.
  case home12 = "1.2"
  /// CC2530/CC2531 with Z-Stack 3.0.x: packed structures, BDB, legacy NV tables.
  case release30 = "3.0"
  /// CC2652/CC1352 with Z-Stack 3.x.0: structures aligned to 4, BDB, extended NV tables.
  case release3x0 = "3.x.0"

  /// Whether structures in NV and in memory dumps are aligned to 4 bytes.
  var alignsStructures: Bool { self == .release3x0 }
  var hasBDB: Bool { self != .home12 }
  var hasExtendedNV: Bool { self == .release3x0 }
  /// PERMIT_JOIN_IND is sent by the two older families only.
  var tellsPermitJoin: Bool { self != .release3x0 }

  /// The SYS_PING capability bits.
  var capabilities: UInt16 {
    switch self {
    case .home12: 0x0179
    case .release30: 0x0559
    case .release3x0: 0x0659
    }
  }

  /// Transport revision, product, major, minor and maintenance release, as in SYS_VERSION and SYS_RESET_IND.
  var version: [UInt8] {
    switch self {
    case .home12: [2, 0, 2, 6, 3]
    case .release30: [2, 2, 2, 7, 2]
    case .release3x0: [2, 1, 2, 7, 1]
    }
  }

  /// The build date that custom firmware gives as code revision.
  var codeRevision: UInt32 {
    switch self {
    case .home12: 20_190_608
    case .release30: 20_190_425
    case .release3x0: 20_240_710
    }
  }

  /// Entries of the address manager and of the trust-centre link key table.
  var deviceTableSize: Int { self == .release3x0 ? 100 : 40 }
}
