/// What a JSON text may ask of its reader.
public struct JSONLimits: Hashable, Sendable {
  /// Arrays and objects inside one another.
  public var depth: Int
  /// Bytes of the whole text.
  public var size: Int

  /// No caller may ask for more nesting than the stack of a thread surely holds.
  public static let deepest = 256

  public init(depth: Int = 16, size: Int = 256 * 1024) {
    self.depth = Swift.min(depth, Self.deepest)
    self.size = size
  }
}
