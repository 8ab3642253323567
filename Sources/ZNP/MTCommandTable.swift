import RadioInterface
import Zigbee

/// The definitions of the MT commands, parsed once from the text in `MTCommandDefinitions`.
package struct MTCommandTable: Sendable {
  struct Key: Hashable {
    var type: MTMessageType
    var id: MTCommandID
  }

  struct Definition {
    var name: String
    var fields: [FieldDefinition]
  }

  package static let standard = MTCommandTable(text: MTCommandDefinitions.text)

  private(set) var commands: [Key: Definition] = [:]
  private(set) var schema = FrameSchema()
  /// Lines that could not be read; a test keeps this empty.
  private(set) var rejectedLines: [String] = []

  init(text: String) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if !parse(line.split(separator: " ").map(String.init)) { rejectedLines.append(String(line)) }
    }
  }

  private mutating func parse(_ words: [String]) -> Bool {
    guard words.count >= 2 else { return false }
    if words[0] == "struct" { return schema.addStructure(words[1], words[2...]) }
    guard words.count >= 4, let subsystem = MTSubsystem(name: words[0]),
      let command = UInt8(words[1], radix: 16), let fields = schema.fields(words[4...])
    else { return false }
    let id = MTCommandID(subsystem, command)
    guard let type = MTMessageType.allCases.first(where: { $0.name == words[2] }) else { return false }
    commands[Key(type: type, id: id)] = Definition(name: words[3], fields: fields)
    return true
  }
}

extension MTCommandTable {
  /// The fields of a message by its definition. Nothing is refused: bytes behind the last field become
  /// `trailing_hex`, a field that ends early `_truncated_at` and `_truncated_bytes`.
  package func decodeFields(_ frame: UNPIFrame) -> FrameFields {
    let key = Key(type: frame.type, id: frame.id)
    guard let definition = commands[key] else { return undefined(frame) }
    return schema.read(definition.fields, of: definition.name, from: frame.payload, rest: "trailing_hex")
  }

  /// A response of one byte is a status in every MT command; of other messages only the bytes are known.
  private func undefined(_ frame: UNPIFrame) -> FrameFields {
    if frame.type == .synchronousResponse, frame.payload.count == 1, let status = frame.payload.first {
      let number = Hexadecimal.digits(UInt64(frame.id.command), count: 2).uppercased()
      return FrameFields(
        name: "\(frame.id.subsystem.name).\(number)",
        fields: [FrameField("status", .identifier(UInt64(status), digits: 2))], lengthMismatch: false)
    }
    let rest = frame.payload.isEmpty ? [] : [FrameField("trailing_hex", .bytes(frame.payload))]
    return FrameFields(name: nil, fields: rest, lengthMismatch: false)
  }
}
