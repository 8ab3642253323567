import MQTT
import MQTTClient
import Reactor
import SansIO

/// Publishes what there is as fast as the connection takes it, and ends when all of it has arrived.
final class Publisher: ClientTask {
  /// No more undelivered messages than these, so that a fast input does not fill the memory.
  private static let longestBacklog = 1_024
  private static let patience = TimeSpan.milliseconds(2)

  private let options: PublishOptions
  private let life: ClientLife
  private let input: LineInput?
  private var waiting: BoundedQueue<Message>
  /// How many have been handed over; the number of a message is its tag.
  private var published: UInt64 = 0
  private var repeatsLeft: Int
  private var isInputOver = false
  private var isConnected = false
  private var unanswered = 0
  private var isRetryArmed = false
  private var nextRepeat: MonotonicInstant?

  init(_ options: PublishOptions, life: ClientLife) {
    self.options = options
    self.life = life
    waiting = BoundedQueue(limit: .max)
    input = options.source == .lines ? LineInput(loop: life.loop) : nil
    repeatsLeft = input == nil ? options.repeats : 0
  }

  func begin() {
    unanswered = life.connection.status.undeliveredMessages
    guard let input else {
      isInputOver = true
      return
    }
    input.onLines = { [weak self] lines in self?.take(lines) }
    input.onEnd = { [weak self] failure in self?.inputEnded(failure) }
  }

  func heard(_ event: MQTTConnectionEvent) {
    switch event {
    case .connected:
      isConnected = true
      input?.resume()
      publish()
    case .disconnected: isConnected = false
    case .stored(let tag) where options.confirms:
      if !CommandOutput.line("\(tag.rawValue)") { life.fail("standard output: nobody reads it") }
    case .delivered:
      unanswered -= 1
      publish()
    // Whatever else is refused is offered again.
    case .dropped(_, .tooLarge): life.fail("a message was not taken: \(DropReason.tooLarge)")
    default: break
    }
  }

  /// What was read is still delivered; nothing more is read.
  func stop() {
    input?.stop()
    repeatsLeft = 0
    isInputOver = true
    publish()
  }

  private func take(_ lines: [[UInt8]]) {
    for line in lines {
      var message = options.template
      message.payload = line
      waiting.append(message)
    }
    publish()
  }

  private func inputEnded(_ failure: String?) {
    if let failure { return life.fail("standard input: \(failure)") }
    isInputOver = true
    publish()
  }

  private func publish() {
    guard isConnected else { return }
    repeatMessage()
    while unanswered < Self.longestBacklog, let message = waiting.first {
      if message.qos != .atMostOnce { unanswered += 1 }
      guard life.connection.publish(message, tag: PublishTag(rawValue: published + 1)) else {
        if message.qos != .atMostOnce { unanswered -= 1 }
        return tryAgainSoon()
      }
      published += 1
      _ = waiting.popFirst()
    }
    if waiting.isEmpty { input?.resume() }
    if waiting.isEmpty, repeatsLeft > 0, options.delayMilliseconds == 0 { tryAgainSoon(after: .zero) }
    if isInputOver, repeatsLeft == 0, waiting.isEmpty, unanswered <= 0 { life.finish() }
  }

  private func repeatMessage() {
    guard repeatsLeft > 0, case .payload(let bytes) = options.source else { return }
    let now = life.loop.now.monotonic
    if let nextRepeat, now < nextRepeat { return }
    var message = options.template
    message.payload = bytes
    let delay = options.delayMilliseconds
    while repeatsLeft > 0, waiting.count < Self.longestBacklog {
      waiting.append(message)
      repeatsLeft -= 1
      if delay > 0 { break }
    }
    guard delay > 0, repeatsLeft > 0 else { return }
    let due = now + .milliseconds(Int64(delay))
    nextRepeat = due
    _ = life.loop.schedule(at: due) { [weak self] in self?.publish() }
  }

  private func tryAgainSoon(after pause: TimeSpan = patience) {
    guard !isRetryArmed else { return }
    isRetryArmed = true
    _ = life.loop.schedule(at: life.loop.now.monotonic + pause) { [weak self] in
      self?.isRetryArmed = false
      self?.publish()
    }
  }
}
