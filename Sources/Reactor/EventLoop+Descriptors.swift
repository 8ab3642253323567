import CLinux
import CSystemd

/// One descriptor that a loop watches; the pointer that sd-event holds refers to it.
final class DescriptorWatch {
  fileprivate var source: OpaquePointer?
  fileprivate var handler: ((Readiness) -> Void)?
  fileprivate unowned let loop: EventLoop

  fileprivate init(loop: EventLoop, handler: @escaping (Readiness) -> Void) {
    self.loop = loop
    self.handler = handler
  }

  /// sd-event calls a source no more once it is disabled, so what it refers to may go.
  func end() {
    guard let source else { return }
    sd_event_source_disable_unref(source)
    self.source = nil
    handler = nil
  }
}

extension EventLoop {
  /// Watches a descriptor, level-triggered: the handler is called in every turn in which the descriptor is
  /// ready. The descriptor stays the caller's, who closes it after `unwatch`.
  package func watch(
    fd: Int32, interest: Readiness, handler: @escaping (Readiness) -> Void
  ) throws(SystemError) -> WatchToken {
    checkOwner()
    let watch = DescriptorWatch(loop: self, handler: handler)
    let result = sd_event_add_io(
      event, &watch.source, fd, interest.epoll,
      { _, _, events, context in
        guard let context else { return 0 }
        let watch = Unmanaged<DescriptorWatch>.fromOpaque(context).takeUnretainedValue()
        watch.loop.readClocks()
        watch.handler?(Readiness(epoll: events))
        return 0
      }, Unmanaged.passUnretained(watch).toOpaque())
    guard result >= 0 else { throw SystemError(number: -result, call: "watch descriptor \(fd)") }
    let number = nextWatchNumber()
    watches[number] = watch
    setEnabled(watch, interest)
    return WatchToken(number: number)
  }

  /// Changes what is waited for; with nothing to wait for, hang-ups are not told either. Harmless for a
  /// descriptor that is no longer watched.
  package func update(_ token: WatchToken, interest: Readiness) {
    checkOwner()
    guard let watch = watches[token.number] else { return }
    if !interest.isEmpty { sd_event_source_set_io_events(watch.source, interest.epoll) }
    setEnabled(watch, interest)
  }

  /// Forgets a descriptor, also from within any handler, its own included. Harmless when repeated.
  package func unwatch(_ token: WatchToken) {
    checkOwner()
    watches.removeValue(forKey: token.number)?.end()
  }

  private func setEnabled(_ watch: DescriptorWatch, _ interest: Readiness) {
    sd_event_source_set_enabled(watch.source, Int32(interest.isEmpty ? SD_EVENT_OFF : SD_EVENT_ON))
  }
}
