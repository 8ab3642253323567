/// Walks a document along the schema and collects everything that is wrong.
struct SettingsChecker {
  var checked: CheckedSettings

  init(file: String) { checked = CheckedSettings(file: file) }

  /// No list or section is walked further than this.
  private static let complaintLimit = 200

  /// `network[0].port` is `network.port` in the schema.
  static func schemaPath(of key: String) -> String {
    guard let open = key.firstIndex(of: "["), let close = key.firstIndex(of: "]"), open < close else {
      return key
    }
    return String(key[..<open] + key[key.index(after: close)...])
  }

  mutating func check(_ root: [TOMLMember]) {
    walk(root, section: "", key: "", at: .start)
    if !root.contains(where: { $0.key == SettingsSchema.repeated }) {
      checked.complain(
        "is missing", at: .start, about: SettingsSchema.repeated,
        allowed: "at least one [[network]] section with a port")
    }
  }

  /// `section` is the path in the schema, `key` the path in the file.
  private mutating func walk(
    _ members: [TOMLMember], section: String, key: String, at position: SourcePosition
  ) {
    for member in members where checked.problems.count < Self.complaintLimit {
      let path = section.isEmpty ? member.key : "\(section).\(member.key)"
      let name = key.isEmpty ? member.key : "\(key).\(member.key)"
      if let setting = SettingsSchema.setting(path) {
        check(member, setting, key: name)
      } else if path == SettingsSchema.repeated {
        walkRepeated(member)
      } else if SettingsSchema.sections.contains(path) {
        walkSection(member, section: path, key: name)
      } else {
        checked.complain(
          "is not a known key", at: member.keyPosition, about: quotedKey(name),
          nearest: KnownNames.nearest(to: member.key, in: section))
      }
    }
    for setting in SettingsSchema.settings where setting.isRequired && setting.section == section {
      guard !members.contains(where: { $0.key == setting.name }) else { continue }
      let name = key.isEmpty ? setting.name : "\(key).\(setting.name)"
      checked.complain("is missing", at: position, about: name, allowed: setting.allowed)
    }
  }

  private func quotedKey(_ key: String) -> String { String(quoted(key).dropFirst().dropLast()) }

  private mutating func walkSection(_ member: TOMLMember, section: String, key: String) {
    guard case .table(let members) = member.value.content else {
      checked.complain(
        "must be a section, is \(member.value.kindName)", at: member.value.position, about: key,
        allowed: "[\(section)] and the keys of that section below it")
      return
    }
    walk(members, section: section, key: key, at: member.value.position)
  }

  private mutating func walkRepeated(_ member: TOMLMember) {
    let allowed = "[[\(member.key)]], once for each network, at most \(SettingsSchema.networkLimit) times"
    guard case .array(let elements) = member.value.content, !elements.isEmpty else {
      checked.complain(
        "must be a list of sections, is \(member.value.kindName)", at: member.keyPosition, about: member.key,
        allowed: allowed)
      return
    }
    for (number, element) in elements.enumerated() {
      let key = "\(member.key)[\(number)]"
      guard number < SettingsSchema.networkLimit else {
        checked.complain("is one too many", at: element.position, about: key, allowed: allowed)
        return
      }
      guard case .table(let members) = element.content else {
        checked.complain(
          "must be a section, is \(element.kindName)", at: element.position, about: key, allowed: allowed)
        continue
      }
      checked.networks.append(element.position)
      walk(members, section: member.key, key: key, at: element.position)
    }
  }

  private mutating func check(_ member: TOMLMember, _ setting: Setting, key: String) {
    if case .list(let rule, let limit) = setting.kind {
      checkList(member, setting, rule, limit, key: key)
      return
    }
    do throws(Complaint) {
      checked.add(try setting.kind.check(member.value), at: member.value.position, for: key)
    } catch {
      checked.complain(error.problem, at: member.value.position, about: key, allowed: setting.allowed)
    }
  }

  private mutating func checkList(
    _ member: TOMLMember, _ setting: Setting, _ rule: TextRule, _ limit: Int, key: String
  ) {
    guard case .array(let elements) = member.value.content else {
      checked.complain(
        "must be a list of strings, is \(member.value.kindName)", at: member.value.position, about: key,
        allowed: setting.allowed)
      return
    }
    guard elements.count <= limit else {
      checked.complain(
        "has \(elements.count) elements", at: member.value.position, about: key, allowed: setting.allowed)
      return
    }
    var texts: [String] = []
    for (number, element) in elements.enumerated() {
      let problem: String?
      if case .string(let text) = element.content {
        problem = texts.contains(text) ? "\(quoted(text)) is there twice" : rule.problem(with: text)
        texts.append(text)
      } else {
        problem = "must be a string, is \(element.kindName)"
      }
      if let problem {
        checked.complain(problem, at: element.position, about: "\(key)[\(number)]", allowed: rule.allowed)
      }
    }
    checked.add(.list(texts), at: member.value.position, for: key)
  }

  // MARK: What several keys must agree on

  mutating func checkAgreement() {
    checkNetworks()
    checkBroker()
    for key in SettingsSchema.settings.filter(\.isExistingFile).map(\.path) {
      guard let path = checked.entries[key].flatMap({ _ in checked.text(key) }),
        let problem = FileContent.problem(with: path)
      else { continue }
      checked.complain(
        problem, at: checked.position(of: key), about: key, allowed: SettingsSchema.setting(key)?.allowed)
    }
  }

  private mutating func checkNetworks() {
    var names: Set<String> = []
    var ports: Set<String> = []
    for number in checked.networks.indices {
      let key = "network[\(number)]"
      if let name = checked.text("\(key).name"), !names.insert(name).inserted {
        checked.complain(
          "\(quoted(name)) is the name of an earlier network", at: place("\(key).name", else: number),
          about: "\(key).name", allowed: "a name that no other network has")
      }
      guard let port = checked.text("\(key).port") else { continue }
      if !ports.insert(port).inserted {
        checked.complain(
          "\(quoted(port)) is the port of an earlier network", at: place("\(key).port", else: number),
          about: "\(key).port", allowed: "a port that no other network has")
      }
      if case .tcp(let endpoint)? = SerialPortAddress(port), !endpoint.isLoopback,
        checked.flag("\(key).allow_remote") != true
      {
        checked.warn(
          "\(endpoint.host) is another machine, and the line to it is neither encrypted nor authenticated; "
            + "allow_remote = true says that this is meant",
          at: place("\(key).port", else: number), about: "\(key).port")
      }
    }
  }

  private func place(_ key: String, else network: Int) -> SourcePosition {
    checked.entries[key]?.position ?? checked.networks[network]
  }
}
