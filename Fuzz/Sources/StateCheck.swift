import CloudRPC
import GatewayCore
import RadioInterface
import SansIO
import Storage
import ZCL
import Zigbee
import ZigbeeHost

/// Starts host and core on a restored state and lets them do what they do after a start.
enum StateCheck {
  static func start(_ state: CoreState) {
    let clock = Instants(
      monotonic: MonotonicInstant(nanoseconds: 1_000_000_000),
      wall: WallTime(milliseconds: 1_790_000_000_000), wallIsTrusted: true)
    var security = SecurityConfiguration()
    security.users = [GatewayStack.user]
    var life = Life(
      core: GatewayCore(
        configuration: CoreConfiguration(
          gatewayID: GatewayStack.gatewayID, security: security, durableFrontDoors: 1),
        restored: state, at: clock),
      host: ZigbeeHost(devices: state.devices.map(\.device), seed: 3), now: clock)
    life.drain()
    life.core.hostEvent(.radioStateChanged(.running), at: clock)
    life.host.radioEvent(.stateChanged(.running), at: clock)
    life.drain()
    for record in state.devices.prefix(4) {
      life.core.hostEvent(.availabilityChanged(record.ieee, isAvailable: false), at: clock)
      life.tryPIN(at: record)
    }
    life.passTime()
  }

  private struct Life {
    var core: GatewayCore
    var host: ZigbeeHost
    var now: Instants
    private var nextCall: UInt64 = 1
    private var open: [HostRequestID] = []

    init(core: GatewayCore, host: ZigbeeHost, now: Instants) {
      self.core = core
      self.host = host
      self.now = now
    }

    /// Wrong PINs, which count on what is stored about earlier ones.
    mutating func tryPIN(at record: DeviceRecord) {
      for _ in 0..<6 {
        let caller = CloudCaller(userID: GatewayStack.user, messageID: "\(nextCall)", timestamp: now.wall)
        core.call(
          GatewayCall(
            id: CallID(rawValue: nextCall), origin: .cloud(caller), target: record.deviceID,
            function: .openLock(
              LockCommand(.unlock, pin: Secret(Array("1234".utf8)))), bodyTag: [UInt8(nextCall & 0xFF)]),
          at: now)
        nextCall += 1
        drain()
        while let id = open.popLast() {
          core.hostEvent(.requestCompleted(id, .response(CommandID(1), payload: [1])), at: now)
          drain()
        }
      }
    }

    mutating func passTime() {
      for _ in 0..<32 {
        guard let next = [core.nextDeadline, host.nextDeadline].compactMap(\.self).min() else { return }
        now.monotonic = max(now.monotonic, next)
        core.deadlinePassed(at: now)
        host.deadlinePassed(at: now)
        drain()
      }
    }

    mutating func drain() {
      for _ in 0..<65_536 {
        if let output = host.nextOutput() {
          if case .event(let event) = output { core.hostEvent(event, at: now) }
        } else if let output = core.nextOutput() {
          take(output)
        } else {
          return
        }
      }
      require(false, "outputs never end")
    }

    private mutating func take(_ output: CoreOutput) {
      switch output {
      case .persist(_, let ticket): if let ticket { core.persisted(ticket, at: now) }
      case .event(let event): if event.isCritical { core.eventStored(event.id, at: now) }
      case .reply(let reply): core.replyStored(reply.id, at: now)
      case .host(.request(let id, _)): open.append(id)
      case .host(.permitJoin(let id, _)), .host(.remove(let id, _, _)): open.append(id)
      case .host(.acknowledge), .accepted, .diagnostic: break
      }
    }
  }
}
