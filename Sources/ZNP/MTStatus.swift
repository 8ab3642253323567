import RadioInterface

/// A status of the stack, as responses and confirmations carry it.
package struct MTStatus: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let success = Self(rawValue: 0x00)
  package static let invalidParameter = Self(rawValue: 0x02)
  /// The NV item did not exist; INIT has created it.
  package static let itemCreated = Self(rawValue: 0x09)
  package static let operationFailed = Self(rawValue: 0x0A)
  package static let memoryError = Self(rawValue: 0x10)
  package static let bufferFull = Self(rawValue: 0x11)
  package static let macMemoryError = Self(rawValue: 0x13)
  package static let macNoResources = Self(rawValue: 0x1A)
  package static let securityNoKey = Self(rawValue: 0xA1)
  package static let zclNoAcknowledgement = Self(rawValue: 0xA7)
  package static let apsFailure = Self(rawValue: 0xB1)
  package static let apsTableFull = Self(rawValue: 0xB2)
  package static let apsNoAcknowledgement = Self(rawValue: 0xB7)
  /// What AF_REGISTER says of an endpoint that is there already.
  package static let duplicateEntry = Self(rawValue: 0xB8)
  package static let networkTableFull = Self(rawValue: 0xC7)
  package static let unknownDevice = Self(rawValue: 0xC8)
  package static let networkNoAcknowledgement = Self(rawValue: 0xCC)
  package static let noRoute = Self(rawValue: 0xCD)
  package static let routeDiscoveryFailed = Self(rawValue: 0xD0)
  package static let broadcastTableFull = Self(rawValue: 0xD1)
  package static let channelAccessFailure = Self(rawValue: 0xE1)
  package static let macNoAcknowledgement = Self(rawValue: 0xE9)
  package static let transactionExpired = Self(rawValue: 0xF0)
  package static let transactionOverflow = Self(rawValue: 0xF1)

  private static let congestion: Set<Self> = [
    memoryError, bufferFull, macMemoryError, macNoResources, apsTableFull, networkTableFull,
    broadcastTableFull, channelAccessFailure, transactionOverflow,
  ]
  private static let routing: Set<Self> = [noRoute, routeDiscoveryFailed, unknownDevice]
  private static let silence: Set<Self> = [
    zclNoAcknowledgement, apsFailure, apsNoAcknowledgement, networkNoAcknowledgement, macNoAcknowledgement,
    transactionExpired,
  ]

  /// How a send with this status ended.
  package var deliveryResult: DeliveryResult {
    if self == .success { return .delivered }
    if Self.congestion.contains(self) { return .failed(.congested(status: rawValue)) }
    if Self.routing.contains(self) { return .failed(.noRoute(status: rawValue)) }
    if Self.silence.contains(self) { return .failed(.noAcknowledgement(status: rawValue)) }
    return .failed(.rejected(status: rawValue))
  }
}
