import GatewayCore
import RadioInterface
import Reactor
import SansIO
import ServiceManager
import Settings
import Storage
import Transport

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
  /// After the network has come up; what follows is over by then.
  static let startTime = TimeSpan.seconds(2)

  let loop: EventLoop
  let log: Log
  let store: Store
  let gateway: Gateway
  let networks: NetworkDecisions
  let worker: SerialWorker
  private let assembly: GatewayAssembly
  private let control: ControlServer
  private let service: ServiceNotifier
  private let file: String
  private let version: String
  private let credentialsDirectory: String?
  private(set) var settings: Settings
  private var monitor: PortMonitor?
  private var watchdog: Watchdog?
  private var isStopping = false
  private var hasStarted = false
  private var ending = Ending.stopped

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
    loop.setClockPolicy(Self.clockPolicy(settings.security, lastStored: stored.lastTime))
    let (loop, worker) = (loop, worker)
    assembly = GatewayAssembly(
      settings: settings, network: network, store: store, state: stored,
      surroundings: .init(
        loop: loop, log: log, seed: SystemRandom.seed(),
        makePort: { AdapterSetup.stream(network, loop: loop, worker: worker) },
        makeEntropy: SystemRandom.formingEntropy,
        broker: BrokerStreams(mqtt: settings.mqtt, loop: loop, worker: worker)))
    gateway = assembly.gateway
    networks = NetworkDecisions(
      gateway: gateway, name: network.name, adapter: network.adapter.rawValue,
      port: AdapterSetup.portText(network.port), source: "gatehouse@\(version)",
      statedPlan: AdapterSetup.plan(network))
    control = ControlServer(
      loop: loop, path: "\(settings.gateway.runtimeDirectory)/\(ControlServer.socketName)",
      commands: ControlCommands(gateway: gateway, networks: networks), log: log)
    service = ServiceNotifier()
    gateway.radioStateChanged = { [weak self] state in
      self?.tellStatus()
      if state.isRunning { self?.endStart() }
    }
    assembly.stateCameBack = { [weak self] in
      self?.ending = .startOver
      self?.stop()
    }
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
    assembly.start()
    watchPorts()
    do throws(StreamClosure) {
      try control.start()
    } catch {
      log.error(
        "no control socket: the command line cannot talk to this daemon", ["reason": error.description])
    }
    service.status(statusText)
    service.ready()
    log.notice("gatehouse \(version) started", ["gateway": assembly.gatewayID ?? "(from the coordinator)"])
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

  /// What a start uses of program and heap is several times what the years after it need.
  private func endStart() {
    guard !hasStarted else { return }
    hasStarted = true
    loop.schedule(at: loop.now.monotonic + Self.startTime) { ResidentMemory.release() }
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
    assembly.adapter.stop()
    gateway.storeTime()
    let end = { [loop] in loop.stop() }
    loop.schedule(at: loop.now.monotonic + Self.stopTime) { end() }
    guard let cloud = assembly.cloud else { return end() }
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
    let configuration = GatewayAssembly.securityConfiguration(new.security)
    gateway.changeCore { core, now in core.reconfigure(configuration, at: now) }
    assembly.cloud?.telemetryQualityOfService = new.cloud.telemetryQualityOfService
    log.notice("configuration read again", ["applied": changes.applied.joined(separator: ", ")])
  }

  // MARK: Ports and status

  private func watchPorts() {
    let monitor = PortMonitor(loop: loop)
    monitor.onChange = { [assembly] _ in assembly.adapter.portMayHaveCome() }
    // Without udev the back-off alone finds a stick again.
    if monitor.start() { self.monitor = monitor }
  }

  private func tellStatus() { service.status(statusText) }

  private var statusText: String {
    let broker = assembly.cloud?.statusText ?? "no broker"
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
}
