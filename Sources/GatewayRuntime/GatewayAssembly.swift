import GatewayCore
import RadioInterface
import Reactor
import SansIO
import ServiceManager
import Settings
import Storage
import Transport
import ZNP
import Zigbee
import ZigbeeHost

/// The parts of a gateway that any loop can turn, put together: store, machines, adapter link, cloud door.
///
/// The daemon builds it on the real loop; scenarios build it on a simulated one, with everything from outside
/// handed in.
package final class GatewayAssembly {
  /// What differs between the world and a simulated one.
  package struct Surroundings {
    package var loop: any Loop
    package var log: Log
    /// Of jitter and sequence numbers.
    package var seed: UInt64
    package var makePort: () -> any ByteStream
    package var makeEntropy: () -> FormingEntropy?
    package var broker: BrokerStreams

    package init(
      loop: any Loop, log: Log, seed: UInt64, makePort: @escaping () -> any ByteStream,
      makeEntropy: @escaping () -> FormingEntropy?, broker: BrokerStreams
    ) {
      self.loop = loop
      self.log = log
      self.seed = seed
      self.makePort = makePort
      self.makeEntropy = makeEntropy
      self.broker = broker
    }
  }

  package let store: Store
  package let gateway: Gateway
  package let adapter: AdapterLink
  package private(set) var cloud: CloudDoor?
  /// The state was unavailable at the start and can be read now: what this run has learnt without it must not
  /// be mixed into it.
  package var stateCameBack: () -> Void = {}
  /// nil until the first coordinator has said who it is, where nobody states it.
  package private(set) var gatewayID: String?
  private let settings: Settings
  private let network: Settings.Network
  private let surroundings: Surroundings
  /// For the outbox, which may be needed only when the gateway's id is known.
  private let storedAtStart: StoredState

  /// - Parameter store: opened and not started.
  package convenience init(
    settings: Settings, network: Settings.Network, store: Store, surroundings: Surroundings
  ) {
    self.init(
      settings: settings, network: network, store: store,
      state: DaemonState(store: store, log: surroundings.log),
      surroundings: surroundings)
  }

  init(
    settings: Settings, network: Settings.Network, store: Store, state: DaemonState,
    surroundings: Surroundings
  ) {
    self.settings = settings
    self.network = network
    self.store = store
    self.surroundings = surroundings
    storedAtStart = state.stored
    gatewayID = settings.gateway.id ?? state.gatewayID
    let (loop, log) = (surroundings.loop, surroundings.log)
    let core = GatewayCore(
      configuration: Self.coreConfiguration(settings, gatewayID: gatewayID ?? ""), restored: state.core,
      at: loop.now)
    let host = ZigbeeHost(
      configuration: Self.hostConfiguration(settings), devices: state.core.devices.map(\.device),
      seed: surroundings.seed)
    gateway = Gateway(loop: loop, log: log, store: store, host: host, core: core)
    let session = AdapterSetup.session(
      network, plan: state.plan(AdapterSetup.plan(network), for: network.name, log: log),
      remembered: state.network(network.name), mayFormFirstNetwork: !state.isLost)
    adapter = AdapterLink(
      loop: loop, log: log, session: session, seed: surroundings.seed, makeStream: surroundings.makePort,
      makeEntropy: surroundings.makeEntropy)
    adapter.onEvent = { [gateway] in gateway.radio($0) }
    gateway.sendToAdapter = { [adapter] in adapter.command($0) }
    gateway.networkCameUp = { [weak self] in self?.networkCameUp($0, $1) }
    store.stateChanged = { [weak self] in self?.storeChanged($0) }
  }

  package func start() {
    store.start()
    startCloud()
    adapter.start()
    gateway.pump()
  }

  /// Lets go of everything without a word, as the end of the process does: what is not synced is lost.
  package func abandon() {
    adapter.stop()
    adapter.onEvent = { _ in }
    gateway.sendToAdapter = { _ in }
    gateway.networkCameUp = { _, _ in }
    gateway.cloud = nil
    cloud = nil
  }

  private func startCloud() {
    guard settings.cloud.isEnabled, cloud == nil, let gatewayID else { return }
    do {
      let door = try CloudDoor(
        settings: settings, gatewayID: gatewayID, gateway: gateway, stored: storedAtStart,
        broker: surroundings.broker, seed: surroundings.seed, log: surroundings.log)
      cloud = door
      gateway.cloud = door
      door.start()
    } catch {
      surroundings.log.error("no cloud front door: \(error)")
    }
  }

  private func networkCameUp(_ parameters: NetworkParameters, _ identity: AdapterIdentity) {
    gateway.remember(parameters, as: network.name)
    guard gatewayID == nil else { return }
    // Decided once: a later stick must not change the topics under the apps.
    let id = identity.ieee.description
    gatewayID = id
    gateway.storeGatewayID(id)
    gateway.changeCore { core, now in core.setGatewayID(id, at: now) }
    startCloud()
  }

  private func storeChanged(_ state: StoreState) {
    let log = surroundings.log
    switch state {
    case .healthy: log.notice("the state can be stored again")
    case .degraded(let failure): log.warning("the state cannot be stored", ["reason": failure.description])
    }
    guard case .unavailable = store.opening, state == .healthy || state == .degraded(.unread) else { return }
    log.notice("the state, which was unavailable at the start, can be read: starting over with it")
    stateCameBack()
  }

  // MARK: From settings

  static func securityConfiguration(_ security: Settings.Security) -> SecurityConfiguration {
    var configuration = SecurityConfiguration()
    configuration.users = Set(security.users)
    configuration.freshness = security.unlockWindow
    return configuration
  }

  private static func coreConfiguration(_ settings: Settings, gatewayID: String) -> CoreConfiguration {
    CoreConfiguration(
      gatewayID: gatewayID, security: securityConfiguration(settings.security),
      durableFrontDoors: settings.cloud.isEnabled ? 1 : 0)
  }

  private static func hostConfiguration(_ settings: Settings) -> HostConfiguration {
    var configuration = HostConfiguration()
    configuration.timeZoneOffset = TimeZoneOffset.seconds(of: settings.gateway.timeZone)
    return configuration
  }
}
