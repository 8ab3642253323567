import CLinux

/// What one waits for on a descriptor, and what was found there.
package struct Readiness: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let read = Readiness(rawValue: 1)
  package static let write = Readiness(rawValue: 2)
  /// Never asked for, always told.
  package static let hangUp = Readiness(rawValue: 4)
  /// Never asked for, always told.
  package static let error = Readiness(rawValue: 8)

  init(epoll events: UInt32) {
    var readiness: Readiness = []
    if events & clinux_epoll_in != 0 { readiness.insert(.read) }
    if events & clinux_epoll_out != 0 { readiness.insert(.write) }
    if events & clinux_epoll_hangup != 0 { readiness.insert(.hangUp) }
    if events & clinux_epoll_error != 0 { readiness.insert(.error) }
    self = readiness
  }

  var epoll: UInt32 {
    (contains(.read) ? clinux_epoll_in : 0) | (contains(.write) ? clinux_epoll_out : 0)
  }
}

/// Names one watched descriptor of one loop; never used again after `unwatch`.
package struct WatchToken: Hashable, Sendable {
  let number: UInt64
}
