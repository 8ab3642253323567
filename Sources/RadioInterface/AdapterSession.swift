import SansIO

/// What the driver of an adapter's session has to do.
public enum AdapterOutput: Hashable, Sendable {
  case transmit([UInt8])
  /// Modem lines for boards whose reset or boot loader hangs on them; only with that option.
  case setLines(dtr: Bool, rts: Bool)
  /// The session can do no more on this link: close it and open it again with back-off.
  case closeLink(reason: String)
  /// A network is to be formed: call `provideEntropy`.
  case needsEntropy
  case event(RadioEvent)
}

/// The session with one adapter, whatever its family: from an open port to a running network, and back after
/// every reset or loss.
///
/// The driver opens the port and calls `linkOpened`; it hands over what it reads, calls `deadlinePassed` when
/// `nextDeadline` comes, and after each call carries out what `nextOutput` gives. A session never ends: when it
/// can do no more on a link it asks to close it, and the driver opens it again with back-off.
public protocol AdapterSession: Sendable {
  var state: RadioState { get }
  var nextDeadline: MonotonicInstant? { get }

  mutating func linkOpened(at now: MonotonicInstant)
  mutating func linkClosed(reason: String, at now: MonotonicInstant)
  mutating func bytesReceived(_ bytes: [UInt8], at now: MonotonicInstant)
  mutating func deadlinePassed(at now: MonotonicInstant)
  mutating func command(_ command: RadioCommand, at now: MonotonicInstant)
  /// Random numbers for the network that is to be formed. They are used once.
  mutating func provideEntropy(_ entropy: FormingEntropy, at now: MonotonicInstant)
  mutating func nextOutput() -> AdapterOutput?
}
