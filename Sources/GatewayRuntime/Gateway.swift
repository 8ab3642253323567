import GatewayCore
import RadioInterface
import Reactor
import SansIO
import ServiceManager
import Storage
import ZCL
import Zigbee
import ZigbeeHost

/// Where the host and the core meet the adapter, the store and the front doors.
///
/// One pump drains the machines in a fixed order until none has an output left, then arms one timer. The
/// parts around it (adapter, cloud, control socket) feed an input and call `pump`; nothing else changes a
/// machine.
package final class Gateway {
  let loop: any Loop
  let log: Log
  let store: Store
  package private(set) var host: ZigbeeHost
  package private(set) var core: GatewayCore
  /// Where commands for the adapter go.
  var sendToAdapter: (RadioCommand) -> Void = { _ in }
  /// The durable front door, where there is one.
  var cloud: (any DurableFrontDoor)?
  /// Everybody who watches events (`gatehouse monitor`).
  var observers: [ObserverID: (CoreEvent) -> Void] = [:]
  /// What is known of the network, for `gatehouse network show`.
  package private(set) var radioState = RadioState.absent(reason: "not opened yet")
  package private(set) var network: NetworkParameters?
  private(set) var adapterIdentity: AdapterIdentity?
  var networkCameUp: (NetworkParameters, AdapterIdentity) -> Void = { _, _ in }
  var radioStateChanged: (RadioState) -> Void = { _ in }
  private(set) var permitJoinSeconds: UInt8 = 0

  private var timer: (token: TimerToken, at: MonotonicInstant)?
  private var isPumping = false
  private var localReplies: [CallID: (CallResult) -> Void] = [:]
  private var hostReplies: [HostRequestID: (HostResult) -> Void] = [:]
  private var nextCall: UInt64 = 1
  private var nextHostRequest = Gateway.firstOwnHostRequest
  private var nextObserver: UInt64 = 1

  /// The core draws its host requests from below, this class from here on.
  private static let firstOwnHostRequest: UInt64 = 1 << 62

  struct ObserverID: Hashable { var rawValue: UInt64 }

  package init(
    loop: any Loop, log: Log, store: Store, host: ZigbeeHost, core: GatewayCore
  ) {
    self.loop = loop
    self.log = log
    self.store = store
    self.host = host
    self.core = core
  }

  // MARK: Inputs

  func radio(_ event: RadioEvent) {
    note(event)
    host.radioEvent(event, at: loop.now)
    pump()
  }

  func newCallID() -> CallID {
    defer { nextCall += 1 }
    return CallID(rawValue: nextCall)
  }

  /// A call of a front door.
  func call(_ call: GatewayCall) {
    core.call(call, at: loop.now)
    pump()
  }

  /// A call of the control socket; `reply` comes once.
  package func localCall(
    user: String, target: String?, function: GatewayFunction, reply: @escaping (CallResult) -> Void
  ) {
    let id = newCallID()
    localReplies[id] = reply
    call(GatewayCall(id: id, origin: .local(user: user), target: target, function: function))
  }

  func eventStored(_ event: EventID) {
    core.eventStored(event, at: loop.now)
    pump()
  }

  func replyStored(_ call: CallID) {
    core.replyStored(call, at: loop.now)
    pump()
  }

  /// Changes the core outside of calls (reload, the gateway's id).
  func changeCore(_ change: (inout GatewayCore, Instants) -> Void) {
    change(&core, loop.now)
    pump()
  }

  func permitJoin(
    seconds: UInt8, through router: IEEEAddress?, completion: @escaping (HostResult) -> Void
  ) {
    host.permitJoin(seconds: seconds, through: router, id: ownRequest(completion), at: loop.now)
    pump()
  }

  /// Forgets a device without its help; its `delete` event follows.
  func forget(_ ieee: IEEEAddress) {
    host.removeDevice(ieee, force: true, id: ownRequest { _ in }, at: loop.now)
    pump()
  }

  /// A new network was formed by order: its devices are those that join it.
  func forgetEverything() {
    let devices = host.devices
    core.gatewayReset(at: loop.now)
    for device in devices {
      host.removeDevice(device.ieee, force: true, id: ownRequest { _ in }, at: loop.now)
    }
    pump()
  }

  func networkCommand(_ command: NetworkCommand, completion: @escaping (HostResult) -> Void) {
    host.networkCommand(command, id: ownRequest(completion), at: loop.now)
    pump()
  }

  private func ownRequest(_ completion: @escaping (HostResult) -> Void) -> HostRequestID {
    defer { nextHostRequest += 1 }
    let id = HostRequestID(rawValue: nextHostRequest)
    hostReplies[id] = completion
    return id
  }

  func observe(_ observer: @escaping (CoreEvent) -> Void) -> ObserverID {
    let id = ObserverID(rawValue: nextObserver)
    nextObserver += 1
    observers[id] = observer
    return id
  }

  // MARK: The pump

  /// Runs until no machine has an output. Inputs that arrive meanwhile are taken by the run that is on.
  package func pump() {
    guard !isPumping else { return }
    isPumping = true
    while true {
      if let output = host.nextOutput() {
        take(output)
      } else if let output = core.nextOutput() {
        take(output)
      } else {
        break
      }
    }
    isPumping = false
    arm()
  }

  private func arm() {
    let next = Self.nextDeadline(&host, &core)
    if timer == nil, next == nil { return }
    // A timer that comes too early is cheaper than one that is moved with every frame.
    if let timer, let next, timer.at <= next { return }
    if let timer { loop.cancel(timer.token) }
    timer = next.map { instant in
      let token = loop.schedule(at: instant) { [weak self] in self?.deadlinePassed() }
      return (token, instant)
    }
  }

  /// Handed over, so that no machine is copied for the question.
  private static func nextDeadline(_ host: inout ZigbeeHost, _ core: inout GatewayCore) -> MonotonicInstant? {
    guard let left = host.nextDeadline, let right = core.nextDeadline else {
      return host.nextDeadline ?? core.nextDeadline
    }
    return min(left, right)
  }

  private func deadlinePassed() {
    timer = nil
    let now = loop.now
    if let deadline = host.nextDeadline, deadline <= now.monotonic { host.deadlinePassed(at: now) }
    if let deadline = core.nextDeadline, deadline <= now.monotonic { core.deadlinePassed(at: now) }
    pump()
  }

  // MARK: Outputs of the host

  private func take(_ output: ZigbeeHost.Output) {
    switch output {
    case .radio(let command): sendToAdapter(command)
    case .event(.requestCompleted(let id, let result)) where hostReplies[id] != nil:
      hostReplies.removeValue(forKey: id)?(result)
    case .event(let event): core.hostEvent(event, at: loop.now)
    }
  }

  private func note(_ event: RadioEvent) {
    switch event {
    case .stateChanged(let state):
      radioState = state
      log(state)
      radioStateChanged(state)
    case .networkUp(let parameters, let identity):
      network = parameters
      adapterIdentity = identity
      log.notice(
        "network up",
        [
          "channel": parameters.channel.description, "pan": parameters.panID.description,
          "adapter": identity.firmware, "coordinator": identity.ieee.description,
        ])
      networkCameUp(parameters, identity)
    case .permitJoinChanged(let seconds): permitJoinSeconds = seconds
    // The host passes diagnostics on to the core, which has them logged.
    case .diagnostic, .received, .sent, .completed, .backupRead, .deviceJoined, .deviceLeft: break
    }
  }

  private func log(_ state: RadioState) {
    let text = "radio \(RadioStateText.name(state))"
    guard let reason = RadioStateText.reason(state) else { return log.notice(text) }
    log.warning(
      text, ["reason": reason, "advice": RadioStateText.advice(state) ?? "none: it is tried again"])
  }

  // MARK: Outputs of the core

  private func take(_ output: CoreOutput) {
    switch output {
    case .persist(let changes, nil):
      store.apply(CoreStoreMapping.storeChanges(changes), durability: .batched)
    case .persist(let changes, let ticket?):
      store.apply(CoreStoreMapping.storeChanges(changes), durability: .synced) { [weak self] result in
        guard let self else { return }
        switch result {
        case .success: core.persisted(ticket, at: loop.now)
        case .failure(let failure): core.persistFailed(ticket, reason: "\(failure)", at: loop.now)
        }
        pump()
      }
    case .event(let event):
      for observer in observers.values { observer(event) }
      cloud?.publish(event)
    case .accepted(let call): cloud?.accepted(call)
    case .reply(let reply): take(reply)
    case .host(let action): take(action)
    case .diagnostic(let diagnostic): log.write(diagnostic)
    }
  }

  private func take(_ reply: CallReply) {
    guard case .local = reply.origin else {
      cloud?.publish(reply)
      return
    }
    localReplies.removeValue(forKey: reply.id)?(reply.result)
    core.replyStored(reply.id, at: loop.now)
  }

  private func take(_ action: HostAction) {
    let now = loop.now
    switch action {
    case .request(let id, let request): host.request(request, id: id, at: now)
    case .permitJoin(let id, let seconds): host.permitJoin(seconds: seconds, through: nil, id: id, at: now)
    case .remove(let id, let ieee, let force): host.removeDevice(ieee, force: force, id: id, at: now)
    case .acknowledge(let token): host.acknowledge(token, at: now)
    }
  }
}

/// A front door that keeps critical events and replies in a store of its own before it delivers them.
protocol DurableFrontDoor: AnyObject {
  func publish(_ event: CoreEvent)
  func publish(_ reply: CallReply)
  /// The call is recorded: its message may be acknowledged.
  func accepted(_ call: CallID)
}

extension Log {
  func write(_ diagnostic: CoreDiagnostic) {
    switch diagnostic {
    case .error(let text): error(text)
    case .warning(let text): warning(text)
    case .notice(let text): notice(text)
    case .debug(let text): debug(text)
    }
  }
}
