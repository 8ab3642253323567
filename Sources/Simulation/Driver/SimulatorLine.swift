import Reactor
import SansIO
import Transport

/// The cable between a simulated coordinator and its host.
package protocol SimulatorLine: AnyObject {
  var onBytes: (([UInt8]) -> Void)? { get set }
  /// Plugs in; a path, where the line has one, replaces the path so far.
  func plugIn(at path: String?) throws(StreamClosure)
  func pullOut()
  func write(_ bytes: [UInt8])
  /// Where the host finds the port now.
  var path: String? { get }
}

/// A pseudo-terminal behind a link, for hosts in other processes.
package final class PseudoTerminalLine: SimulatorLine {
  package var onBytes: (([UInt8]) -> Void)?
  private let loop: EventLoop
  private var linkPath: String
  private var terminal: PseudoTerminal?

  package init(loop: EventLoop, linkPath: String) {
    self.loop = loop
    self.linkPath = linkPath
  }

  package var path: String? { terminal == nil ? nil : linkPath }
  package var devicePath: String? { terminal?.devicePath }

  package func plugIn(at path: String?) throws(StreamClosure) {
    terminal?.close()
    if let path { linkPath = path }
    let terminal = PseudoTerminal(loop: loop, linkPath: linkPath)
    terminal.onBytes = { [weak self] in self?.onBytes?($0) }
    self.terminal = terminal
    var failure: StreamClosure?
    terminal.onClosed = { failure = $0 }
    terminal.open()
    if let failure { throw failure }
    guard terminal.devicePath != nil else {
      throw StreamClosure(.system, "\(linkPath): no pseudo-terminal could be made there")
    }
  }

  package func pullOut() {
    terminal?.close()
    terminal = nil
  }

  package func write(_ bytes: [UInt8]) { terminal?.write(bytes) }
}

/// A cable in memory, for tests and for scenarios on any loop: each `connect()` is the host opening its port.
package final class MemoryLine: SimulatorLine {
  package var onBytes: (([UInt8]) -> Void)?
  private let loop: any Loop
  private let latency: TimeSpan
  private var own: MemoryStream?
  private var isPluggedIn = false
  package private(set) var path: String?

  package init(loop: any Loop, path: String = "memory", latency: TimeSpan = .milliseconds(1)) {
    self.loop = loop
    self.latency = latency
    self.path = path
  }

  package func plugIn(at path: String?) throws(StreamClosure) {
    if let path { self.path = path }
    isPluggedIn = true
  }

  package func pullOut() {
    isPluggedIn = false
    own?.fail(StreamClosure(.hangUp, "the coordinator was pulled out"))
    own = nil
  }

  package func write(_ bytes: [UInt8]) { own?.write(bytes) }

  /// The host's end, which it still has to open; nil while nothing is plugged in. A second host takes the
  /// line from the first.
  package func connect() -> MemoryStream? {
    guard isPluggedIn else { return nil }
    own?.close()
    let (mine, theirs) = MemoryStream.pair(on: loop, latency: latency)
    mine.onBytes = { [weak self] in self?.onBytes?($0) }
    mine.open()
    own = mine
    return theirs
  }
}
