import CLinux

/// What one waits for on a descriptor, and what was found there.
package struct Readiness: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let read = Readiness(rawValue: 1)
  package static let write = Readiness(rawValue: 2)
  /// Told with whatever else is waited for; alone, it waits for nothing else.
  package static let hangUp = Readiness(rawValue: 4)
  /// Told with whatever is waited for.
  package static let error = Readiness(rawValue: 8)

  /// The other side has gone, or the descriptor is broken.
  package var isBroken: Bool { rawValue & (Self.hangUp.rawValue | Self.error.rawValue) != 0 }
  package var isWritable: Bool { rawValue & Self.write.rawValue != 0 }

  init(epoll events: UInt32) {
    var bits: UInt8 = 0
    if events & clinux_epoll_in != 0 { bits |= Self.read.rawValue }
    if events & clinux_epoll_out != 0 { bits |= Self.write.rawValue }
    if events & clinux_epoll_hangup != 0 { bits |= Self.hangUp.rawValue }
    if events & clinux_epoll_error != 0 { bits |= Self.error.rawValue }
    self.init(rawValue: bits)
  }

  var epoll: UInt32 {
    (contains(.read) ? clinux_epoll_in : 0) | (contains(.write) ? clinux_epoll_out : 0)
  }
}

/// Names one watched descriptor of one loop; never used again after `unwatch`.
package struct WatchToken: Hashable, Sendable {
  let number: UInt64
}
