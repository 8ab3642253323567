import CLinux
import CSystemd
import Glibc

/// The signals that mean something to the daemon.
package enum LoopSignal: Hashable, Sendable, CaseIterable {
  case terminate
  case interrupt
  case hangUp

  var number: Int32 {
    switch self {
    case .terminate: SIGTERM
    case .interrupt: SIGINT
    case .hangUp: SIGHUP
    }
  }
}

extension EventLoop {
  /// What ends a process by default and means nothing to this one: a stray `kill -USR1`, a timer that a
  /// library left behind, or a write to a closed pipe is no reason to leave the house without its gateway.
  private static let ignoredSignals = [
    SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR,
  ]

  /// Takes TERM, INT and HUP away from their default effect and has them told here, before anything else of
  /// the same turn, and has those that mean nothing ignored. To be called before any other thread is
  /// started, since threads inherit the mask.
  package func onSignal(_ handler: @escaping (LoopSignal) -> Void) throws(SystemError) {
    checkOwner()
    let isFirst = signalHandler == nil
    signalHandler = handler
    guard isFirst else { return }
    for number in Self.ignoredSignals { signal(number, SIG_IGN) }
    for signal in LoopSignal.allCases { try add(signal) }
  }

  private func add(_ signal: LoopSignal) throws(SystemError) {
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, signal.number)
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    var source: OpaquePointer?
    let result = sd_event_add_signal(
      event, &source, signal.number,
      { _, information, context in
        guard let information, let context else { return 0 }
        let loop = Unmanaged<EventLoop>.fromOpaque(context).takeUnretainedValue()
        let number = Int32(information.pointee.ssi_signo)
        loop.readClocks()
        if let signal = LoopSignal.allCases.first(where: { $0.number == number }) {
          loop.signalHandler?(signal)
        }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
    guard result >= 0, let source else {
      throw SystemError(number: -result, call: "sd_event_add_signal")
    }
    sd_event_source_set_priority(source, Int64(SD_EVENT_PRIORITY_IMPORTANT))
    signalSources.append(source)
  }
}
