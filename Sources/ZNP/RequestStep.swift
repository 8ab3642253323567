/// One request of a procedure.
struct RequestStep: Sendable {
  var request: MTRequest
  /// Statuses that let the procedure go on; nil takes any answer, also a refusal.
  var accepted: Set<UInt8>?
  /// Whether it may be sent again when no reply came: false for what must not begin twice.
  var mayRepeat = true

  static func any(_ request: MTRequest) -> Self { Self(request: request, accepted: nil) }

  static func must(_ request: MTRequest, _ statuses: MTStatus...) -> Self {
    Self(request: request, accepted: Set(([MTStatus.success] + statuses).map(\.rawValue)))
  }

  /// Writes an item whether or not it exists.
  static func write(_ item: NVItem, _ value: [UInt8], isEssential: Bool = true) -> [Self] {
    isEssential
      ? [.must(.nvCreate(item, value), .itemCreated), .must(.nvWrite(item, value))]
      : [.any(.nvCreate(item, value)), .any(.nvWrite(item, value))]
  }
}
