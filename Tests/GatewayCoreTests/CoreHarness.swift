import GatewayCore
import RadioInterface
import SansIO
import ZCL
import Zigbee
import ZigbeeHost

/// A core with a disk that can be told to work, to wait or to refuse, and with everything it said.
struct CoreHarness {
  enum Disk { case works, waits, refuses }

  var core: GatewayCore
  /// What is on the disk.
  var disk = CoreState()
  var diskMode = Disk.works
  var waiting: [([CoreChange], PersistTicket)] = []
  var now = Instants(
    monotonic: MonotonicInstant(nanoseconds: 1_000_000_000_000),
    wall: WallTime(milliseconds: 1_790_000_000_000), wallIsTrusted: true)
  /// Whether the front door says at once that it stored an event.
  var storesEvents = true
  let configuration: CoreConfiguration

  var events: [CoreEvent] = []
  var accepted: [CallID] = []
  var replies: [CallReply] = []
  var actions: [HostAction] = []
  var acknowledged: [AcknowledgementToken] = []
  var audit: [AuditRecord] = []
  var diagnostics: [CoreDiagnostic] = []
  private var nextCall: UInt64 = 1

  static let user = "5c4fe492dc93897aa7d8600b"

  init(frontDoors: Int = 1, configure: (inout CoreConfiguration) -> Void = { _ in }) {
    var security = SecurityConfiguration()
    security.users = [Self.user]
    var configuration = CoreConfiguration(
      gatewayID: "GW01182510001", security: security, durableFrontDoors: frontDoors)
    configure(&configuration)
    self.configuration = configuration
    core = GatewayCore(configuration: configuration, restored: disk, at: now)
    drain()
  }

  mutating func drain() {
    while let output = core.nextOutput() {
      switch output {
      case .persist(let changes, nil): changes.forEach { store($0) }
      case .persist(let changes, let ticket?): persist(changes, ticket)
      case .event(let event):
        events.append(event)
        if storesEvents, event.isCritical, configuration.durableFrontDoors > 0 {
          core.eventStored(event.id, at: now)
        }
      case .accepted(let id): accepted.append(id)
      case .reply(let reply): replies.append(reply)
      case .host(.acknowledge(let token)): acknowledged.append(token)
      case .host(let action): actions.append(action)
      case .diagnostic(let diagnostic): diagnostics.append(diagnostic)
      }
    }
  }

  /// One write after the other, as a disk does.
  private mutating func persist(_ changes: [CoreChange], _ ticket: PersistTicket) {
    waiting.append((changes, ticket))
    while diskMode != .waits, !waiting.isEmpty {
      let (changes, ticket) = waiting.removeFirst()
      if diskMode == .works {
        changes.forEach { store($0) }
        core.persisted(ticket, at: now)
      } else {
        core.persistFailed(ticket, reason: "no space", at: now)
      }
    }
  }

  private mutating func store(_ change: CoreChange) {
    disk.apply(change)
    if case .appendAudit(let record) = change { audit.append(record) }
  }

  /// The disk has done the oldest of what waits.
  mutating func finishOneWrite() {
    guard !waiting.isEmpty else { return }
    let (changes, ticket) = waiting.removeFirst()
    changes.forEach { store($0) }
    core.persisted(ticket, at: now)
    drain()
  }

  mutating func finishWrites() {
    while !waiting.isEmpty { finishOneWrite() }
  }

  mutating func advance(_ span: TimeSpan) {
    let end = now.monotonic + span
    while let deadline = core.nextDeadline, deadline <= end {
      move(to: deadline)
      core.deadlinePassed(at: now)
      drain()
    }
    move(to: end)
  }

  private mutating func move(to instant: MonotonicInstant) {
    let span = instant - now.monotonic
    guard span.nanoseconds > 0 else { return }
    now.wall.milliseconds += span.milliseconds
    now.monotonic = instant
  }

  /// The process dies: what waited for the disk is lost, what was said before is said.
  mutating func restart() {
    waiting = []
    diskMode = .works
    core = GatewayCore(configuration: configuration, restored: disk, at: now)
    drain()
  }

  mutating func host(_ event: HostEvent) {
    core.hostEvent(event, at: now)
    drain()
  }

  mutating func radioRuns() { host(.radioStateChanged(.running)) }

  /// Joins a device and lets its interview end.
  mutating func join(_ device: ZigbeeDevice) {
    host(.deviceChanged(device))
    host(.deviceReady(device.ieee))
  }

  @discardableResult
  mutating func call(
    _ function: GatewayFunction, on target: String? = nil, by user: String = CoreHarness.user,
    message: String? = "1", at timestamp: WallTime?? = nil, body: String = "body", retained: Bool = false
  ) -> CallID {
    let caller = CloudCaller(userID: user, messageID: message, timestamp: timestamp ?? now.wall)
    return submit(
      GatewayCall(
        id: freshID(), origin: .cloud(caller), target: target, function: function, isRetained: retained,
        bodyDigest: Array(body.utf8), bodyTag: Array("\(body) with its secrets".utf8),
        replyContext: Array("context \(message ?? "")".utf8)))
  }

  @discardableResult
  mutating func localCall(_ function: GatewayFunction, on target: String? = nil, by user: String = "root")
    -> CallID
  {
    submit(
      GatewayCall(id: freshID(), origin: .local(user: user), target: target, function: function))
  }

  private mutating func freshID() -> CallID {
    defer { nextCall += 1 }
    return CallID(rawValue: nextCall)
  }

  @discardableResult
  mutating func submit(_ call: GatewayCall) -> CallID {
    core.call(call, at: now)
    drain()
    return call.id
  }

  func result(of id: CallID) -> CallResult? { replies.first { $0.id == id }?.result }

  /// All radio requests so far.
  var requests: [(id: HostRequestID, request: ZCLRequest)] {
    actions.compactMap { if case .request(let id, let request) = $0 { (id, request) } else { nil } }
  }

  var unlocks: [ZCLRequest] {
    requests.map(\.request).filter { request in
      if case .command(DoorLock.Command.unlockDoor, _, _) = request.operation, request.cluster == .doorLock {
        true
      } else {
        false
      }
    }
  }

  /// The latest radio request has ended.
  mutating func complete(_ result: HostResult) {
    guard let last = requests.last else { return }
    host(.requestCompleted(last.id, result))
  }

  var criticalEvents: [CoreEventKind] { events.filter(\.isCritical).map(\.kind) }
}
