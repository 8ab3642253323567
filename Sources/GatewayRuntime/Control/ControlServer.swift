import JSON
import Reactor
import ServiceManager
import Transport
import ZigbeeHost

/// The control socket: one JSON object a line, both ways.
///
/// A request is `{"command": …}`; its answer `{"ok": true, "result": …}` or `{"ok": false, "error": …}`.
/// A connection's requests are carried out one after the other, and none while its answers are not read.
/// After `monitor` every event is a line. A client may end its side once it has asked; it is still answered.
/// The caller is the peer's user, as the kernel says.
package final class ControlServer {
  package static let socketName = "control.sock"
  /// Who else than the owner may connect.
  static let group = "gatehouse"
  /// A request longer than this is refused and ends the connection (a backup of 4,096 devices fits).
  static let longestRequest = 4 << 20

  /// What all connections together may have sent and not yet had carried out.
  static let waitingBytes = 16 << 20
  /// From so many connections on the one that has been idle longest makes room for a new one, so that
  /// connections that are left open shut nobody out.
  static let sessionLimit = UnixListener.connectionLimit - 16

  private let listener: UnixListener
  private let log: Log
  private let commands: ControlCommands
  private var sessions: [ObjectIdentifier: ControlSession] = [:]
  private var nextNumber: UInt64 = 0

  package init(loop: EventLoop, path: String, commands: ControlCommands, log: Log) {
    listener = UnixListener(loop: loop, path: path, sendLimit: 16 << 20)
    self.log = log
    self.commands = commands
  }

  /// Begins to listen. A group `gatehouse` that does not exist leaves the socket to its owner alone.
  package func start() throws(StreamClosure) {
    listener.onConnection = { [weak self] stream, peer in self?.begin(stream, peer) }
    do throws(StreamClosure) {
      try listener.listen(mode: 0o660, group: Self.group)
    } catch  where error.reason == .unusableSetting || error.reason == .permissionDenied {
      log.notice("control socket for its owner only", ["reason": error.description])
      try listener.listen(mode: 0o600)
    }
  }

  package func stop() {
    listener.close()
    for session in sessions.values { session.end() }
    sessions.removeAll()
  }

  private func begin(_ stream: UnixStream, _ peer: PeerCredentials) {
    if sessions.count >= Self.sessionLimit { makeRoom() }
    let session = ControlSession(stream: stream, user: peer.userName, commands: commands)
    session.number = nextNumber
    nextNumber += 1
    let id = ObjectIdentifier(session)
    session.ended = { [weak self] in self?.sessions[id] = nil }
    session.mayKeep = { [weak self] in self?.mayKeepWaitingBytes ?? false }
    stream.onEndOfInput = { [weak session] in session?.inputEnded() }
    sessions[id] = session
    session.begin()
  }

  private var mayKeepWaitingBytes: Bool {
    sessions.values.reduce(0) { $0 + $1.waitingByteCount } <= Self.waitingBytes
  }

  private func makeRoom() {
    let idle = sessions.values.filter(\.isIdle).min { $0.number < $1.number }
    let oldest = idle ?? sessions.values.min { $0.number < $1.number }
    oldest?.end()
  }
}

/// What goes wrong with a command, in words for the person who gave it.
package struct ControlFailure: Error, Equatable {
  package var message: String
  package init(_ message: String) { self.message = message }

  init(_ failure: RequestFailure) {
    if case .adapter(let reason) = failure { self.init(reason) } else { self.init("\(failure)") }
  }
}
