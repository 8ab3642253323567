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

/// The whole gateway: made from settings, run until a signal ends it.
///
/// Only the configuration can stop a start. A store that cannot be opened, a stick or a broker that is not
/// there are states of a running daemon.
package final class Daemon {
  package struct StartFailure: Error {
    package var message: String
    package var isConfiguration: Bool
  }

  /// A stop takes at most this long; what is not delivered by then is in the outbox.
  static let stopTime = TimeSpan.seconds(4)

  let loop: EventLoop
  let log: Log
  let store: Store
  let gateway: Gateway
  let networks: NetworkDecisions
  let worker: SerialWorker
  private let adapter: AdapterLink
  private let control: ControlServer
  private let service: ServiceNotifier
  private let file: String
  private let version: String
  private let credentialsDirectory: String?
  private(set) var settings: Settings
  private var cloud: CloudDoor?
  private var monitor: PortMonitor?
  private var watchdog: Watchdog?
  private var isStopping = false
  private var ending = Ending.stopped
  private var gatewayID: String?
  /// For the outbox, which may be needed only when the gateway's id is known.
  private let storedAtStart: StoredState

  package init(
    settings: Settings, file: String, version: String, credentialsDirectory: String?
  ) throws(StartFailure) {
    self.settings = settings
    self.file = file
    self.version = version
    self.credentialsDirectory = credentialsDirectory
    guard settings.networks.count == 1, let network = settings.networks.first else {
      throw StartFailure(
        message: "\(file): this version runs one [[network]]; there are \(settings.networks.count)",
        isConfiguration: true)
    }
    do {
      loop = try EventLoop(clock: .synchronised)
      // Before any thread starts: a thread takes over which signals are blocked. A signal that comes before
      // the loop turns waits for it.
      try loop.onSignal { _ in }
      worker = try SerialWorker(name: "lookup", loop: loop)
    } catch {
      throw StartFailure(message: "no event loop: \(error)", isConfiguration: false)
    }
    log = LogSetup.log(settings.log)
    store = Store(
      directory: settings.gateway.stateDirectory, loop: loop, openedAt: loop.now.wall)
    let stored = DaemonState(store: store, log: log)
    storedAtStart = stored.stored
    loop.setClockPolicy(Self.clockPolicy(settings.security, lastStored: stored.lastTime))
    gatewayID = settings.gateway.id ?? stored.gatewayID
    let seed = SystemRandom.seed()
    let core = GatewayCore(
      configuration: Self.coreConfiguration(settings, gatewayID: gatewayID ?? ""),
      restored: stored.core, at: loop.now)
    let host = ZigbeeHost(
      configuration: Self.hostConfiguration(settings), devices: stored.core.devices.map(\.device),
      seed: seed)
    gateway = Gateway(loop: loop, log: log, store: store, host: host, core: core)
    let plan = AdapterSetup.plan(network)
    adapter = AdapterSetup.link(
      network, plan: stored.plan(plan, for: network.name, log: log), remembered: stored.network(network.name),
      mayFormFirstNetwork: !stored.isLost, loop: loop, worker: worker, log: log, seed: seed)
    networks = NetworkDecisions(
      gateway: gateway, name: network.name, adapter: network.adapter.rawValue,
      port: AdapterSetup.portText(network.port), source: "gatehouse@\(version)",
      statedPlan: plan)
    control = ControlServer(
      loop: loop, path: "\(settings.gateway.runtimeDirectory)/\(ControlServer.socketName)",
      commands: ControlCommands(gateway: gateway, networks: networks), log: log)
    service = ServiceNotifier()
    connectParts(network, stored: stored)
  }

  private func connectParts(_ network: Settings.Network, stored: DaemonState) {
    adapter.onEvent = { [gateway] in gateway.radio($0) }
    gateway.sendToAdapter = { [adapter] in adapter.command($0) }
    gateway.networkCameUp = { [weak self] parameters, identity in
      self?.networkCameUp(network.name, parameters, identity)
    }
    gateway.radioStateChanged = { [weak self] _ in self?.tellStatus() }
    store.stateChanged = { [weak self] in self?.storeChanged($0) }
  }

  private func storeChanged(_ state: StoreState) {
    switch state {
    case .healthy: log.notice("the state can be stored again")
    case .degraded(let failure): log.warning("the state cannot be stored", ["reason": failure.description])
    }
    guard case .unavailable = store.opening, state == .healthy || state == .degraded(.unread) else { return }
    // What this run has learnt without the state must not be mixed into it.
    log.notice("the state, which was unavailable at the start, can be read: starting over with it")
    ending = .startOver
    stop()
  }

  // MARK: Running

  package enum Ending {
    case stopped
    /// The loop itself failed.
    case failed
    /// The process shall be replaced by a new run of itself.
    case startOver
  }

  /// Until TERM or INT.
  package func run() -> Ending {
    do {
      try loop.onSignal { [weak self] in self?.signal($0) }
    } catch {
      log.error("no signals: \(error)")
      return .failed
    }
    store.start()
    startCloud()
    adapter.start()
    watchPorts()
    do throws(StreamClosure) {
      try control.start()
    } catch {
      log.error(
        "no control socket: the command line cannot talk to this daemon", ["reason": error.description])
    }
    gateway.pump()
    service.status(statusText)
    service.ready()
    log.notice("gatehouse \(version) started", ["gateway": gatewayID ?? "(from the coordinator)"])
    startWatchdog()
    do {
      try loop.run()
    } catch {
      log.error("the event loop failed: \(error)")
      store.closeAndWait()
      return .failed
    }
    store.closeAndWait()
    return ending
  }

  private func signal(_ signal: LoopSignal) {
    switch signal {
    case .terminate, .interrupt:
      ending = .stopped
      stop()
    case .hangUp: reload()
    }
  }

  /// Drains: no new calls, what is in flight to the broker goes out, values are written.
  private func stop() {
    guard !isStopping else { return }
    isStopping = true
    log.notice("stopping")
    service.stopping()
    monitor?.stop()
    control.stop()
    adapter.stop()
    gateway.storeTime()
    let end = { [loop] in loop.stop() }
    loop.schedule(at: loop.now.monotonic + Self.stopTime) { end() }
    guard let cloud else { return end() }
    cloud.stop { end() }
  }

  /// A ping means that the loop turned; a lost radio or broker alone must not restart the service.
  private func startWatchdog() {
    guard let interval = Watchdog.demandedInterval() else { return }
    let watchdog = Watchdog(loop: loop, interval: interval)
    watchdog.start()
    self.watchdog = watchdog
  }

  // MARK: Reload

  private func reload() {
    service.reloading()
    defer { service.ready() }
    switch Settings.load(file: file, credentialsDirectory: credentialsDirectory) {
    case .failure(let problems):
      for problem in problems.all { log.error("configuration: \(problem)") }
      log.error("the configuration has errors; the running one is kept")
    case .success(let new):
      take(new, changes: Settings.changes(from: settings, to: new))
    }
  }

  private func take(_ new: Settings, changes: SettingsChanges) {
    for key in changes.needingRestart {
      log.warning("configuration: \(key) takes effect with the next start")
    }
    settings = new
    log.level = LogSetup.level(new.log.level)
    loop.setClockPolicy(Self.clockPolicy(new.security, lastStored: loop.now.wall))
    let configuration = Self.securityConfiguration(new.security)
    gateway.changeCore { core, now in core.reconfigure(configuration, at: now) }
    cloud?.telemetryQualityOfService = new.cloud.telemetryQualityOfService
    log.notice("configuration read again", ["applied": changes.applied.joined(separator: ", ")])
  }

  // MARK: The cloud

  private func startCloud() {
    guard settings.cloud.isEnabled, cloud == nil, let gatewayID else { return }
    do {
      let door = try CloudDoor(
        settings: settings, gatewayID: gatewayID, gateway: gateway, stored: storedAtStart,
        broker: BrokerStreams(mqtt: settings.mqtt, loop: loop, worker: worker), log: log)
      cloud = door
      gateway.cloud = door
      door.start()
    } catch {
      log.error("no cloud front door: \(error)")
    }
  }

  private func networkCameUp(
    _ name: String, _ parameters: NetworkParameters, _ identity: AdapterIdentity
  ) {
    gateway.remember(parameters, as: name)
    guard gatewayID == nil else { return }
    // Decided once: a later stick must not change the topics under the apps.
    let id = identity.ieee.description
    gatewayID = id
    gateway.storeGatewayID(id)
    gateway.changeCore { core, now in core.setGatewayID(id, at: now) }
    startCloud()
  }

  // MARK: Ports and status

  private func watchPorts() {
    let monitor = PortMonitor(loop: loop)
    monitor.onChange = { [adapter] _ in adapter.portMayHaveCome() }
    // Without udev the back-off alone finds a stick again.
    if monitor.start() { self.monitor = monitor }
  }

  private func tellStatus() { service.status(statusText) }

  private var statusText: String {
    let broker = cloud?.statusText ?? "no broker"
    return
      "radio \(RadioStateText.name(gateway.radioState)), \(broker), \(gateway.core.devices.count) devices"
  }

  // MARK: From settings

  private static func clockPolicy(_ security: Settings.Security, lastStored: WallTime) -> ClockPolicy {
    switch security.clock {
    case .synchronised: .synchronised
    case .trustSystem: .trustSystem(notBefore: max(BuildDate.time, lastStored))
    }
  }

  private static func securityConfiguration(_ security: Settings.Security) -> SecurityConfiguration {
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
