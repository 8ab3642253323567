import RadioInterface

/// The layouts of the EZSP commands by version, parsed once from the text in `EZSPCommandDefinitions`.
package struct EZSPSchema: Sendable {
  package enum Direction: Hashable, Sendable {
    case request
    /// A response, or a callback.
    case response
  }

  struct Layout: Sendable {
    var id: UInt16
    var name: String
    var versions: ClosedRange<UInt8>
    /// nil for a callback.
    var request: [FieldDefinition]?
    /// With a status of 8 and of 32 bits.
    var response: (short: [FieldDefinition], long: [FieldDefinition])

    func fields(_ direction: Direction, _ version: EZSPVersion) -> [FieldDefinition]? {
      direction == .request ? request : version.hasLongStatus ? response.long : response.short
    }
  }

  package static let standard = EZSPSchema(text: EZSPCommandDefinitions.text)

  private(set) var layouts: [Layout] = []
  private(set) var schema = FrameSchema()
  /// Lines that could not be read; a test keeps this empty.
  private(set) var rejectedLines: [String] = []
  private var byID: [UInt16: [Int]] = [:]
  private var byName: [String: [Int]] = [:]

  init(text: String) {
    for line in text.split(separator: "\n") {
      if !parse(line.split(separator: " ").map(String.init)) { rejectedLines.append(String(line)) }
    }
  }

  private mutating func parse(_ words: [String]) -> Bool {
    guard words.count >= 3 else { return false }
    if words[0] == "struct" { return schema.addStructure(words[1], words[2...]) }
    guard let id = UInt16(words[0], radix: 16), let versions = Self.versions(words[1]) else { return false }
    let rest = words[3...]
    let answer = rest.firstIndex(of: "<") ?? rest.endIndex
    var request: [FieldDefinition]?
    if rest.first == ">" {
      guard let fields = schema.fields(rest[4..<answer]) else { return false }
      request = fields
    }
    let responseWords = rest[answer...].dropFirst()
    guard let short = schema.fields(Self.resolved(responseWords, statusKind: "x8")),
      let long = schema.fields(Self.resolved(responseWords, statusKind: "x32"))
    else { return false }
    byID[id, default: []].append(layouts.count)
    byName[words[2], default: []].append(layouts.count)
    layouts.append(
      Layout(id: id, name: words[2], versions: versions, request: request, response: (short, long)))
    return true
  }

  private static func versions(_ text: String) -> ClosedRange<UInt8>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = UInt8(parts[0]) else { return nil }
    guard let last = parts[1].isEmpty ? EZSPVersion.newest.rawValue : UInt8(parts[1]), first <= last else {
      return nil
    }
    return first...last
  }

  private static func resolved(_ words: some Sequence<String>, statusKind: String) -> [String] {
    words.map { word in
      let parts = word.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return word }
      switch parts[1] {
      case "status": return "\(parts[0]):\(statusKind)"
      case "sl": return "\(parts[0]):x32"
      default: return word
      }
    }
  }

  func layout(_ id: UInt16, _ version: EZSPVersion) -> Layout? { pick(byID[id], version) }
  func layout(_ name: String, _ version: EZSPVersion) -> Layout? { pick(byName[name], version) }

  private func pick(_ candidates: [Int]?, _ version: EZSPVersion) -> Layout? {
    guard let index = candidates?.first(where: { layouts[$0].versions.contains(version.spoken.rawValue) })
    else { return nil }
    return layouts[index]
  }

  /// The name of a command in this version; nil where it does not exist.
  package func name(_ id: UInt16, _ version: EZSPVersion) -> String? { layout(id, version)?.name }

  package func knows(_ name: String, _ version: EZSPVersion) -> Bool { layout(name, version) != nil }

  // MARK: Reading and writing

  /// The fields of a frame. Nothing is refused: bytes behind the last field become `rest_hex`.
  package func read(_ frame: EZSPFrame, _ version: EZSPVersion) -> FrameFields {
    let direction: Direction = frame.control.isResponse ? .response : .request
    guard let layout = layout(frame.id, version), let fields = layout.fields(direction, version) else {
      let rest = frame.parameters.isEmpty ? [] : [FrameField("rest_hex", .bytes(frame.parameters))]
      return FrameFields(name: nil, fields: rest, lengthMismatch: false)
    }
    return schema.read(fields, of: layout.name, from: frame.parameters, rest: "rest_hex")
  }

  /// A frame of this command; nil when it does not exist in this version or a value is missing.
  package func frame(
    _ name: String, _ direction: Direction, _ values: [String: FieldInput], sequence: UInt8,
    control: EZSPFrameControl, version: EZSPVersion
  ) -> EZSPFrame? {
    guard let layout = layout(name, version), let fields = layout.fields(direction, version) else {
      return nil
    }
    var writer = FieldWriter(schema: schema)
    guard writer.write(fields, values) else { return nil }
    return EZSPFrame(sequence: sequence, control: control, id: layout.id, parameters: writer.bytes)
  }
}
