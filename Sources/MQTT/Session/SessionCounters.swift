/// What a session has done since it was made.
public struct SessionCounters: Hashable, Sendable {
  public var connections: UInt64 = 0
  public var published: UInt64 = 0
  public var delivered: UInt64 = 0
  public var dropped: UInt64 = 0
  public var received: UInt64 = 0
  public var duplicatesSuppressed: UInt64 = 0
  public var bytesReceived: UInt64 = 0
  public var bytesSent: UInt64 = 0

  public init() {}
}
