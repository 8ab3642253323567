/// What happened since the start, for people and tests.
package struct HostCounters: Hashable, Sendable {
  package var framesReceived: UInt64 = 0
  package var malformedFrames: UInt64 = 0
  package var duplicateFrames: UInt64 = 0
  package var framesHanded: UInt64 = 0
  package var retries: UInt64 = 0
  package var congestions: UInt64 = 0
  package var timeouts: UInt64 = 0
  package var expired: UInt64 = 0
  package var unknownSends: UInt64 = 0
  package var droppedReplies: UInt64 = 0
  package var droppedBroadcasts: UInt64 = 0
  package init() {}
}
