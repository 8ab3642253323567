import JSON
import Transport

/// One connection to the control socket.
///
/// Lines wait while a request is under way and while the peer does not read its answers: a peer that sends
/// and never reads costs a bounded amount of memory and no work.
final class ControlSession {
  /// With so much unread no further request is begun, and no further event is kept for `monitor`.
  static let unreadLimit = 1 << 20

  var ended: () -> Void = {}
  /// Whether what this and all other connections have sent may be kept.
  var mayKeep: () -> Bool = { true }
  /// Its place in the order of the connections.
  var number: UInt64 = 0

  private let stream: any ByteStream
  private let user: String
  private let commands: ControlCommands
  private var buffer: [UInt8] = []
  /// How far `buffer` is known to hold no end of a line.
  private var searched = 0
  private var isBusy = false
  private var isTaking = false
  private var isOver = false
  /// The peer asks nothing more.
  private var isInputOver = false
  private var watching: Gateway.ObserverID?

  init(stream: any ByteStream, user: String, commands: ControlCommands) {
    self.stream = stream
    self.user = user
    self.commands = commands
  }

  var waitingByteCount: Int { buffer.count }
  /// Nothing is under way for it and it waits for nothing.
  var isIdle: Bool { !isBusy && watching == nil }

  func begin() {
    stream.onBytes = { [weak self] bytes in self?.received(bytes) }
    stream.onClosed = { [weak self] _ in self?.closed() }
    stream.onDrained = { [weak self] in self?.takeLines() }
    stream.open()
  }

  /// The peer has asked all it wants to; the end of what it sent ends its last line too.
  func inputEnded() {
    isInputOver = true
    received(buffer.isEmpty ? [] : [0x0A])
  }

  func end() {
    closed()
    stream.close()
  }

  private func closed() {
    isOver = true
    buffer = []
    searched = 0
    if let watching { commands.stopWatching(watching) }
    watching = nil
    ended()
  }

  private func received(_ bytes: [UInt8]) {
    buffer += bytes
    takeLines()
    guard !isOver else { return }
    if buffer.count > ControlServer.longestRequest {
      answer(.failure(ControlFailure("the request is longer than \(ControlServer.longestRequest) bytes")))
      end()
    } else if !mayKeep() {
      answer(.failure(ControlFailure("too much waits on the control socket")))
      end()
    }
  }

  /// Carries out what has come, a line after the other; an answer that comes at once does not nest.
  private func takeLines() {
    guard !isTaking else { return }
    isTaking = true
    defer { isTaking = false }
    var start = 0
    while !isOver, !isBusy, stream.bufferedByteCount < Self.unreadLimit {
      guard let end = buffer[searched...].firstIndex(of: 0x0A) else {
        searched = buffer.count
        break
      }
      let line = Array(buffer[start..<end])
      start = end + 1
      searched = start
      handle(line)
    }
    guard !isOver else { return }
    buffer.removeSubrange(..<start)
    searched -= start
    if isInputOver, isIdle, buffer.isEmpty, stream.bufferedByteCount == 0 { end() }
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
    isBusy = true
    commands.run(command, request, user: user) { [weak self] result in
      guard let self, !isOver else { return }
      isBusy = false
      answer(result)
      takeLines()
    }
  }

  private func watch() {
    answer(.success(.null))
    guard watching == nil, !isOver else { return }
    watching = commands.watch { [weak self] event in
      guard let self, !isOver else { return }
      // A reader that does not read is let go: events are for those who keep up.
      if stream.bufferedByteCount >= Self.unreadLimit { return end() }
      send(event)
    }
  }

  private func answer(_ result: Result<JSONValue, ControlFailure>) {
    switch result {
    case .success(let value): send(["ok": true, "result": value])
    case .failure(let failure): send(["ok": false, "error": .string(failure.message)])
    }
  }

  private func send(_ value: JSONValue) {
    guard !isOver else { return }
    var bytes = value.encoded()
    bytes.append(0x0A)
    // Without its answer the peer would wait for ever.
    if !stream.write(bytes) { end() }
  }
}
