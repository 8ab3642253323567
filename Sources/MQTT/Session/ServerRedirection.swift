/// Where a broker sends its clients (5.0, clause 4.11).
public struct ServerRedirection: Hashable, Sendable {
  /// Host and port, or a list of them with spaces between, as the broker wrote it.
  public var reference: String
  /// For good (0x9D), not only for now (0x9C).
  public var isPermanent: Bool
  /// Whether the next connection goes there.
  public var isFollowed: Bool

  public init(reference: String, isPermanent: Bool, isFollowed: Bool) {
    self.reference = reference
    self.isPermanent = isPermanent
    self.isFollowed = isFollowed
  }
}
