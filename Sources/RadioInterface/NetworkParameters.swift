import SansIO
import Zigbee

/// A running network as the adapter reports it.
public struct NetworkParameters: Hashable, Sendable {
  public var panID: PANIdentifier
  public var extendedPANID: ExtendedPANIdentifier
  public var channel: RadioChannel
  public var coordinator: IEEEAddress
  /// nil where the adapter does not give it out.
  public var networkKey: NetworkKey?
  public var keySequence: UInt8

  public init(
    panID: PANIdentifier, extendedPANID: ExtendedPANIdentifier, channel: RadioChannel,
    coordinator: IEEEAddress, networkKey: NetworkKey?, keySequence: UInt8 = 0
  ) {
    self.panID = panID
    self.extendedPANID = extendedPANID
    self.channel = channel
    self.coordinator = coordinator
    self.networkKey = networkKey
    self.keySequence = keySequence
  }
}

/// What the configuration and the state say about the network. Everything nil means: adopt what the
/// adapter has, and form (with random values) only on a blank one.
public struct NetworkPlan: Hashable, Sendable {
  public var channel: RadioChannel?
  public var panID: PANIdentifier?
  public var extendedPANID: ExtendedPANIdentifier?
  public var networkKey: NetworkKey?

  public init(
    channel: RadioChannel? = nil, panID: PANIdentifier? = nil,
    extendedPANID: ExtendedPANIdentifier? = nil, networkKey: NetworkKey? = nil
  ) {
    self.channel = channel
    self.panID = panID
    self.extendedPANID = extendedPANID
    self.networkKey = networkKey
  }

  public var isEmpty: Bool { self == NetworkPlan() }

  /// Whether a network found on an adapter is the one stated; what is not stated cannot differ. A key that
  /// the adapter hides cannot differ either.
  public func agrees(with network: NetworkParameters) -> Bool {
    (channel ?? network.channel) == network.channel
      && (panID ?? network.panID) == network.panID
      && (extendedPANID ?? network.extendedPANID) == network.extendedPANID
      && (networkKey ?? network.networkKey) == (network.networkKey ?? networkKey)
  }
}

/// Random numbers that only the shell can give (operating system), for forming a network.
public struct FormingEntropy: Hashable, Sendable {
  public var networkKey: NetworkKey
  public var panID: PANIdentifier
  public var extendedPANID: ExtendedPANIdentifier
  /// From which the firmware makes the link keys of the devices, where it takes such a seed (EZSP).
  public var trustCenterLinkKey: Secret<KeyBytes>?

  public init(
    networkKey: NetworkKey, panID: PANIdentifier, extendedPANID: ExtendedPANIdentifier,
    trustCenterLinkKey: Secret<KeyBytes>? = nil
  ) {
    self.networkKey = networkKey
    self.panID = panID
    self.extendedPANID = extendedPANID
    self.trustCenterLinkKey = trustCenterLinkKey
  }
}

/// What it takes to bring a network back on the same or another adapter (Open Coordinator Backup).
public struct NetworkBackup: Hashable, Sendable {
  public struct Device: Hashable, Sendable {
    public var ieee: IEEEAddress
    public var networkAddress: NetworkAddress?
    public var isChild: Bool
    public var linkKey: Secret<KeyBytes>?
    public var receiveCounter: UInt32
    public var transmitCounter: UInt32

    public init(
      ieee: IEEEAddress, networkAddress: NetworkAddress?, isChild: Bool,
      linkKey: Secret<KeyBytes>? = nil, receiveCounter: UInt32 = 0, transmitCounter: UInt32 = 0
    ) {
      self.ieee = ieee
      self.networkAddress = networkAddress
      self.isChild = isChild
      self.linkKey = linkKey
      self.receiveCounter = receiveCounter
      self.transmitCounter = transmitCounter
    }
  }

  public var network: NetworkParameters
  public var channelMask: UInt32
  public var networkUpdateID: UInt8
  public var frameCounter: UInt32
  /// Z-Stack 3: the seed from which trust-centre link keys are made.
  public var trustCenterLinkKeySeed: Secret<KeyBytes>?
  /// EZSP: the key from which trust-centre link keys are hashed.
  public var hashedTrustCenterLinkKey: Secret<KeyBytes>?
  public var devices: [Device]

  public init(
    network: NetworkParameters, channelMask: UInt32, networkUpdateID: UInt8 = 0, frameCounter: UInt32,
    trustCenterLinkKeySeed: Secret<KeyBytes>? = nil, hashedTrustCenterLinkKey: Secret<KeyBytes>? = nil,
    devices: [Device] = []
  ) {
    self.network = network
    self.channelMask = channelMask
    self.networkUpdateID = networkUpdateID
    self.frameCounter = frameCounter
    self.trustCenterLinkKeySeed = trustCenterLinkKeySeed
    self.hashedTrustCenterLinkKey = hashedTrustCenterLinkKey
    self.devices = devices
  }
}
