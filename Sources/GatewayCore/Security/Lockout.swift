import SansIO
import Zigbee

/// Whose wrong PINs are counted.
package enum LockoutSubject: Hashable, Sendable {
  case lock(IEEEAddress)
  case caller(String)

  /// `lock/<ieee>` or `caller/<name>`.
  package var text: String {
    switch self {
    case .lock(let ieee): "lock/" + ieee.description
    case .caller(let name): "caller/" + name
    }
  }

  package init?(_ text: String) {
    if text.hasPrefix("lock/"), let ieee = IEEEAddress(String(text.dropFirst(5))) {
      self = .lock(ieee)
    } else if text.hasPrefix("caller/") {
      self = .caller(String(text.dropFirst(7)))
    } else {
      return nil
    }
  }
}

/// The wrong PINs of one subject.
package struct Lockout: Hashable, Sendable {
  package var subject: LockoutSubject
  /// The latest ones that are not yet part of a lock-out.
  package var failures: [WallTime]
  /// How many lock-outs there were.
  package var count: Int
  package var until: WallTime?

  package init(
    subject: LockoutSubject, failures: [WallTime] = [], count: Int = 0, until: WallTime? = nil
  ) {
    self.subject = subject
    self.failures = failures
    self.count = count
    self.until = until
  }
}
