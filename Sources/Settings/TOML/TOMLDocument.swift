internal import CTomlPlusPlus

/// Why a text is not TOML, and where.
struct TOMLSyntaxError: Error, Hashable {
  var message: String
  var position: SourcePosition
}

enum TOMLDocument {
  /// More text than this is no configuration.
  static let sizeLimit = 256 * 1024

  /// The members of the root table.
  static func parse(_ bytes: [UInt8]) throws(TOMLSyntaxError) -> [TOMLMember] {
    guard bytes.count <= sizeLimit else {
      throw TOMLSyntaxError(message: "the file has more than \(sizeLimit) bytes", position: .start)
    }
    var error = ctoml_error()
    let document = bytes.withUnsafeBytes { buffer in
      ctoml_parse(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, &error)
    }
    guard let document else {
      throw TOMLSyntaxError(message: text(of: error), position: position(error.position) ?? .start)
    }
    defer { ctoml_free(document) }
    return members(of: document)
  }

  private static func members(of document: OpaquePointer) -> [TOMLMember] {
    var children: [Int: [Int]] = [:]
    let nodes = (0..<ctoml_count(document)).compactMap { ctoml_node_at(document, $0)?.pointee }
    for (number, node) in nodes.enumerated() where number > 0 {
      children[Int(node.parent), default: []].append(number)
    }
    let builder = Builder(nodes: nodes, children: children)
    guard case .table(let members) = builder.value(0, within: .start).content else { return [] }
    return members
  }

  private struct Builder {
    let nodes: [ctoml_node]
    let children: [Int: [Int]]

    /// The depth is limited by the parser.
    func value(_ number: Int, within place: SourcePosition) -> TOMLValue {
      let node = nodes[number]
      let place = position(node.position) ?? position(node.key_position) ?? place
      let inside = children[number] ?? []
      let content: TOMLValue.Content =
        switch node.kind {
        case CTOML_STRING: .string(text(node.text, node.text_length))
        case CTOML_INTEGER: .integer(node.integer)
        case CTOML_FLOAT: .number(node.number)
        case CTOML_BOOLEAN: .boolean(node.boolean)
        case CTOML_ARRAY: .array(inside.map { value($0, within: place) })
        case CTOML_TABLE:
          .table(inside.map { member($0, within: place) }.sorted { $0.keyPosition < $1.keyPosition })
        default: .date
        }
      return TOMLValue(content: content, position: place)
    }

    private func member(_ number: Int, within place: SourcePosition) -> TOMLMember {
      let node = nodes[number]
      return TOMLMember(
        key: text(node.key, node.key_length), keyPosition: position(node.key_position) ?? place,
        value: value(number, within: place))
    }
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length), as: UTF8.self)
  }

  private static func text(of error: ctoml_error) -> String {
    withUnsafeBytes(of: error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private static func position(_ position: ctoml_position) -> SourcePosition? {
    position.line == 0 ? nil : SourcePosition(line: Int(position.line), column: Int(position.column))
  }
}
