/// How the end of a life is said.
enum Farewell: Hashable, Sendable {
  case normal
  /// The broker shall publish the will.
  case keepingWill
}
