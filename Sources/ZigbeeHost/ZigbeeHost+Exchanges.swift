import RadioInterface
import SansIO
import ZCL
import Zigbee

// Queues, the hand-over to the adapter, retries and the end of exchanges.
extension ZigbeeHost {
  /// Takes an exchange into the queue of its device, or ends it at once when there is no room.
  mutating func submit(
    _ content: Exchange.Content, to device: IEEEAddress, for purpose: Exchange.Purpose,
    priority: ZCLRequest.Priority, limit: TimeSpan? = nil, isAtMostOnce: Bool = false, at now: Instants
  ) {
    guard let session = sessions[device] else { return }
    if purpose == .reply {
      guard session.openReplies < configuration.repliesPerDevice else {
        counters.droppedReplies &+= 1
        return
      }
      sessions[device]?.openReplies += 1
    }
    let span =
      limit
      ?? (session.device.isSleepy ? configuration.sleepyDeadline : configuration.mainsDeadline)
    let exchange = Exchange(
      id: nextExchangeID(), device: device, purpose: purpose, content: content, priority: priority,
      deadline: now.monotonic + span, isAtMostOnce: isAtMostOnce)
    if case .request(let request) = purpose {
      guard requests[request] == nil else {
        // A second request under an id in use could not be told from the first: it is none.
        emit(.diagnostic(.warning("Request id \(request.rawValue) is in use: ignored.")))
        return
      }
      requests[request] = exchange.id
    }
    exchanges[exchange.id] = exchange
    let entry = DeviceQueue.Entry(exchange: exchange.id, priority: priority, notBefore: nil)
    guard sessions[device]?.queue.insert(entry) == true else {
      end(exchange.id, .failed(.queueFull), at: now)
      return
    }
    devicesWithWork.insert(device)
    timers[.exchange(exchange.id)] = exchange.deadline
  }

  /// Hands over everything that may go now.
  mutating func pump(at now: Instants) {
    guard isUp else { return }
    sendBroadcasts(at: now)
    while let (device, entry) = nextCandidate(at: now.monotonic) {
      handOver(entry, of: device, at: now)
    }
    lookUpAddresses(at: now)
  }

  private func nextCandidate(at now: MonotonicInstant) -> (IEEEAddress, DeviceQueue.Entry)? {
    var best: (IEEEAddress, DeviceQueue.Entry)?
    for ieee in devicesWithWork {
      guard let session = sessions[ieee], session.device.networkAddress != .unknown,
        let entry = session.queue.next(
          at: now, where: { mayGo($0, of: session, at: now) })
      else { continue }
      guard let chosen = best?.1 else {
        best = (ieee, entry)
        continue
      }
      if entry.priority > chosen.priority
        || (entry.priority == chosen.priority && entry.exchange < chosen.exchange)
      {
        best = (ieee, entry)
      }
    }
    guard let best, limiter.hasRoom(for: best.1.priority) else { return nil }
    return best
  }

  /// A sleeper is sent to while it is awake. A control request tries once right away, since many sleepers
  /// (locks) poll their parent every second without saying so.
  private func mayGo(
    _ entry: DeviceQueue.Entry, of session: DeviceSession, at now: MonotonicInstant
  ) -> Bool {
    guard let exchange = exchanges[entry.exchange] else { return false }
    guard exchange.answers else { return true }
    let isAwake = session.isAwake(at: now)
    if session.device.isSleepy, !isAwake, exchange.priority < .control || exchange.attempts > 0 {
      return false
    }
    // An unlock must not wait behind a poll of the same device.
    let reserve = session.device.isSleepy || exchange.priority >= .control ? 0 : 1
    return session.inFlight.count < max(1, configuration.exchangesPerDevice - reserve)
  }

  private mutating func handOver(
    _ entry: DeviceQueue.Entry, of device: IEEEAddress, at now: Instants
  ) {
    guard var exchange = exchanges[entry.exchange], let session = sessions[device] else {
      sessions[device]?.queue.remove(entry.exchange)
      return
    }
    guard exchange.deadline > now.monotonic else {
      expire(exchange, at: now)
      return
    }
    guard let (request, key) = message(of: exchange, to: session.device) else {
      end(exchange.id, .failed(.queueFull), at: now)
      return
    }
    let radio = nextRadioRequestID()
    takeFromQueue(exchange.id, of: device)
    if exchange.attempts > 0 { counters.retries &+= 1 }
    exchange.attempts += 1
    exchange.phase = .handed(radio, key: key)
    exchanges[exchange.id] = exchange
    if exchange.answers { sessions[device]?.inFlight.insert(exchange.id) }
    // Doubled while the adapter has not confirmed; its confirmation starts the device's own time.
    timers[.exchange(exchange.id)] =
      exchange.answers ? now.monotonic + answerTime(of: session.device) * 2 : nil
    send(request, exchange: exchange.id, id: radio, at: now)
  }

  mutating func send(
    _ request: APSRequest, exchange: ExchangeID?, id: RadioRequestID, at now: Instants
  ) {
    sends[id] = PendingSend(exchange: exchange, epoch: limiter.handed())
    timers[.confirmation(id)] = now.monotonic + configuration.confirmationTime
    counters.framesHanded &+= 1
    emit(.send(id, request))
  }

  private func answerTime(of device: ZigbeeDevice) -> TimeSpan {
    device.isSleepy ? configuration.sleepyAnswerTime : configuration.mainsAnswerTime
  }

  private mutating func takeFromQueue(_ id: ExchangeID, of device: IEEEAddress) {
    sessions[device]?.queue.remove(id)
    if sessions[device]?.queue.isEmpty != false { devicesWithWork.remove(device) }
  }

  private mutating func expire(_ exchange: Exchange, at now: Instants) {
    counters.expired &+= 1
    end(exchange.id, .failed(exchange.lastFailure ?? .expired), at: now)
  }

  // MARK: - What came of it

  mutating func sendEnded(_ id: RadioRequestID, _ result: DeliveryResult, at now: Instants) {
    guard let pending = sends.removeValue(forKey: id) else {
      counters.unknownSends &+= 1
      return
    }
    timers[.confirmation(id)] = nil
    var isCongested = false
    if case .failed(.congested) = result { isCongested = true }
    if isCongested { counters.congestions &+= 1 }
    limiter.ended(
      isCongested: isCongested, isDelivered: result == .delivered, epoch: pending.epoch)
    guard let identifier = pending.exchange, let exchange = exchanges[identifier],
      case .handed(id, _) = exchange.phase
    else { return }
    switch result {
    case .delivered where exchange.answers:
      guard let session = sessions[exchange.device] else { return }
      timers[.exchange(exchange.id)] = now.monotonic + answerTime(of: session.device)
    case .delivered:
      end(exchange.id, .delivered, at: now)
    case .failed(let failure):
      undelivered(exchange, failure, at: now)
    }
  }

  private mutating func undelivered(
    _ exchange: Exchange, _ failure: DeliveryFailure, at now: Instants
  ) {
    if exchange.isAtMostOnce {
      let isUnknown = failure == .adapterLost || failure == .unconfirmed
      end(exchange.id, .failed(isUnknown ? .unknownOutcome : .undelivered(failure)), at: now)
      return
    }
    var exchange = exchange
    exchange.lastFailure = .undelivered(failure)
    switch failure {
    case .tooLong, .rejected:
      end(exchange.id, .failed(.undelivered(failure)), at: now)
    case .notRunning:
      // Certainly not sent, and nobody's fault: it waits for the network.
      requeue(exchange, attempt: 1, at: now)
    case .congested:
      exchange.congestions += 1
      guard exchange.congestions <= configuration.congestionRetries else {
        end(exchange.id, .failed(.undelivered(failure)), at: now)
        return
      }
      requeue(exchange, attempt: exchange.congestions - 1, at: now)
    case .noAcknowledgement, .unconfirmed, .adapterLost:
      guard exchange.mayArriveTwice else {
        if sessions[exchange.device]?.device.isSleepy == false { doubtAddress(of: exchange.device, at: now) }
        end(
          exchange.id,
          .failed(failure == .adapterLost ? .unknownOutcome : .undelivered(failure)), at: now)
        return
      }
      exchange.failures += 1
      retry(exchange, orFail: .undelivered(failure), at: now)
    case .noRoute:
      exchange.failures += 1
      retry(exchange, orFail: .undelivered(failure), at: now)
    }
  }

  private mutating func retry(_ exchange: Exchange, orFail failure: RequestFailure, at now: Instants) {
    let isSleepy = sessions[exchange.device]?.device.isSleepy == true
    // A sleeper that did not take it has gone back to sleep: the next try waits until it speaks.
    if isSleepy, exchange.answers { sessions[exchange.device]?.awakeUntil = nil }
    let limit = isSleepy && exchange.answers ? configuration.retries * 2 : configuration.retries
    guard exchange.failures <= limit else {
      if !isSleepy { doubtAddress(of: exchange.device, at: now) }
      end(exchange.id, .failed(failure), at: now)
      return
    }
    requeue(exchange, attempt: exchange.failures - 1, at: now)
  }

  private mutating func requeue(_ exchange: Exchange, attempt: Int, at now: Instants) {
    guard exchange.deadline > now.monotonic, sessions[exchange.device] != nil else {
      expire(exchange, at: now)
      return
    }
    var exchange = exchange
    if case .handed(_, let key?) = exchange.phase { transactions.close(key) }
    let wait = configuration.retryDelay.delay(attempt: attempt, using: &generator)
    exchange.phase = .queued
    exchanges[exchange.id] = exchange
    sessions[exchange.device]?.inFlight.remove(exchange.id)
    sessions[exchange.device]?.queue.putBack(
      DeviceQueue.Entry(
        exchange: exchange.id, priority: exchange.priority, notBefore: now.monotonic + wait))
    devicesWithWork.insert(exchange.device)
    timers[.exchange(exchange.id)] = min(exchange.deadline, now.monotonic + wait)
  }

  /// The timer of an exchange: its deadline or the end of a back-off while it is queued, the answer's time
  /// while it is handed over.
  mutating func exchangeTimedOut(_ id: ExchangeID, at now: Instants) {
    guard var exchange = exchanges[id] else { return }
    guard case .handed = exchange.phase else {
      if exchange.deadline <= now.monotonic {
        expire(exchange, at: now)
      } else {
        timers[.exchange(id)] = exchange.deadline
      }
      return
    }
    counters.timeouts &+= 1
    if exchange.sawSuccess {
      end(id, .zcl(.succeeded), at: now)
    } else if exchange.isRepeatable {
      exchange.failures += 1
      exchange.lastFailure = .timedOut
      retry(exchange, orFail: .timedOut, at: now)
    } else {
      end(id, .failed(.timedOut), at: now)
    }
  }

  /// The one end of an exchange: everything that knows it forgets it, then whoever waits is told.
  mutating func end(_ id: ExchangeID, _ outcome: ExchangeOutcome, at now: Instants) {
    guard let exchange = exchanges.removeValue(forKey: id) else { return }
    timers[.exchange(id)] = nil
    if case .handed(_, let key?) = exchange.phase { transactions.close(key) }
    sessions[exchange.device]?.inFlight.remove(id)
    takeFromQueue(id, of: exchange.device)
    switch exchange.purpose {
    case .request(let request):
      requests[request] = nil
      complete(request, Self.result(of: outcome))
    case .interview: interviewExchangeEnded(of: exchange.device, outcome, at: now)
    case .ping: pingEnded(of: exchange.device, outcome, at: now)
    case .removal: removalEnded(of: exchange.device, outcome, at: now)
    case .reply: sessions[exchange.device]?.openReplies -= 1
    }
    stopFastPollWhenIdle(exchange.device, at: now)
  }

  private static func result(of outcome: ExchangeOutcome) -> HostResult {
    switch outcome {
    case .zcl(let result): return result
    case .delivered: return .succeeded
    case .failed(let failure): return .failed(failure)
    case .deviceObject(let message):
      guard let status = message.body.first else { return .failed(.malformedAnswer) }
      return status == 0 ? .succeeded : .failed(.deviceObject(ZDOStatus(rawValue: status)))
    }
  }
}
