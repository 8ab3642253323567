import MQTT
import MQTTClient
import Reactor
import SansIO
import Transport

/// What a command does with its connection.
protocol ClientTask: AnyObject {
  /// Once, before the connection is made.
  func begin()
  func heard(_ event: MQTTConnectionEvent)
  /// Somebody asked for the end (TERM, INT): what is under way may be finished.
  func stop()
}

/// The life of one connection of a command: its loop, its store, and how it ends.
///
///     connecting -> connected -> draining -> ended
///
/// The first connection has to succeed, unless `--retry` says otherwise; one that is lost later is made again.
final class ClientLife {
  let loop: EventLoop
  let store: CommandSessionStore
  private(set) var connection: MQTTConnection
  private let options: ConnectionOptions
  private weak var task: (any ClientTask)?
  private var wasConnected = false
  private var ending: MQTTCommandEnding?

  init(
    _ options: ConnectionOptions, seed: UInt64 = UInt64.random(in: 0...UInt64.max)
  ) throws(MQTTCommandFailure) {
    self.options = options
    let worker: SerialWorker
    do throws(SystemError) {
      loop = try EventLoop(clock: .synchronised)
      // Before any thread starts: a thread takes over which signals are blocked.
      try loop.onSignal { _ in }
      worker = try SerialWorker(name: "lookup", loop: loop)
    } catch {
      throw .failed("no event loop: \(error)")
    }
    store = try CommandSessionStore(directory: options.storeDirectory, loop: loop)
    let streams = MQTTStreamMaker(
      loop: loop, worker: worker, endpoint: options.endpoint, settings: options.transport.streams)
    connection = MQTTConnection(
      configuration: options.session, store: store.sessions, loop: loop, seed: seed, makeStream: streams.make)
  }

  /// Carries out a task, to its end.
  func run(_ task: any ClientTask) -> MQTTCommandEnding {
    self.task = task
    connection.onEvent = { [weak self] in self?.heard($0) }
    do throws(SystemError) {
      try loop.onSignal { [weak self] _ in self?.asked() }
      if let timeout = options.timeout {
        _ = loop.schedule(at: loop.now.monotonic + timeout) { [weak self] in self?.timedOut() }
      }
      if options.transport.streams.tls.dangerouslyAcceptsAnyHostName {
        CommandOutput.complain(
          "INSECURE: the name in the broker's certificate is not checked; anybody with some certificate can read this"
        )
      }
      task.begin()
      connection.start()
      try loop.run()
    } catch {
      CommandOutput.complain("\(error)")
      return .failed
    }
    return ending ?? .failed
  }

  /// Ends in good order: what is in flight is finished, DISCONNECT, and everything is durable.
  func finish(_ ending: MQTTCommandEnding = .done) {
    guard self.ending == nil else { return }
    self.ending = ending
    connection.drain(sessionExpiryInterval: options.expiryAtEnd)
  }

  /// Ends at once, with a reason.
  func fail(_ text: String) {
    CommandOutput.complain(text)
    ending = .failed
    loop.stop()
  }

  func debug(_ text: String) {
    if options.isVerbose { CommandOutput.complain(text) }
  }

  func note(_ text: String) {
    guard !options.isQuiet else { return }
    CommandOutput.complain(text)
  }

  // MARK: What happens

  private func asked() {
    guard ending == nil else { return loop.stop() }
    task?.stop()
  }

  private func timedOut() {
    guard ending == nil else { return }
    guard wasConnected else {
      return fail("\(options.endpoint): no connection: \(connection.status.lastError ?? "no answer")")
    }
    finish(.timedOut)
  }

  private func heard(_ event: MQTTConnectionEvent) {
    switch event {
    case .connected(let sessionPresent):
      wasConnected = true
      debug("connected to \(options.endpoint)\(sessionPresent ? ", session resumed" : "")")
    case .disconnected(.drained, _): return endWhenStored()
    case .disconnected(let reason, _):
      if ending != nil { return endWhenStored() }
      lost(reason)
    case .diagnostic(let diagnostic): debug("\(diagnostic)")
    case .storageFailed(let text): note("the store does not work: \(text)")
    default: break
    }
    task?.heard(event)
  }

  private func lost(_ reason: DisconnectReason) {
    // The transport's words name the place already.
    let text = if case .transport(let text) = reason { text } else { "\(options.endpoint): \(reason)" }
    if !options.retries, !wasConnected { return fail(text) }
    note("\(text); trying again")
  }

  private func endWhenStored() {
    guard connection.isStored else {
      _ = loop.schedule(at: loop.now.monotonic + .milliseconds(5)) { [weak self] in self?.endWhenStored() }
      return
    }
    loop.stop()
  }
}
