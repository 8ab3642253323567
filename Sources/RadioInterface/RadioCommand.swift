import SansIO
import Zigbee

/// Names one command given to an adapter; each accepted command ends with exactly one `RadioEvent`
/// that carries its id (`sent` for sends, `completed` for the others).
public struct RadioRequestID: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// What the levels above may ask of any adapter family.
public enum RadioCommand: Hashable, Sendable {
  /// Sends one APS message. ZDO messages go to endpoint 0 with profile 0 and their sequence number as
  /// the first payload byte.
  case send(RadioRequestID, APSRequest)
  /// Lets devices join for `seconds` (0 closes, at most 254): through the coordinator and all routers,
  /// or only through the router named.
  case permitJoin(RadioRequestID, seconds: UInt8, through: NetworkAddress?)
  /// Makes a new network. Only after the caller saved a backup where one existed: `erasing` must be true
  /// to overwrite a network that the adapter has.
  case formNetwork(RadioRequestID, NetworkPlan, erasing: Bool)
  /// Takes over the network that the adapter has although it differs from what was stated.
  case adoptNetwork(RadioRequestID)
  /// Writes a saved network to the adapter, frame counters moved forward.
  case restoreNetwork(RadioRequestID, NetworkBackup)
  /// Reads everything that a backup holds, in the background (tables entry by entry).
  case readBackup(RadioRequestID)
  /// Sets the transmit power in dBm; the adapter may choose the nearest it can.
  case setTransmitPower(RadioRequestID, Int8)
  /// Restarts the adapter and resumes the network.
  case reset(RadioRequestID)
}

/// One APS message to send.
public struct APSRequest: Hashable, Sendable {
  public enum Destination: Hashable, Sendable {
    case device(NetworkAddress)
    case ieee(IEEEAddress)
    case group(GroupID)
    /// One of the broadcast addresses 0xFFFC to 0xFFFF.
    case broadcast(NetworkAddress)
  }

  public var destination: Destination
  public var destinationEndpoint: EndpointID
  public var sourceEndpoint: EndpointID
  public var profile: ProfileID
  public var cluster: ClusterID
  public var payload: [UInt8]
  /// Hops; 0 lets the adapter choose (30).
  public var radius: UInt8
  /// The receiver sleeps: the confirmation may take up to its parent's indirect time-out.
  public var toSleepyDevice: Bool
  /// Not to be handed to the radio after this: what still waits in the host's own queues then ends as `expired`.
  public var sendBy: MonotonicInstant?

  public init(
    destination: Destination, destinationEndpoint: EndpointID, sourceEndpoint: EndpointID = EndpointID(1),
    profile: ProfileID = .homeAutomation, cluster: ClusterID, payload: [UInt8], radius: UInt8 = 0,
    toSleepyDevice: Bool = false, sendBy: MonotonicInstant? = nil
  ) {
    self.destination = destination
    self.destinationEndpoint = destinationEndpoint
    self.sourceEndpoint = sourceEndpoint
    self.profile = profile
    self.cluster = cluster
    self.payload = payload
    self.radius = radius
    self.toSleepyDevice = toSleepyDevice
    self.sendBy = sendBy
  }
}
