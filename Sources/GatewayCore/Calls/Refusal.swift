import SansIO

/// Why a call is not taken.
struct Refusal: Error, Hashable, Sendable {
  var code: CallResult.Code
  var reason: String?
  /// Worth a line in the audit: somebody tried what they may not.
  var isSuspicious: Bool

  init(_ code: CallResult.Code, _ reason: String? = nil, isSuspicious: Bool = false) {
    self.code = code
    self.reason = reason
    self.isSuspicious = isSuspicious
  }

  var result: CallResult { CallResult(code, reason: reason) }
}

/// Bounds what refused calls write into the audit, so that nobody fills the disk by being refused.
struct RefusalAudits: Sendable {
  private var windowStart: MonotonicInstant?
  private var count = 0

  mutating func mayWrite(at now: MonotonicInstant, perMinute limit: Int) -> Bool {
    if windowStart.map({ now - $0 >= .seconds(60) }) ?? true {
      windowStart = now
      count = 0
    }
    guard count < limit else { return false }
    count += 1
    return true
  }
}
