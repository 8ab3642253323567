import JSON
import SansIO

extension Lockout {
  package var storedContent: [UInt8] {
    StoredForm.object(
      ("subject", .string(subject.text)),
      ("failures", .array(failures.map { .integer($0.milliseconds) })), ("count", .integer(Int64(count))),
      ("until", until.map { .integer($0.milliseconds) })
    ).encoded()
  }

  /// Nil for what cannot be read.
  package init?(storedContent: [UInt8]) {
    guard let object = StoredForm.parse(storedContent),
      let subject = object["subject"]?.stringValue.flatMap({ LockoutSubject($0) })
    else { return nil }
    self.init(
      subject: subject,
      failures: (object["failures"]?.arrayValue ?? []).compactMap(\.integerValue).suffix(64)
        .map { WallTime(milliseconds: $0) },
      count: max(StoredForm.number(object["count"], as: Int.self) ?? 0, 0),
      until: object["until"]?.integerValue.map { WallTime(milliseconds: $0) })
  }
}
