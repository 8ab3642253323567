import SansIO

/// Names a request until its answer has come or its time is up.
public struct RequestIdentifier: Hashable, Sendable {
  public let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// Why a request has no answer.
public enum RequestFailure: Error, Hashable, Sendable {
  /// Requests need response topics, which came with 5.0.
  case notInThisVersion
  /// Neither the message nor the configuration names a response topic, and the broker has given no basis for
  /// one (``ServerCapabilities/responseInformation``).
  case noResponseTopic
  case tooManyRequests
  /// The message was refused at once; `.dropped` says why.
  case notTaken
  case timeout
}

/// Requests without an answer, by their correlation data: 8 random bytes, so that nobody answers by guessing
/// and no answer to an earlier process fits, and 8 bytes of the request's number.
struct RequestTable: Sendable {
  struct Pending: Sendable {
    var due: MonotonicInstant
    var salt: UInt64
    var responseTopic: TopicName
  }

  private var pending: [UInt64: Pending] = [:]
  private var lastNumber: UInt64 = 0

  var count: Int { pending.count }
  var isEmpty: Bool { pending.isEmpty }
  var nextDue: MonotonicInstant? { pending.values.map(\.due).min() }

  /// Gives the identifier and the correlation data.
  mutating func add(_ request: Pending) -> (RequestIdentifier, correlationData: [UInt8]) {
    lastNumber += 1
    pending[lastNumber] = request
    let data = Self.bytes(request.salt) + Self.bytes(lastNumber)
    return (RequestIdentifier(rawValue: lastNumber), data)
  }

  /// Takes the request that a message answers.
  mutating func takeAnswered(by message: Message) -> RequestIdentifier? {
    guard !pending.isEmpty, let data = message.properties.correlationData, data.count == 16 else {
      return nil
    }
    let number = data[8...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let request = pending[number], request.responseTopic == message.topic,
      Self.bytes(request.salt).elementsEqual(data[..<8])
    else { return nil }
    pending[number] = nil
    return RequestIdentifier(rawValue: number)
  }

  @discardableResult
  mutating func remove(_ identifier: RequestIdentifier) -> Bool {
    pending.removeValue(forKey: identifier.rawValue) != nil
  }

  /// Takes those whose time is up, the oldest first.
  mutating func takeExpired(at now: MonotonicInstant) -> [RequestIdentifier] {
    let numbers = pending.filter { $0.value.due <= now }.keys.sorted()
    for number in numbers { pending[number] = nil }
    return numbers.map(RequestIdentifier.init(rawValue:))
  }

  private static func bytes(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * $0)) }
  }
}
