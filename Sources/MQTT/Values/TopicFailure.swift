/// Why a text is no topic name or no topic filter (clause 4.7).
public enum TopicFailure: Error, Hashable, Sendable {
  case empty
  /// More than 65,535 bytes of UTF-8.
  case tooLong
  /// U+0000 must not occur in any string of the protocol.
  case containsNull
  /// `+` or `#` in a topic name.
  case containsWildcard
  /// `#` that is not the last level, or `+` or `#` that does not fill its level.
  case misplacedWildcard
  /// `$share/` without a name of the group, or with one that holds a wildcard (5.0, clause 4.8.2).
  case shareName

  static let longestText = 65_535
}
