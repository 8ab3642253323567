import GatewayCore
import JSON
import RadioInterface
import Reactor
import SansIO
import ServiceManager
import Storage
import Zigbee

/// What the store held when the daemon started. A store that cannot be read gives an empty state: the daemon
/// runs in a degraded state instead of not at all.
struct DaemonState {
  enum MetadataKey {
    static let gatewayID = "gateway-id"
    static let lastTime = "last-time"
    static func network(_ name: String) -> String { "network/\(name)" }
    static func decision(_ name: String) -> String { "network-decision/\(name)" }
  }

  private(set) var core = CoreState()
  private(set) var gatewayID: String?
  private(set) var lastTime = WallTime(milliseconds: 0)
  private(set) var stored = StoredState()
  /// There was a state, and it is not known what it said.
  private(set) var isLost = false

  init(store: Store, log: Log) {
    switch store.opening {
    case .existing, .fresh: break
    case .readOnly:
      log.error("the state can be read but not written: nothing that happens from now on is kept")
    case .replaced(let name):
      isLost = true
      log.error("the state file was damaged; the daemon begins with an empty one", ["set aside as": name])
    case .unavailable: isLost = true
    }
    switch store.loadAll() {
    case .success(let stored):
      self.stored = stored
      core = CoreStoreMapping.coreState(stored)
      gatewayID = stored.metadata[MetadataKey.gatewayID].map { String(decoding: $0, as: UTF8.self) }
      if let bytes = stored.metadata[MetadataKey.lastTime],
        let milliseconds = Int64(String(decoding: bytes, as: UTF8.self))
      {
        lastTime = WallTime(milliseconds: milliseconds)
      }
      if stored.skippedRows > 0 { log.warning("store: \(stored.skippedRows) rows could not be read") }
    case .failure(let failure):
      log.error("the store cannot be read; running without it", ["reason": "\(failure)"])
    }
  }

  /// The network of the last run, without its key: identity is all that is compared.
  func network(_ name: String) -> NetworkParameters? {
    guard let bytes = stored.metadata[MetadataKey.network(name)],
      let json = try? JSONValue(parsing: bytes, limits: JSONLimits()),
      let pan = json["panId"]?.integerValue.flatMap({ UInt16(exactly: $0) }),
      let extended = json["extendedPanId"]?.stringValue.flatMap({ UInt64($0, radix: 16) }),
      let channel = json["channel"]?.integerValue.flatMap({ UInt8(exactly: $0) }).flatMap(
        RadioChannel.init(rawValue:)),
      let coordinator = json["coordinator"]?.stringValue.flatMap({ IEEEAddress($0) })
    else { return nil }
    return NetworkParameters(
      panID: PANIdentifier(rawValue: pan), extendedPANID: ExtendedPANIdentifier(rawValue: extended),
      channel: channel, coordinator: coordinator, networkKey: nil)
  }

  /// The stated plan, unless somebody has decided for another network while it stood as it stands now.
  func plan(_ stated: NetworkPlan, for name: String, log: Log) -> NetworkPlan {
    guard !stated.isEmpty, stored.metadata[MetadataKey.decision(name)] == Self.json(stated).encoded() else {
      return stated
    }
    log.notice("the [[network]] of the configuration is overruled by `gatehouse network adopt` or `restore`")
    return NetworkPlan()
  }

  fileprivate static func json(_ plan: NetworkPlan) -> JSONValue {
    [
      "channel": plan.channel.map { .integer(Int64($0.rawValue)) } ?? .null,
      "panId": plan.panID.map { .integer(Int64($0.rawValue)) } ?? .null,
      "extendedPanId": plan.extendedPANID.map { .string($0.description) } ?? .null,
    ]
  }

  static func json(_ network: NetworkParameters) -> JSONValue {
    [
      "panId": .integer(Int64(network.panID.rawValue)),
      "extendedPanId": .string(network.extendedPANID.description),
      "channel": .integer(Int64(network.channel.rawValue)),
      "coordinator": .string(network.coordinator.description),
    ]
  }
}

extension Gateway {
  func remember(_ network: NetworkParameters, as name: String) {
    store.apply([
      .putMetadata(key: DaemonState.MetadataKey.network(name), value: DaemonState.json(network).encoded())
    ])
  }

  /// Remembers that a person chose another network than the stated one, until another one is stated.
  func storeDecision(against plan: NetworkPlan, for name: String) {
    store.apply([
      .putMetadata(key: DaemonState.MetadataKey.decision(name), value: DaemonState.json(plan).encoded())
    ])
  }

  func storeGatewayID(_ id: String) {
    store.apply([.putMetadata(key: DaemonState.MetadataKey.gatewayID, value: Array(id.utf8))])
  }

  /// The last time known, below which a clock that is trusted by order must not be.
  func storeTime() {
    let now = loop.now
    guard now.wallIsTrusted else { return }
    store.apply(
      [
        .putMetadata(
          key: DaemonState.MetadataKey.lastTime, value: Array(String(now.wall.milliseconds).utf8))
      ], durability: .batched)
  }
}
