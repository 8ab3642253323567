/// What the session counts, for diagnostics.
package struct ZNPCounters: Hashable, Sendable {
  package var receivedBytes: UInt64 = 0
  /// Bytes that belonged to no good frame.
  package var droppedBytes: UInt64 = 0
  /// Frames with a wrong check byte.
  package var checkFailures: UInt64 = 0
  package var sentFrames: UInt64 = 0
  package var requestTimeouts: UInt64 = 0
  /// Responses that nobody waited for any more.
  package var lateReplies: UInt64 = 0
  /// Confirmations whose send had ended.
  package var lateConfirmations: UInt64 = 0
  /// Frames that came before the handshake was done.
  package var framesBeforeHandshake: UInt64 = 0
  /// Indications whose length their definition does not allow.
  package var malformedIndications: UInt64 = 0
  package var unhandledIndications: UInt64 = 0
  package var adapterResets: UInt64 = 0
  package var lostOutputs: UInt64 = 0

  package init() {}
}
