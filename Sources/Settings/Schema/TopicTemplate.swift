/// Checks topics and topic filters (MQTT 3.1.1, 4.7) that hold placeholders.
enum TopicTemplate {
  static let limit = 1_024

  static func problem(withFilter text: String) -> String? {
    if let problem = problem(withPlaceholders: text, allowsUser: false) { return problem }
    let levels = text.split(separator: "/", omittingEmptySubsequences: false)
    for (index, level) in levels.enumerated() where level.contains("+") || level.contains("#") {
      if level == "+" || (level == "#" && index == levels.count - 1) { continue }
      return "the wild card in \(quoted(String(level))) is not a level of its own"
    }
    return nil
  }

  static func problem(withTopic text: String, allowsUser: Bool) -> String? {
    if text.contains("+") || text.contains("#") { return "contains a wild card" }
    return problem(withPlaceholders: text, allowsUser: allowsUser)
  }

  private static func problem(withPlaceholders text: String, allowsUser: Bool) -> String? {
    if text.utf8.count > limit { return "has more than \(limit) bytes" }
    var rest = text[...]
    while let start = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[start] == "{", let end = rest[start...].firstIndex(of: "}") else {
        return "contains a brace without its other half"
      }
      let name = String(rest[rest.index(after: start)..<end])
      if name == "user", !allowsUser { return "{user} has no meaning here" }
      guard name == "gateway" || name == "user" else { return "\(quoted("{\(name)}")) is not a placeholder" }
      rest = rest[rest.index(after: end)...]
    }
    return nil
  }
}
