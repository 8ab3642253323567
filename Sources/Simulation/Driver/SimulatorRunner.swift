import Reactor
import SansIO
import Transport

/// Drives a simulator on a loop: bytes of the line in, its bytes out, one timer for its next deadline.
package final class SimulatorRunner {
  package private(set) var simulator: Simulator
  /// One JSON line for each command, and for what the runner itself has to say.
  package var onAnswer: ((String) -> Void)?
  package var onQuit: (() -> Void)?

  private let loop: any Loop
  private let line: any SimulatorLine
  private var timer: TimerToken?
  private var isDraining = false

  package init(_ simulator: Simulator, on loop: any Loop, line: any SimulatorLine) {
    self.simulator = simulator
    self.loop = loop
    self.line = line
    line.onBytes = { [weak self] bytes in
      self?.change { $0.bytesReceived(bytes, at: $1) }
    }
  }

  deinit { if let timer { loop.cancel(timer) } }

  package func start() throws(StreamClosure) {
    try line.plugIn(at: nil)
    change { $0.start(at: $1) }
  }

  package func stop() {
    if let timer { loop.cancel(timer) }
    timer = nil
    line.pullOut()
  }

  package func script(_ bytes: [UInt8], from source: ScriptSource) {
    change { $0.scriptReceived(bytes, from: source, at: $1) }
  }

  package func scriptEnded(_ source: ScriptSource) { change { $0.scriptEnded(source, at: $1) } }

  /// One script line, for tests that drive the house from code. The answer goes to `onAnswer`.
  package func command(_ text: String) { script(Array("\(text)\n".utf8), from: .input) }

  // MARK: The machine

  private func change(_ body: (inout Simulator, MonotonicInstant) -> Void) {
    body(&simulator, loop.now.monotonic)
    drain()
    arm()
  }

  private func drain() {
    // An output may lead back here; the outer call goes on with what comes of it.
    guard !isDraining else { return }
    isDraining = true
    defer { isDraining = false }
    while let output = simulator.nextOutput() {
      switch output {
      case .toHost(let bytes): line.write(bytes)
      case .answer(let text): onAnswer?(text)
      case .hangUp: line.pullOut()
      case .replug(let path):
        do throws(StreamClosure) {
          try line.plugIn(at: path)
        } catch {
          onAnswer?(#"{"ok":false,"error":"the line cannot be plugged in"}"#)
        }
      case .quit: onQuit?()
      }
    }
  }

  private func arm() {
    if let timer { loop.cancel(timer) }
    timer = nil
    let now = loop.now.monotonic
    guard let deadline = simulator.nextDeadline(at: now) else { return }
    timer = loop.schedule(at: max(deadline, now)) { [weak self] in
      guard let self else { return }
      timer = nil
      change { $0.deadlinePassed(at: $1) }
    }
  }
}
