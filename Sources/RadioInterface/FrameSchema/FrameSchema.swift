/// One field of a command: its name and how it lies on the wire.
public struct FieldDefinition: Hashable, Sendable {
  public var name: String
  public var kind: FieldKind
  /// Some firmware leaves it out.
  public var isOptional: Bool

  public init(name: String, kind: FieldKind, isOptional: Bool = false) {
    self.name = name
    self.kind = kind
    self.isOptional = isOptional
  }
}

/// The words in which adapter families write their command tables down: fields as `name:kind`, a `?` behind
/// what may be missing, `*name` for the fields of a structure in place.
public struct FrameSchema: Sendable {
  public private(set) var structures: [String: [FieldDefinition]] = [:]

  public init() {}

  public mutating func addStructure(_ name: String, _ words: some Sequence<String>) -> Bool {
    guard let fields = fields(words) else { return false }
    structures[name] = fields
    return true
  }

  /// nil when a word cannot be read.
  public func fields(_ words: some Sequence<String>) -> [FieldDefinition]? {
    var fields: [FieldDefinition] = []
    for word in words {
      if word.hasPrefix("*") {
        guard let inner = structures[String(word.dropFirst())] else { return nil }
        fields += inner
        continue
      }
      let isOptional = word.hasSuffix("?")
      let parts = word.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let kind = FieldKind(isOptional ? parts[1].dropLast() : parts[1]) else {
        return nil
      }
      fields.append(FieldDefinition(name: String(parts[0]), kind: kind, isOptional: isOptional))
    }
    return fields
  }

  /// What the elements of a list are: a plain kind or a structure.
  public func element(_ name: String) -> [FieldDefinition]? {
    if let kind = FieldKind.plain(name) { return [FieldDefinition(name: "", kind: kind)] }
    return structures[name]
  }

  /// The fields of a command. Nothing is refused: bytes behind the last field become `rest`, a field that ends
  /// early `_truncated_at` and `_truncated_bytes`.
  public func read(
    _ definitions: [FieldDefinition], of name: String, from bytes: [UInt8], rest: String
  ) -> FrameFields {
    var reader = FieldReader(schema: self, bytes: bytes)
    reader.decode(definitions)
    var result = FrameFields(
      name: name, fields: reader.fields.filter { !$0.name.hasPrefix("-") },
      lengthMismatch: reader.endedEarly || reader.position < bytes.count)
    if reader.position < bytes.count {
      result.fields.append(
        FrameField(reader.endedEarly ? "_truncated_bytes" : rest, .bytes(Array(bytes[reader.position...]))))
    }
    return result
  }
}
