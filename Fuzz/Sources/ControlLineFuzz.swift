import GatewayCore
import JSON
import RadioInterface
import Reactor
import SansIO
import ServiceManager
import Storage
import Transport
import Zigbee
import ZigbeeHost

@testable import GatewayRuntime

/// The bytes of one connection to the control socket: lines, in the pieces in which they come (one byte in
/// front of each piece is its length).
enum ControlLineFuzz: FuzzTarget {
  static let name = "control-line"

  static func run(_ bytes: [UInt8]) {
    let loop = loop
    let commands = commands(on: loop)
    let stream = ScriptedStream()
    let session = ControlSession(stream: stream, user: "root", commands: commands)
    session.begin()
    var input = FuzzInput(bytes)
    while !input.isEmpty, !stream.isClosed {
      let piece = input.counted()
      if !piece.isEmpty { stream.onBytes?(piece) }
      loop.turn()
    }
    check(stream.written)
    session.end()
    loop.turn()
  }

  private static let loop = FuzzLoop()

  /// One for all runs, since nothing reads it and opening it takes long.
  nonisolated(unsafe) private static let store = {
    let store = Store(
      directory: ScratchDirectory.make("control"), loop: loop, openedAt: loop.now.wall, execution: .loop)
    store.start()
    return store
  }()

  private static func commands(on loop: FuzzLoop) -> ControlCommands {
    let log = Log(level: .error, sink: SilentSink(), clock: { 0 })
    let core = GatewayCore(
      configuration: CoreConfiguration(
        gatewayID: GatewayStack.gatewayID, security: SecurityConfiguration(), durableFrontDoors: 0),
      restored: CoreState(), at: loop.now)
    let gateway = Gateway(loop: loop, log: log, store: store, host: ZigbeeHost(seed: 5), core: core)
    gateway.radio(.stateChanged(.running))
    var device = ZigbeeDevice(
      ieee: IEEEAddress(rawValue: 0x0012_4B00_1BA5_09C1), networkAddress: NetworkAddress(rawValue: 0x09C1),
      joinedAt: loop.now.wall)
    device.interview = .complete
    gateway.changeCore { core, now in core.hostEvent(.deviceChanged(device), at: now) }
    loop.turn()
    let networks = NetworkDecisions(
      gateway: gateway, name: "home", adapter: "znp", port: "/dev/null", source: "fuzz",
      statedPlan: NetworkPlan())
    return ControlCommands(gateway: gateway, networks: networks)
  }

  /// Every answer is one line of JSON with `ok`.
  private static func check(_ written: [UInt8]) {
    for line in written.split(separator: 0x0A) {
      let limits = JSONLimits(depth: 64, size: 16 << 20)
      guard let json = try? JSONValue(parsing: Array(line), limits: limits) else {
        return require(false, "an answer is no JSON: \(String(decoding: line, as: UTF8.self))")
      }
      require(json.objectValue != nil, "an answer is no object")
    }
  }
}

private struct SilentSink: LogSink {
  func write(_ record: LogRecord) {}
}

/// A stream whose peer is the fuzzer.
private final class ScriptedStream: ByteStream {
  var onOpen: (() -> Void)?
  var onBytes: (([UInt8]) -> Void)?
  var onClosed: ((StreamClosure) -> Void)?
  var onDrained: (() -> Void)?
  private(set) var written: [UInt8] = []
  private(set) var isClosed = false
  let bufferedByteCount = 0

  func open() { onOpen?() }

  func write(_ bytes: [UInt8]) -> Bool {
    guard !isClosed, written.count < 16 << 20 else { return false }
    written += bytes
    return true
  }

  func pauseReading() {}
  func resumeReading() {}
  func close() { isClosed = true }
}
