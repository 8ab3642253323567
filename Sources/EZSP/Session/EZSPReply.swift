import RadioInterface

/// How a request ended.
enum EZSPReply: Hashable, Sendable {
  case response(FrameFields)
  /// The firmware does not know the command, or its parameters were wrong; nil: this version has no such
  /// command, and nothing was sent.
  case refused(EZSPStatus?)
  case timedOut

  var fields: FrameFields? {
    if case .response(let fields) = self { fields } else { nil }
  }

  /// The status in a response, where it has one.
  var status: EZSPStatus? { fields?.status }

  /// A response without a bad status.
  var isSuccess: Bool {
    guard let fields, fields["_truncated_at"] == nil else { return false }
    return fields.status?.isSuccess ?? true
  }

  /// The fields of a response that says success.
  var successFields: FrameFields? { isSuccess ? fields : nil }
}

extension FrameFields {
  var status: EZSPStatus? {
    guard case .identifier(let value, let digits) = self["status"] else { return nil }
    return EZSPStatus(rawValue: UInt32(truncatingIfNeeded: value), isLong: digits == 8)
  }
}
