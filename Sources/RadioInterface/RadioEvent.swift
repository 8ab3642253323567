import Zigbee

/// What any adapter family tells the levels above. The large and rare ones are indirect.
public enum RadioEvent: Hashable, Sendable {
  indirect case stateChanged(RadioState)
  /// The network runs. Comes again after every recovery.
  indirect case networkUp(NetworkParameters, AdapterIdentity)
  case received(APSIndication)
  /// The end of a `send`.
  case sent(RadioRequestID, DeliveryResult)
  /// The end of any other command.
  case completed(RadioRequestID, CommandResult)
  /// The end of `readBackup`, when it worked.
  indirect case backupRead(RadioRequestID, NetworkBackup)
  /// The trust centre let a device in, or it came back. Its announcement follows as a ZDO message.
  case deviceJoined(IEEEAddress, NetworkAddress, parent: NetworkAddress?)
  /// A device said that it leaves, or its parent did.
  case deviceLeft(IEEEAddress, NetworkAddress, rejoins: Bool)
  case permitJoinChanged(seconds: UInt8)
  /// Something an operator may want to know; machines do not log.
  case diagnostic(RadioDiagnostic)
}

/// The life of the link to an adapter (design 4).
public enum RadioState: Hashable, Sendable {
  /// No port: not there, or it could not be opened. The text says what to do.
  case absent(reason: String)
  case opening
  case resetting
  case negotiating
  case forming
  case resuming
  case running
  /// The adapter works, but its network is not the stated one: nothing is sent until somebody decides
  /// (`gatehouse network show | adopt | form --erase | restore`).
  case networkMismatch(found: NetworkParameters?, stated: NetworkPlan)
  /// The adapter fails in a way that only a person can end (unknown firmware, forming refused).
  case degraded(reason: String)
  case lost(reason: String)

  public var isRunning: Bool { self == .running }
}

public struct AdapterIdentity: Hashable, Sendable {
  /// Adapter family: `znp`, later `ezsp`, `deconz` ...
  public var family: String
  /// For people: stack and firmware, for example `Z-Stack 3.x.0, build 20240710`.
  public var firmware: String
  public var ieee: IEEEAddress

  public init(family: String, firmware: String, ieee: IEEEAddress) {
    self.family = family
    self.firmware = firmware
    self.ieee = ieee
  }
}

/// One APS message that came in, already reassembled.
public struct APSIndication: Hashable, Sendable {
  public enum Destination: Hashable, Sendable {
    case device
    case group(GroupID)
    case broadcast
  }

  public var source: NetworkAddress
  /// Where the adapter told the source's 64-bit address.
  public var sourceIEEE: IEEEAddress?
  public var sourceEndpoint: EndpointID
  public var destination: Destination
  public var destinationEndpoint: EndpointID
  /// nil where the adapter does not tell (ZNP); 0 for ZDO.
  public var profile: ProfileID?
  public var cluster: ClusterID
  public var payload: [UInt8]
  public var linkQuality: LinkQuality
  /// Received signal strength in dBm, where the adapter tells.
  public var signalStrength: Int8?

  public init(
    source: NetworkAddress, sourceIEEE: IEEEAddress? = nil, sourceEndpoint: EndpointID,
    destination: Destination = .device, destinationEndpoint: EndpointID, profile: ProfileID? = nil,
    cluster: ClusterID, payload: [UInt8], linkQuality: LinkQuality, signalStrength: Int8? = nil
  ) {
    self.source = source
    self.sourceIEEE = sourceIEEE
    self.sourceEndpoint = sourceEndpoint
    self.destination = destination
    self.destinationEndpoint = destinationEndpoint
    self.profile = profile
    self.cluster = cluster
    self.payload = payload
    self.linkQuality = linkQuality
    self.signalStrength = signalStrength
  }
}

/// How a send ended. Failures are values: a silent bulb is ordinary.
public enum DeliveryResult: Hashable, Sendable {
  /// The adapter confirmed it (for unicasts: with the receiver's APS acknowledgement, where it asks for one).
  case delivered
  case failed(DeliveryFailure)
}

public enum DeliveryFailure: Error, Hashable, Sendable {
  /// The receiver or the next hop did not acknowledge (status of the stack).
  case noAcknowledgement(status: UInt8)
  case noRoute(status: UInt8)
  /// Buffers, tables or the channel are full: slow down and try again.
  case congested(status: UInt8)
  case tooLong
  /// Its time was over before it was handed to the radio: certainly not sent.
  case expired
  /// The adapter refused the request with this status.
  case rejected(status: UInt8)
  /// The adapter took the request and never confirmed it.
  case unconfirmed
  /// The link to the adapter was lost or reset before the end: it is not known whether it was sent.
  case adapterLost
  /// The adapter is not running a network: it was certainly not sent.
  case notRunning
}

public enum CommandResult: Hashable, Sendable {
  case succeeded
  /// In words for people.
  case failed(reason: String)
}

public enum RadioDiagnostic: Hashable, Sendable {
  case warning(String)
  case notice(String)
  case debug(String)
}
