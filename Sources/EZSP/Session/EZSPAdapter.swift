import RadioInterface
import Zigbee

/// What the start found out about the adapter.
struct EZSPAdapter: Hashable, Sendable {
  var version: EZSPVersion
  var ieee: IEEEAddress
  /// `7.4.3.0 build 123`, where the firmware tells it.
  var firmware: String

  var identity: AdapterIdentity {
    AdapterIdentity(family: "ezsp", firmware: "EmberZNet \(firmware), EZSP \(version)", ieee: ieee)
  }

  /// Sends that may wait for their confirmation at a time.
  static let unconfirmedLimit = 8
}

/// A network as the firmware runs it.
struct EZSPNetwork: Hashable, Sendable {
  static let coordinatorType: UInt8 = 1

  var parameters: NetworkParameters
  var nodeType: UInt8
  var updateID: UInt8
  var channelMask: UInt32

  var isOwn: Bool { nodeType == Self.coordinatorType }
}

/// A reading of the network that is to be confirmed by the next.
struct EZSPNetworkReading: Hashable, Sendable {
  /// nil: the adapter seems blank.
  var network: EZSPNetwork?
  var count: Int
}
