import Zigbee

extension ClusterDirectory {
  /// Reads the text of a definition file; the first thing wrong ends the reading.
  public init(parsing text: String) throws(ClusterDirectoryError) {
    var parser = ClusterDirectoryParser()
    var number = 0
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      try parser.take(line: Substring(line), number: number)
    }
    self.init(parser.finish())
  }
}

/// Line by line: `cluster` opens a definition, `attribute` and `command` add to it.
struct ClusterDirectoryParser {
  static let maximumClusters = 4_096
  static let maximumEntries = 1_024
  static let maximumFields = 64
  static let maximumLineLength = 2_000

  /// One word of a line and where it begins.
  struct Word {
    var text: Substring
    var line: Int
    var content: Substring

    /// The column is counted only when it is told: counting it for every word took most of the time.
    func error(_ reason: String) -> ClusterDirectoryError {
      let column = content.distance(from: content.startIndex, to: text.startIndex) + 1
      return ClusterDirectoryError(line: line, column: column, reason: reason)
    }
  }

  private var done: [ClusterDefinition] = []
  private var current: ClusterDefinition?

  mutating func finish() -> [ClusterDefinition] {
    if let current { done.append(current) }
    current = nil
    return done
  }

  mutating func take(line: Substring, number: Int) throws(ClusterDirectoryError) {
    guard line.utf8.count <= Self.maximumLineLength else {
      throw ClusterDirectoryError(line: number, column: 1, reason: "the line is too long")
    }
    let words = Self.words(line, number: number)
    guard let first = words.first else { return }
    switch first.text {
    case "cluster": try openCluster(words)
    case "attribute": try addAttribute(words)
    case "command": try addCommand(words)
    default:
      throw first.error("expected cluster, attribute or command, found \"\(first.text)\"")
    }
  }

  /// Blanks separate words, `#` begins a comment.
  private static func words(_ line: Substring, number: Int) -> [Word] {
    let content = line.utf8.prefix { $0 != UInt8(ascii: "#") }
    return content.split(whereSeparator: {
      $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r")
    }).map { Word(text: Substring($0), line: number, content: line) }
  }

  private mutating func openCluster(_ words: [Word]) throws(ClusterDirectoryError) {
    try Self.require(words, count: 3...3, form: "cluster ID[/MANUFACTURER] NAME")
    let (id, manufacturer) = try Self.identifier(words[1])
    let name = try Self.name(words[2])
    if let current { done.append(current) }
    current = nil
    guard done.count < Self.maximumClusters else { throw words[0].error("too many clusters") }
    let definition = ClusterDefinition(id: ClusterID(rawValue: id), manufacturer: manufacturer, name: name)
    if done.contains(where: { $0.id == definition.id && $0.manufacturer == manufacturer }) {
      throw words[1].error("cluster \(words[1].text) is defined twice")
    }
    current = definition
  }

  private mutating func addAttribute(_ words: [Word]) throws(ClusterDirectoryError) {
    try Self.require(words, count: 4...5, form: "attribute ID[/MANUFACTURER] NAME TYPE [ACCESS]")
    guard let cluster = current else { throw words[0].error("no cluster line stands before this attribute") }
    guard cluster.attributes.count < Self.maximumEntries else { throw words[0].error("too many attributes") }
    let (id, manufacturer) = try Self.identifier(words[1])
    guard let type = DataType(name: words[3].text) else {
      throw words[3].error("unknown type \"\(words[3].text)\"")
    }
    let attribute = ClusterDefinition.Attribute(
      id: AttributeID(id), manufacturer: manufacturer, name: try Self.name(words[2]), type: type,
      access: words.count > 4 ? try Self.access(words[4]) : .read)
    if cluster.attributes.contains(where: { $0.id == attribute.id && $0.manufacturer == manufacturer }) {
      throw words[1].error("attribute \(words[1].text) of \(cluster.name) is defined twice")
    }
    current?.attributes.append(attribute)
  }

  private mutating func addCommand(_ words: [Word]) throws(ClusterDirectoryError) {
    try Self.require(
      words, count: 4...(4 + Self.maximumFields),
      form: "command ID[/MANUFACTURER] >|< NAME [FIELD:TYPE ...]")
    guard let cluster = current else { throw words[0].error("no cluster line stands before this command") }
    guard cluster.commands.count < Self.maximumEntries else { throw words[0].error("too many commands") }
    let (id, manufacturer) = try Self.identifier(words[1])
    guard let id = UInt8(exactly: id) else { throw words[1].error("a command id has one byte") }
    let command = ClusterDefinition.Command(
      id: CommandID(id), manufacturer: manufacturer, direction: try Self.direction(words[2]),
      name: try Self.name(words[3]), fields: try CommandFieldParser.fields(words.dropFirst(4)))
    if cluster.commands.contains(where: {
      $0.id == command.id && $0.direction == command.direction && $0.manufacturer == manufacturer
    }) {
      throw words[1].error("command \(words[1].text) \(words[2].text) of \(cluster.name) is defined twice")
    }
    current?.commands.append(command)
  }

  private static func require(
    _ words: [Word], count: ClosedRange<Int>, form: String
  ) throws(ClusterDirectoryError) {
    guard !count.contains(words.count), let last = words.last else { return }
    let word = words.count > count.upperBound ? words[count.upperBound] : last
    throw word.error((words.count > count.upperBound ? "too many words" : "too few words") + ": " + form)
  }

  private static func identifier(
    _ word: Word
  ) throws(ClusterDirectoryError) -> (UInt16, ManufacturerCode?) {
    let parts = word.text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first, let id = hexadecimal(first) else {
      throw word.error("expected an id such as 0x0101 or 0x0101/0x115F, found \"\(word.text)\"")
    }
    guard parts.count == 2 else { return (id, nil) }
    guard let code = hexadecimal(parts[1]) else {
      throw word.error("expected a manufacturer code such as 0x115F, found \"\(parts[1])\"")
    }
    return (id, ManufacturerCode(rawValue: code))
  }

  private static func hexadecimal(_ text: Substring) -> UInt16? {
    text.hasPrefix("0x") ? UInt16(text.dropFirst(2), radix: 16) : nil
  }

  static func name(_ word: Word) throws(ClusterDirectoryError) -> String {
    let isName = word.text.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    guard isName else {
      throw word.error("names are lower-case letters, digits and _, found \"\(word.text)\"")
    }
    return String(word.text)
  }

  private static func access(
    _ word: Word
  ) throws(ClusterDirectoryError) -> ClusterDefinition.Access {
    var access: ClusterDefinition.Access = []
    for letter in word.text {
      switch letter {
      case "r": access.insert(.read)
      case "w": access.insert(.write)
      case "p": access.insert(.report)
      case "s": access.insert(.scene)
      default: throw word.error("access is made of r, w, p and s, found \"\(word.text)\"")
      }
    }
    return access
  }

  private static func direction(_ word: Word) throws(ClusterDirectoryError) -> ZCLFrame.Direction {
    switch word.text {
    case ">": return .clientToServer
    case "<": return .serverToClient
    default: throw word.error("expected > (to the server) or < (to the client), found \"\(word.text)\"")
    }
  }
}
