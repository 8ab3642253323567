/// A cursor over borrowed bytes. Every read is bounds-checked and throws; none traps.
///
/// Copying the reader is how a caller backtracks. A length field opens a child reader, so a lying
/// length can only starve its own scope.
public struct ByteReader: ~Escapable {
  @usableFromInline let bytes: RawSpan
  /// Offset of the next byte in the outermost span.
  public private(set) var offset: Int
  @usableFromInline let end: Int

  @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) {
    self.bytes = bytes
    self.offset = 0
    self.end = bytes.byteCount
  }

  @_lifetime(copy bytes)
  init(_ bytes: RawSpan, from offset: Int, to end: Int) {
    self.bytes = bytes
    self.offset = offset
    self.end = end
  }

  public var remaining: Int { end - offset }
  public var isEmpty: Bool { offset == end }

  @_lifetime(self: copy self)
  public mutating func readUInt8() throws(DecodingFailure) -> UInt8 {
    guard offset < end else { throw DecodingFailure(.truncated, offset: offset) }
    let value = bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    offset += 1
    return value
  }

  /// The next byte without taking it; nil at the end.
  public func peekUInt8() -> UInt8? {
    offset < end ? bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self) : nil
  }

  @_lifetime(self: copy self)
  public mutating func readInt8() throws(DecodingFailure) -> Int8 {
    Int8(bitPattern: try readUInt8())
  }

  @_lifetime(self: copy self)
  public mutating func readUInt16LE() throws(DecodingFailure) -> UInt16 {
    UInt16(truncatingIfNeeded: try readLittleEndian(byteCount: 2))
  }

  @_lifetime(self: copy self)
  public mutating func readUInt32LE() throws(DecodingFailure) -> UInt32 {
    UInt32(truncatingIfNeeded: try readLittleEndian(byteCount: 4))
  }

  @_lifetime(self: copy self)
  public mutating func readUInt64LE() throws(DecodingFailure) -> UInt64 {
    try readLittleEndian(byteCount: 8)
  }

  @_lifetime(self: copy self)
  public mutating func readUInt16BE() throws(DecodingFailure) -> UInt16 {
    UInt16(truncatingIfNeeded: try readBigEndian(byteCount: 2))
  }

  @_lifetime(self: copy self)
  public mutating func readUInt32BE() throws(DecodingFailure) -> UInt32 {
    UInt32(truncatingIfNeeded: try readBigEndian(byteCount: 4))
  }

  /// An unsigned number of 1 to 8 bytes, least significant byte first.
  @_lifetime(self: copy self)
  public mutating func readLittleEndian(byteCount: Int) throws(DecodingFailure) -> UInt64 {
    precondition((1...8).contains(byteCount))
    guard remaining >= byteCount else { throw DecodingFailure(.truncated, offset: offset) }
    var value: UInt64 = 0
    for index in 0..<byteCount {
      let byte = bytes.unsafeLoad(fromByteOffset: offset + index, as: UInt8.self)
      value |= UInt64(byte) << UInt64(8 * index)
    }
    offset += byteCount
    return value
  }

  /// An unsigned number of 1 to 8 bytes, most significant byte first.
  @_lifetime(self: copy self)
  public mutating func readBigEndian(byteCount: Int) throws(DecodingFailure) -> UInt64 {
    precondition((1...8).contains(byteCount))
    guard remaining >= byteCount else { throw DecodingFailure(.truncated, offset: offset) }
    var value: UInt64 = 0
    for index in 0..<byteCount {
      value = value << 8 | UInt64(bytes.unsafeLoad(fromByteOffset: offset + index, as: UInt8.self))
    }
    offset += byteCount
    return value
  }

  @_lifetime(self: copy self)
  public mutating func readBytes(count: Int) throws(DecodingFailure) -> [UInt8] {
    guard count >= 0, remaining >= count else { throw DecodingFailure(.truncated, offset: offset) }
    let slice = bytes.extracting(offset..<(offset + count))
    offset += count
    return slice.withUnsafeBytes { [UInt8]($0) }
  }

  /// The next `count` bytes where they are, without a copy.
  @_lifetime(copy self)
  @_lifetime(self: copy self)
  public mutating func readSpan(count: Int) throws(DecodingFailure) -> Span<UInt8> {
    guard count >= 0, remaining >= count else { throw DecodingFailure(.truncated, offset: offset) }
    let slice = bytes.extracting(offset..<(offset + count))
    offset += count
    return Span(_bytes: slice)
  }

  @_lifetime(self: copy self)
  public mutating func readRemaining() -> [UInt8] {
    let slice = bytes.extracting(offset..<end)
    offset = end
    return slice.withUnsafeBytes { [UInt8]($0) }
  }

  @_lifetime(self: copy self)
  public mutating func skip(count: Int) throws(DecodingFailure) {
    guard count >= 0, remaining >= count else { throw DecodingFailure(.truncated, offset: offset) }
    offset += count
  }

  /// A reader of the next `count` bytes only; this reader goes on behind them.
  @_lifetime(copy self)
  @_lifetime(self: copy self)
  public mutating func readReader(count: Int) throws(DecodingFailure) -> ByteReader {
    guard count >= 0, remaining >= count else { throw DecodingFailure(.truncated, offset: offset) }
    let child = ByteReader(bytes, from: offset, to: offset + count)
    offset += count
    return child
  }

  /// Ends a strict decoding: nothing may be left.
  public func finish() throws(DecodingFailure) {
    guard isEmpty else { throw DecodingFailure(.trailingBytes, offset: offset) }
  }
}

extension [UInt8] {
  /// Reads these bytes with a cursor that lives as long as `body` runs.
  @inlinable
  public func withReader<Value>(
    _ body: (inout ByteReader) throws(DecodingFailure) -> Value
  ) throws(DecodingFailure) -> Value {
    let bytes = self.span
    var reader = ByteReader(bytes.bytes)
    return try body(&reader)
  }
}

/// A value with a binary form. Reading takes only its own bytes and leaves the rest.
public protocol ByteDecodable {
  @_lifetime(reader: copy reader)
  init(from reader: inout ByteReader) throws(DecodingFailure)
}

extension ByteDecodable {
  /// Reads a value that must fill `bytes` exactly.
  @inlinable
  public init(exactly bytes: [UInt8]) throws(DecodingFailure) {
    self = try bytes.withReader { (reader) throws(DecodingFailure) in
      let value = try Self(from: &reader)
      try reader.finish()
      return value
    }
  }

  /// Reads a value from the beginning of `bytes`; what follows is ignored on purpose, since newer
  /// firmware and devices append fields.
  @inlinable
  public init(prefixOf bytes: [UInt8]) throws(DecodingFailure) {
    self = try bytes.withReader { (reader) throws(DecodingFailure) in try Self(from: &reader) }
  }
}
