/// How a request ended.
enum MTReply: Hashable, Sendable {
  case response([UInt8])
  /// The adapter does not know the command, or its parameters were wrong (RPC error frame).
  case refused(code: UInt8)
  case timedOut

  /// The first byte of a response, which is the status of most.
  var status: UInt8? {
    if case .response(let payload) = self { payload.first } else { nil }
  }

  var payload: [UInt8]? {
    if case .response(let payload) = self { payload } else { nil }
  }

  /// The value in a response of status, length, bytes; nil unless the status is success.
  var value: [UInt8]? {
    guard let payload, payload.count >= 2, payload[0] == MTStatus.success.rawValue,
      payload.count >= 2 + Int(payload[1])
    else { return nil }
    return Array(payload[2..<(2 + Int(payload[1]))])
  }
}
