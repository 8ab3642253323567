import RadioInterface
import SansIO
import ZCL
import Zigbee

/// One message to one device and, where there is one, its answer.
///
/// queued -> handed (to the adapter) -> ended; handed -> queued again for a retry. Each ends once.
struct Exchange: Sendable {
  /// Who waits for the end.
  enum Purpose: Hashable, Sendable {
    case request(HostRequestID)
    case interview
    case ping
    case removal
    /// Nobody: default responses, answers to reads, fast-poll stops.
    case reply
  }

  enum Content: Hashable, Sendable {
    case zcl(ZCLRequest)
    /// A ZDO request whose answer has its cluster | 0x8000.
    case deviceObject(ClusterID, body: [UInt8])
    /// A finished payload that nothing answers.
    case message(
      sourceEndpoint: EndpointID, endpoint: EndpointID, profile: ProfileID, cluster: ClusterID,
      payload: [UInt8])
  }

  enum Phase: Sendable {
    case queued
    /// In the adapter or on its way: waits for the answer until the timer of the exchange.
    case handed(RadioRequestID, key: TransactionTable.Key?)
  }

  let id: ExchangeID
  let device: IEEEAddress
  let purpose: Purpose
  let content: Content
  let priority: ZCLRequest.Priority
  /// Not to be handed over after this.
  let deadline: MonotonicInstant
  let isAtMostOnce: Bool
  var phase = Phase.queued
  /// How often it was handed over.
  var attempts = 0
  var failures = 0
  var congestions = 0
  /// Why the last try failed: what to say when the deadline ends the next.
  var lastFailure: RequestFailure?
  /// A success default response came, but the specific answer did not yet.
  var sawSuccess = false

  var answers: Bool {
    if case .message = content { return false }
    return true
  }

  /// Whether doing it twice does no harm, so that a missing answer is a reason to try again.
  var isRepeatable: Bool {
    guard !isAtMostOnce else { return false }
    switch content {
    case .zcl(let request):
      if case .command = request.operation { return false }
      return true
    case .deviceObject: return true
    case .message: return false
    }
  }
}

extension Exchange {
  /// Whether the device may get it twice: asked when it may have arrived and only its acknowledgement was lost.
  var mayArriveTwice: Bool {
    guard !isAtMostOnce else { return false }
    guard case .zcl(let request) = content, case .command(let command, _, _) = request.operation else {
      return true
    }
    return request.manufacturer == nil && ClusterRules.isIdempotent(command, on: request.cluster)
  }
}

/// How an exchange ended.
enum ExchangeOutcome: Hashable, Sendable {
  case zcl(HostResult)
  case deviceObject(ZDOMessage)
  /// Delivered, and nothing was to answer.
  case delivered
  case failed(RequestFailure)
}

/// Everything that arms the host's timer.
enum HostTimer: Hashable, Sendable {
  case exchange(ExchangeID)
  case confirmation(RadioRequestID)
  case availability(IEEEAddress)
  case interview(IEEEAddress)
  case pings
  case broadcasts
  case unknownSenders
  case permitJoin
}
