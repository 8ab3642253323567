import JSON
import Reactor
import ServiceManager
import Transport

/// The control socket: one JSON object a line, both ways.
///
/// A request is `{"command": …}`; its answer `{"ok": true, "result": …}` or `{"ok": false, "error": …}`.
/// Answers come in the order of their ends, one request at a time per connection is what our own client
/// does. After `monitor` every event is a line. The caller is the peer's user, as the kernel says.
package final class ControlServer {
  package static let socketName = "control.sock"
  /// Who else than the owner may connect.
  static let group = "gatehouse"
  /// A request longer than this is refused and ends the connection (a backup of 4,096 devices fits).
  static let longestRequest = 4 << 20

  private let listener: UnixListener
  private let log: Log
  private let commands: ControlCommands
  private var sessions: [ObjectIdentifier: ControlSession] = [:]

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
    let session = ControlSession(stream: stream, user: peer.userName, commands: commands)
    let id = ObjectIdentifier(session)
    session.ended = { [weak self] in self?.sessions[id] = nil }
    sessions[id] = session
    session.begin()
  }
}

/// One connection to the control socket.
final class ControlSession {
  var ended: () -> Void = {}

  private let stream: any ByteStream
  private let user: String
  private let commands: ControlCommands
  private var buffer: [UInt8] = []
  private var watching: Gateway.ObserverID?

  init(stream: any ByteStream, user: String, commands: ControlCommands) {
    self.stream = stream
    self.user = user
    self.commands = commands
  }

  func begin() {
    stream.onBytes = { [weak self] bytes in self?.received(bytes) }
    stream.onClosed = { [weak self] _ in self?.closed() }
    stream.open()
  }

  func end() {
    closed()
    stream.close()
  }

  private func closed() {
    if let watching { commands.stopWatching(watching) }
    watching = nil
    ended()
  }

  private func received(_ bytes: [UInt8]) {
    buffer += bytes
    while let end = buffer.firstIndex(of: 0x0A) {
      let line = Array(buffer[..<end])
      buffer.removeSubrange(...end)
      handle(line)
    }
    if buffer.count > ControlServer.longestRequest {
      answer(.failure(ControlFailure("the request is longer than \(ControlServer.longestRequest) bytes")))
      end()
    }
  }

  private func handle(_ line: [UInt8]) {
    guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) else { return }
    let request: JSONValue
    do {
      request = try JSONValue(
        parsing: line, limits: JSONLimits(depth: 16, size: ControlServer.longestRequest))
    } catch {
      return answer(.failure(ControlFailure("not JSON: \(error)")))
    }
    guard let command = request["command"]?.stringValue else {
      return answer(.failure(ControlFailure("a request is an object with a \"command\"")))
    }
    if command == "monitor" { return watch() }
    commands.run(command, request, user: user) { [weak self] result in self?.answer(result) }
  }

  private func watch() {
    guard watching == nil else { return answer(.success(.null)) }
    answer(.success(.null))
    watching = commands.watch { [weak self] event in
      guard let self, !send(event) else { return }
      // A reader that does not read is let go: events are for those who keep up.
      end()
    }
  }

  private func answer(_ result: Result<JSONValue, ControlFailure>) {
    switch result {
    case .success(let value): send(["ok": true, "result": value])
    case .failure(let failure): send(["ok": false, "error": .string(failure.message)])
    }
  }

  @discardableResult
  private func send(_ value: JSONValue) -> Bool {
    var bytes = value.encoded()
    bytes.append(0x0A)
    return stream.write(bytes)
  }
}

/// What goes wrong with a command, in words for the person who gave it.
package struct ControlFailure: Error, Equatable {
  package var message: String
  package init(_ message: String) { self.message = message }
}
