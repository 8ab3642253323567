import RadioInterface
import SansIO
import ZCL
import Zigbee

// Drives the interviews: at most so many at once, each one question at a time, each resumed when its
// device next speaks.
extension ZigbeeHost {
  static let interviewExchangeLimit = TimeSpan.seconds(30)
  static let shortestResume = TimeSpan.seconds(1)
  static let longestResume = TimeSpan.minutes(5)

  /// Interviews a device anew. What is known of it stays until the device says otherwise.
  package mutating func interview(_ ieee: IEEEAddress, at now: Instants) {
    guard sessions[ieee] != nil, sessions[ieee]?.removal == nil else { return }
    interviewing.remove(ieee)
    let open = exchanges.values.filter { $0.device == ieee && $0.purpose == .interview }
    for exchange in open { end(exchange.id, .failed(.cancelled), at: now) }
    guard var session = sessions[ieee] else { return }
    session.device.interview = .waiting(step: .nodeDescriptor)
    session.interview = InterviewMachine(for: session.device, isFresh: true)
    session.interviewStops = 0
    session.interviewResumesAt = nil
    sessions[ieee] = session
    reportInterview(of: ieee)
    startInterview(of: ieee, at: now)
    pump(at: now)
  }

  /// Starts or goes on, or waits for a place.
  mutating func startInterview(of ieee: IEEEAddress, at now: Instants) {
    guard let session = sessions[ieee], session.removal == nil, !session.isInterviewed,
      !interviewing.contains(ieee)
    else { return }
    guard interviewing.count < configuration.simultaneousInterviews else {
      if !interviewsWaiting.contains(ieee) { interviewsWaiting.append(ieee) }
      return
    }
    interviewsWaiting.removeAll { $0 == ieee }
    interviewing.insert(ieee)
    timers[.interview(ieee)] = nil
    if session.interview == nil {
      sessions[ieee]?.interview = InterviewMachine(for: session.device)
    }
    if let step = sessions[ieee]?.interview?.step {
      sessions[ieee]?.device.interview = .waiting(step: step)
    }
    advanceInterview(of: ieee, at: now)
  }

  mutating func admitInterviews(at now: Instants) {
    while !interviewsWaiting.isEmpty, interviewing.count < configuration.simultaneousInterviews {
      startInterview(of: interviewsWaiting.removeFirst(), at: now)
    }
  }

  /// The device spoke: a stopped interview goes on, unless it stopped just now.
  mutating func deviceSpoke(_ ieee: IEEEAddress, at now: Instants) {
    // In place, since every frame comes by here and nearly all devices are done.
    guard let index = sessions.index(forKey: ieee), !sessions.values[index].isInterviewed,
      !interviewing.contains(ieee)
    else { return }
    if let resumes = sessions.values[index].interviewResumesAt, resumes > now.monotonic { return }
    startInterview(of: ieee, at: now)
  }

  mutating func resumeInterview(of ieee: IEEEAddress, at now: Instants) {
    startInterview(of: ieee, at: now)
  }

  private mutating func advanceInterview(of ieee: IEEEAddress, at now: Instants) {
    guard let coordinator = network?.coordinator else {
      stopInterview(of: ieee, reason: "The network is not up yet.", at: now)
      return
    }
    while var machine = sessions[ieee]?.interview, let device = sessions[ieee]?.device {
      let task = machine.nextTask(for: device)
      if let task {
        sessions[ieee]?.interview = machine
        let content = task.content(
          for: device, coordinator: coordinator, sequence: transactions.freshSequence())
        submit(
          content, to: ieee, for: .interview, priority: .interview,
          limit: Self.interviewExchangeLimit, at: now)
        return
      }
      let finished = machine.step
      let state = machine.finishStep()
      sessions[ieee]?.interview = state == .complete ? nil : machine
      sessions[ieee]?.device.interview = state
      reportInterview(of: ieee)
      if finished == .basicAttributes { emit(.deviceReady(ieee)) }
      if state == .complete {
        interviewing.remove(ieee)
        stopFastPollWhenIdle(ieee, at: now)
        admitInterviews(at: now)
        return
      }
    }
  }

  private mutating func reportInterview(of ieee: IEEEAddress) {
    guard let device = sessions[ieee]?.device else { return }
    emit(.deviceChanged(device))
    emit(.interviewProgressed(ieee, device.interview))
  }

  mutating func interviewExchangeEnded(
    of ieee: IEEEAddress, _ outcome: ExchangeOutcome, at now: Instants
  ) {
    guard interviewing.contains(ieee), var session = sessions[ieee], var machine = session.interview
    else { return }
    guard case .failed(let failure) = outcome, failure != .malformedAnswer else {
      machine.answered(outcome, device: &session.device)
      session.interviewStops = 0
      session.interview = machine
      sessions[ieee] = session
      tell(machine.notice)
      advanceInterview(of: ieee, at: now)
      return
    }
    let question = machine.task
    let spoke = session.lastHeard.map { $0 + Self.interviewExchangeLimit > now.monotonic } ?? false
    let isGivenUp = machine.unanswered(deviceSpoke: spoke, device: &session.device)
    session.interview = machine
    sessions[ieee] = session
    tell(machine.notice)
    if isGivenUp {
      advanceInterview(of: ieee, at: now)
    } else {
      stopInterview(
        of: ieee, reason: "No answer for \(question?.words ?? "the last question") (\(failure.words)).",
        at: now)
    }
  }

  private mutating func tell(_ notice: String?) {
    if let notice { emit(.diagnostic(.warning(notice))) }
  }

  private mutating func stopInterview(of ieee: IEEEAddress, reason: String, at now: Instants) {
    interviewing.remove(ieee)
    guard var session = sessions[ieee] else { return }
    let step = session.interview?.step ?? .nodeDescriptor
    session.device.interview = .stopped(step: step, reason: reason)
    let attempt = session.interviewStops
    session.interviewStops = min(attempt + 1, 16)
    var pause = Self.shortestResume
    for _ in 0..<attempt where pause < Self.longestResume { pause = pause * 2 }
    session.interviewResumesAt = now.monotonic + min(pause, Self.longestResume)
    // A sleeper is asked when it speaks; a mains device may have nothing to say.
    if !session.device.isSleepy {
      timers[.interview(ieee)] =
        now.monotonic + configuration.interviewRetry.delay(attempt: attempt, using: &generator)
    }
    sessions[ieee] = session
    reportInterview(of: ieee)
    admitInterviews(at: now)
  }
}

extension RequestFailure {
  /// For people.
  var words: String {
    switch self {
    case .unknownDevice, .deviceGone: "the device is gone"
    case .unknownEndpoint: "no such endpoint"
    case .timedOut: "no answer in time"
    case .undelivered: "the frame could not be delivered"
    case .expired: "it did not wake up in time"
    case .queueFull: "too much is waiting for it"
    case .unknownOutcome: "the adapter was lost meanwhile"
    case .malformedAnswer: "its answer could not be read"
    case .cancelled: "it was cancelled"
    case .deviceObject(let status): "it refused with \(status)"
    case .adapter(let reason): reason
    }
  }
}
