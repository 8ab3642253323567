/// The number that ties an acknowledgement to its packet; never 0 (clause 2.3.1).
public struct PacketIdentifier: Hashable, Sendable, Comparable, CustomStringConvertible {
  public let rawValue: UInt16

  /// Nil for 0, which no packet may carry.
  public init?(rawValue: UInt16) {
    guard rawValue != 0 else { return nil }
    self.rawValue = rawValue
  }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  public var description: String { "\(rawValue)" }
}
