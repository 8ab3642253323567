import ByteCoding

/// Where in an attribute's value a structured read or write begins (ZCL 2.5.15.1.3): first which element of the
/// value, then which element of that element, and so on.
public struct AttributeSelector: ByteDecodable, ByteEncodable, Hashable, Sendable {
  /// The depth has four bits.
  public static let maximumDepth = 15

  /// What a write does with the element.
  public struct Operation: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let write = Self(rawValue: 0)
    /// Adds an element to a set or bag.
    public static let add = Self(rawValue: 1)
    public static let remove = Self(rawValue: 2)
  }

  /// Four bits; a read has 0.
  public var operation: Operation
  /// None for the whole value. Index 0 of an array or structure is its count, the elements follow from 1 on.
  public var indexes: [UInt16]

  public static let whole = Self()

  public init(operation: Operation = .write, indexes: [UInt16] = []) {
    self.operation = operation
    self.indexes = indexes
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let indicator = try reader.readUInt8()
    operation = Operation(rawValue: indicator >> 4)
    indexes = []
    for _ in 0..<(indicator & 0x0F) { indexes.append(try reader.readUInt16LE()) }
  }

  public func encode(into writer: inout ByteWriter) {
    let written = indexes.prefix(Self.maximumDepth)
    writer.write(operation.rawValue << 4 | UInt8(written.count))
    for index in written { writer.writeLE(index) }
  }
}
