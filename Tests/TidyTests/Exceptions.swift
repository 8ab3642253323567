/// `Tests/tidy-exceptions`: what may break a law, how often, and why.
///
/// One a line: the law, the file, how often it is broken there, and behind `#` the reason. A line that is no
/// longer needed, or says more than there is, is itself a failure: the list can only shrink unnoticed.
enum Exceptions {
  struct Entry: Hashable {
    var law: String
    var path: String
    var count: Int
    var reason: String
  }

  static let path = "Tests/tidy-exceptions"

  static let entries: [Entry] = {
    (Checkout.file(path)?.text ?? "").split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let parts = line.split(separator: "#", maxSplits: 1)
      let words = (parts.first ?? "").split(separator: " ").map(String.init)
      return Entry(
        law: words.first ?? "", path: words.dropFirst().first ?? "",
        count: words.dropFirst(2).first.flatMap { Int($0) } ?? -1,
        reason: parts.count == 2 ? parts[1].trimmingBlanks : "")
    }
  }()

  /// What is wrong, when `law` is broken `found` times in each file.
  static func complaints(_ law: String, _ found: [String: Int]) -> [String] {
    var allowed: [String: Int] = [:]
    for entry in entries where entry.law == law { allowed[entry.path] = entry.count }
    return Set(found.keys).union(allowed.keys).sorted().compactMap { path in
      let (actual, limit) = (found[path] ?? 0, allowed[path] ?? 0)
      if actual > limit { return "\(path): \(law) \(actual) times, allowed \(limit)" }
      return actual < limit ? "\(path): \(law) \(actual) times; \(self.path) still says \(limit)" : nil
    }
  }
}

extension StringProtocol {
  var trimmingBlanks: String {
    let start = drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}
