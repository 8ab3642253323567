import Reactor
import SansIO
import Transport

/// An event loop on a thread of its own, with what an uplink needs around it.
final class OwnLoop: Sendable {
  let loop: EventLoop
  /// Looks names up and reads files.
  let worker: SerialWorker
  /// Turns the loop.
  private let thread: SerialWorker
  private let monitors: LoopBound<Monitors>

  /// What watches the machine. Confined to the loop.
  private final class Monitors {
    let network: NetworkMonitor
    let clock: ClockMonitor

    init(loop: EventLoop) {
      network = NetworkMonitor(loop: loop)
      clock = ClockMonitor(loop: loop)
    }
  }

  init() throws(UplinkFailure) {
    do {
      loop = try EventLoop()
      worker = try SerialWorker(name: "mqtt-lookup", loop: loop)
      thread = try SerialWorker(name: "mqtt", loop: loop)
    } catch {
      throw .system(error.description)
    }
    monitors = LoopBound(Monitors(loop: loop), on: loop)
  }

  /// Has the driver told what happens to the network and the clocks; before `run`.
  func watch(_ driver: UplinkDriver) {
    let monitors = monitors.unwrapped
    monitors.network.onChange = { [weak driver] in driver?.networkChanged($0) }
    monitors.clock.onNotice = { [weak driver] in driver?.clockChanged($0) }
    monitors.network.start()
    monitors.clock.start()
  }

  /// From now on the loop belongs to its thread.
  func run() {
    let loop = loop
    thread.submit({ _ = try? loop.run() }) {}
  }

  /// On the loop: lets the driver's goodbye leave, then ends the thread.
  func stopSoon(keeping driver: LoopBound<UplinkDriver>) {
    let monitors = monitors.unwrapped
    monitors.network.stop()
    monitors.clock.stop()
    loop.schedule(at: loop.now.monotonic + .seconds(4)) { [self] in
      _ = driver
      worker.finish()
      thread.finish()
      loop.stop()
    }
  }
}
