import MQTT
import Reactor
import SansIO
import Transport

/// Where to, and as whom.
extension UplinkDriver {
  /// The longest that a provider of credentials may take.
  static let credentialsDeadline = TimeSpan.seconds(20)

  typealias Plan = Result<any ByteStream, StreamClosure>

  /// A try begins: asks for the credentials, then makes the stream.
  func plan(_ completion: @escaping (Plan) -> Void) {
    let attempt = ladder.attemptBegins()
    endpoint = attempt.endpoint == 0 ? preferredEndpoint : configuration.endpoints[attempt.endpoint]
    tell(.trying(attempt, endpoint?.description ?? "no endpoint"))
    onStatus()
    let provider = configuration.credentials
    let home = LoopBound(CredentialsRequest(driver: self, attempt: attempt, completion: completion), on: loop)
    loop.schedule(at: loop.now.monotonic + Self.credentialsDeadline) {
      home.unwrapped.end(with: .failure(CredentialsFailure("the source of the credentials did not answer")))
    }
    loop.spawn {
      do throws(CredentialsFailure) {
        let credentials = try await provider.credentials(fresh: attempt.wantsFreshCredentials)
        home.unwrapped.end(with: .success(credentials))
      } catch {
        home.unwrapped.end(with: .failure(error))
      }
    }
  }

  fileprivate func planned(
    _ attempt: ConnectionLadder.Attempt, _ result: Result<BrokerCredentials, CredentialsFailure>,
    _ completion: (Plan) -> Void
  ) {
    switch result {
    case .failure(let failure):
      tell(.credentialsFailed(failure.description))
      completion(.failure(StreamClosure(.unusableSetting, "no credentials: \(failure)")))
    case .success(let credentials):
      // A try that was given up meanwhile has nothing to say about the next one.
      guard attempt.number == ladder.attempts else { return }
      var session = configuration.session
      session.userName = credentials.userName
      session.password = credentials.password
      if let identifier = credentials.clientIdentifier { session.clientIdentifier = identifier }
      connection.reconfigure(session)
      if attempt.endpoint == 0, let stated = credentials.endpoint {
        preferredEndpoint = stated
        endpoint = stated
      }
      guard let endpoint else {
        return completion(.failure(StreamClosure(.unusableSetting, "no broker is known")))
      }
      completion(surroundings.connect(endpoint))
    }
  }

  func connected() {
    isTakenOver = false
    ladder.connected(at: loop.now.monotonic)
    armReturn()
  }

  /// True when nobody has to be told: it is only a step on the way back to the first endpoint.
  func disconnected(_ reason: DisconnectReason, retryAt: MonotonicInstant?) -> Bool {
    if reason.failureClass == .takenOver { isTakenOver = true }
    if reason == .drained, isReturning {
      isReturning = false
      connection.start()
      return true
    }
    let now = loop.now.monotonic
    let wasGood = retryAt.map { ConnectBackoff.isImmediate($0 - now) } ?? false
    endProbe()
    if ladder.failed(reason, wasGood: wasGood), isWanted { connection.start() }
    return false
  }

  // MARK: The way back from a fallback

  func armReturn() {
    if let returnTimer { loop.cancel(returnTimer) }
    returnTimer = ladder.returnDue.map { due in
      loop.schedule(at: due) { [weak self] in
        self?.returnTimer = nil
        self?.lookAtFirst()
      }
    }
  }

  private func lookAtFirst() {
    guard let preferredEndpoint, ladder.returnDue != nil else { return }
    guard case .success(let stream) = surroundings.connect(preferredEndpoint) else { return firstIsDead() }
    stream.onOpen = { [weak self] in self?.firstAnswers() }
    stream.onClosed = { [weak self] _ in self?.firstIsDead() }
    probe = stream
    stream.open()
  }

  private func firstAnswers() {
    endProbe()
    guard ladder.stage == .connected, ladder.endpoint != 0, isWanted else { return }
    ladder.returnToFirst()
    isReturning = true
    tell(.returning(preferredEndpoint?.description ?? ""))
    connection.drain()
  }

  private func firstIsDead() {
    probe = nil
    ladder.returnFailed(at: loop.now.monotonic)
    armReturn()
  }

  func endProbe() {
    if let returnTimer { loop.cancel(returnTimer) }
    returnTimer = nil
    let stream = probe
    probe = nil
    stream?.onClosed = nil
    stream?.close()
  }
}

/// One question for credentials; its answer counts once.
private final class CredentialsRequest {
  private weak var driver: UplinkDriver?
  private let attempt: ConnectionLadder.Attempt
  private var completion: ((UplinkDriver.Plan) -> Void)?

  init(
    driver: UplinkDriver, attempt: ConnectionLadder.Attempt,
    completion: @escaping (UplinkDriver.Plan) -> Void
  ) {
    self.driver = driver
    self.attempt = attempt
    self.completion = completion
  }

  func end(with result: Result<BrokerCredentials, CredentialsFailure>) {
    guard let completion else { return }
    self.completion = nil
    driver?.planned(attempt, result, completion)
  }
}
