import MQTT
import Reactor
import SansIO
import Transport

/// Credentials from a configuration endpoint: `GET` over TLS, a JSON object as the answer, kept in a file so
/// that a start without the endpoint is a start all the same.
///
/// Confined to its loop. What is kept is given until somebody asks for fresh ones; then it is forgotten first.
package final class HTTPCredentials: CredentialsProvider, Sendable {
  /// From the first byte sent to the last received, name look-up and TLS included.
  static let deadline = TimeSpan.seconds(15)

  package struct Address: Hashable, Sendable {
    package var host: String
    package var port: UInt16
    /// The path with its query.
    package var target: String
    /// Plain HTTP is for this machine alone.
    package var usesTLS: Bool

    package init(host: String, port: UInt16, target: String, usesTLS: Bool) {
      self.host = host
      self.port = port
      self.target = target
      self.usesTLS = usesTLS
    }
  }

  private let address: Address
  private let user: String
  private let cache: String
  private let loop: any Loop
  private let worker: any Worker
  private let connect: LoopBound<() -> any ByteStream>

  /// - Parameters:
  ///   - user: where the answer names none.
  ///   - cache: the file in which the last answer is kept.
  ///   - connect: a stream to the endpoint, not yet opened.
  package init(
    address: Address, user: String, cache: String, loop: any Loop, worker: any Worker,
    connect: @escaping () -> any ByteStream
  ) {
    self.address = address
    self.user = user
    self.cache = cache
    self.loop = loop
    self.worker = worker
    self.connect = LoopBound(connect, on: loop)
  }

  package func credentials(fresh: Bool) async throws(CredentialsFailure) -> BrokerCredentials {
    let (cache, user) = (cache, user)
    if fresh {
      _ = await worker.perform { PrivateFile.remove(cache) }
    } else if let kept = await worker.perform({ () -> BrokerCredentials? in
      guard
        let content = try? PrivateFile.read(
          cache, limit: CredentialsDocument.sizeLimit, mayBeShared: false)
      else { return nil }
      return try? FileCredentials.parse(content, .document(user: user))
    }) ?? nil {
      return kept
    }
    let body = try await get()
    let credentials = try FileCredentials.parse(body, .document(user: user))
    // Without the cache the endpoint is asked again after the next start: no reason to have no credentials.
    _ = await worker.perform { try? PrivateFile.replace(cache, with: body) }
    return credentials
  }

  private func get() async throws(CredentialsFailure) -> [UInt8] {
    let exchange = LoopBound(HTTPExchange(address, over: connect.unwrapped()), on: loop)
    let timer = loop.schedule(at: loop.now.monotonic + Self.deadline) {
      exchange.unwrapped.end(.failure(CredentialsFailure("the configuration endpoint did not answer")))
    }
    defer { loop.cancel(timer) }
    return try await withCheckedContinuation { exchange.unwrapped.begin($0) }.get()
  }
}

/// One GET. Confined to its loop.
private final class HTTPExchange {
  typealias Outcome = Result<[UInt8], CredentialsFailure>

  private let request: [UInt8]
  private let stream: any ByteStream
  private var answer = HTTPAnswer()
  private var waiter: CheckedContinuation<Outcome, Never>?

  init(_ address: HTTPCredentials.Address, over stream: any ByteStream) {
    self.stream = stream
    let name = address.host.contains(":") ? "[\(address.host)]" : address.host
    let isStandard = address.port == (address.usesTLS ? 443 : 80)
    request = Array(
      ("GET \(address.target) HTTP/1.1\r\nHost: \(name)\(isStandard ? "" : ":\(address.port)")\r\n"
        + "Accept: application/json\r\nUser-Agent: gatehouse\r\nConnection: close\r\n\r\n").utf8)
  }

  func begin(_ waiter: CheckedContinuation<Outcome, Never>) {
    self.waiter = waiter
    stream.onOpen = { [weak self] in
      guard let self else { return }
      stream.write(request)
    }
    stream.onBytes = { [weak self] in self?.received($0, isEnd: false) }
    stream.onClosed = { [weak self] closure in
      guard let self else { return }
      if closure.reason == .endOfStream { received([], isEnd: true) }
      end(.failure(CredentialsFailure("the configuration endpoint: \(closure)")))
    }
    stream.open()
  }

  private func received(_ bytes: [UInt8], isEnd: Bool) {
    switch answer.received(bytes, isEnd: isEnd) {
    case .needsMore: break
    case .malformed(let text): end(.failure(CredentialsFailure("the configuration endpoint: \(text)")))
    case .complete(200, let body): end(.success(body))
    case .complete(let status, _):
      end(.failure(CredentialsFailure("the configuration endpoint answers with status \(status)")))
    }
  }

  func end(_ outcome: Outcome) {
    guard let waiter else { return }
    self.waiter = nil
    stream.close()
    waiter.resume(returning: outcome)
  }
}
