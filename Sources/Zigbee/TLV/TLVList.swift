import ByteCoding

/// The TLVs at the end of a message. What is no whole TLV (an early end, the padding of older devices) is kept
/// unread: it must not cost the fields in front of it.
public struct TLVList: Hashable, Sendable, ByteDecodable, ByteEncodable, ExpressibleByArrayLiteral {
  public var elements: [TLV]
  /// The bytes from the first on that is no whole TLV.
  public var unread: [UInt8] = []

  public init(_ elements: [TLV] = []) { self.elements = elements }

  public init(arrayLiteral elements: TLV...) { self.init(elements) }

  /// The contents that fit into a TLV.
  public init(of contents: [any TLVContent]) {
    self.init(contents.compactMap { TLV($0) })
  }

  public var isEmpty: Bool { elements.isEmpty && unread.isEmpty }

  public subscript(tag: TLVTag) -> TLV? { elements.first { $0.tag == tag } }

  /// The content of the first TLV of this kind; nil when there is none that can be read.
  public func first<Content: TLVContent>(_: Content.Type = Content.self) -> Content? {
    self[Content.tag].flatMap { try? $0.decode(Content.self) }
  }

  /// Whether the list keeps the rules of annex I, which a receiver that acts on it must demand: no tag twice
  /// (but those of manufacturers), no encapsulation inside another, nothing left over.
  public var isWellFormed: Bool {
    guard unread.isEmpty else { return false }
    var seen: Set<TLVTag> = []
    for element in elements {
      if !seen.insert(element.tag).inserted, element.tag != .manufacturerSpecific { return false }
      guard element.tag.isEncapsulation else { continue }
      guard let inner = try? TLVList(exactly: element.value), inner.isWellFormed,
        !inner.elements.contains(where: \.tag.isEncapsulation)
      else { return false }
    }
    return true
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    elements = []
    while !reader.isEmpty {
      let mark = reader
      guard let element = try? TLV(from: &reader) else {
        reader = mark
        unread = reader.readRemaining()
        return
      }
      elements.append(element)
    }
  }

  public func encode(into writer: inout ByteWriter) {
    for element in elements { element.encode(into: &writer) }
    writer.write(unread)
  }
}
