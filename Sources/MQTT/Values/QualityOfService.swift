/// How often a message may arrive (clause 4.3).
public enum QualityOfService: UInt8, Hashable, Sendable, Comparable, CaseIterable {
  case atMostOnce = 0
  case atLeastOnce = 1
  case exactlyOnce = 2

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
