/// Why bytes could not be read, and where.
public struct DecodingFailure: Error, Equatable, Sendable {
  public enum Reason: Equatable, Sendable {
    /// The bytes end before the field does.
    case truncated
    /// Bytes are left behind the last field.
    case trailingBytes
    /// The field holds a value that its format forbids.
    case invalidValue
    /// A count or length is above the limit that the format or this program sets.
    case limitExceeded
    /// A type or tag that the decoder does not know, so the rest cannot be read.
    case unknownType(UInt8)
  }

  public var reason: Reason
  /// Offset of the field, from the beginning of the outermost reader.
  public var offset: Int

  public init(_ reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
