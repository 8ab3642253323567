import ByteCoding
import Testing

@Suite struct ByteReaderTests {
  private static let bytes: [UInt8] = [0x01, 0x82, 0x03, 0x04, 0x05, 0x06, 0x07, 0xF8]

  /// What reading gives, or the failure.
  private func read<Value>(
    _ bytes: [UInt8] = bytes, _ body: (inout ByteReader) throws(DecodingFailure) -> Value
  ) throws(DecodingFailure) -> Value {
    try bytes.withReader(body)
  }

  @Test func `numbers are read in the order that the call names`() throws {
    #expect(try read { (reader) throws(DecodingFailure) in try reader.readUInt16LE() } == 0x8201)
    #expect(try read { (reader) throws(DecodingFailure) in try reader.readUInt16BE() } == 0x0182)
    #expect(try read { (reader) throws(DecodingFailure) in try reader.readUInt32LE() } == 0x0403_8201)
    #expect(try read { (reader) throws(DecodingFailure) in try reader.readUInt32BE() } == 0x0182_0304)
    #expect(
      try read { (reader) throws(DecodingFailure) in try reader.readUInt64LE() } == 0xF807_0605_0403_8201)
  }

  @Test(arguments: 1...8)
  func `a number of any width is its bytes`(width: Int) throws {
    let little = Self.bytes.prefix(width).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let big = Self.bytes.prefix(width).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    #expect(
      try read { (reader) throws(DecodingFailure) in try reader.readLittleEndian(byteCount: width) } == little
    )
    #expect(
      try read { (reader) throws(DecodingFailure) in try reader.readBigEndian(byteCount: width) } == big)
  }

  @Test(arguments: 0...7)
  func `a number that is cut off is a failure that names its place, and takes nothing`(count: Int) {
    let cut = Array(Self.bytes.prefix(count))
    let failure = #expect(throws: DecodingFailure.self) {
      try read(cut) { (reader) throws(DecodingFailure) in try reader.readUInt64LE() }
    }
    #expect(failure == DecodingFailure(.truncated, offset: 0))
    let rest = try? read(cut) { (reader) throws(DecodingFailure) in
      _ = try? reader.readUInt64LE()
      return reader.readRemaining()
    }
    #expect(rest == cut)
  }

  @Test(arguments: [-1, 9, Int.max, Int.min])
  func `no count reaches beyond the bytes`(count: Int) {
    #expect(throws: DecodingFailure(.truncated, offset: 0)) {
      try read { (reader) throws(DecodingFailure) in try reader.readBytes(count: count) }
    }
    #expect(throws: DecodingFailure(.truncated, offset: 0)) {
      try read { (reader) throws(DecodingFailure) in try reader.skip(count: count) }
    }
    #expect(throws: DecodingFailure(.truncated, offset: 0)) {
      try read { (reader) throws(DecodingFailure) in try reader.readReader(count: count).remaining }
    }
  }

  @Test func `a span is the bytes where they are, as many as there are`() throws {
    let sum = try read { (reader) throws(DecodingFailure) in
      _ = try reader.readUInt8()
      let span = try reader.readSpan(count: 3)
      var sum = 0
      for index in span.indices { sum = sum * 256 + Int(span[index]) }
      return sum + reader.offset
    }
    #expect(sum == 0x82_0304 + 4)
    for count in [-1, 9, Int.max] {
      #expect(throws: DecodingFailure(.truncated, offset: 0)) {
        try read { (reader) throws(DecodingFailure) in try reader.readSpan(count: count).count }
      }
    }
  }

  @Test func `a child reader sees its own bytes and the parent goes on behind them`() throws {
    let (inner, outer) = try read { (reader) throws(DecodingFailure) in
      try reader.skip(count: 1)
      var child = try reader.readReader(count: 2)
      let inner = child.readRemaining()
      return (inner, reader.readRemaining())
    }
    #expect(inner == [0x82, 0x03])
    #expect(outer == [0x04, 0x05, 0x06, 0x07, 0xF8])
  }

  @Test func `a lying length starves its own scope alone`() throws {
    let next = try read { (reader) throws(DecodingFailure) in
      var child = try reader.readReader(count: 1)
      _ = try? child.readUInt16LE()
      return try reader.readUInt8()
    }
    #expect(next == 0x82)
  }

  @Test func `a copy is the way back`() throws {
    let (first, again) = try read { (reader) throws(DecodingFailure) in
      let mark = reader
      let first = try reader.readUInt16LE()
      reader = mark
      return (first, try reader.readUInt16LE())
    }
    #expect(first == again)
  }

  @Test func `a peek takes nothing and is nil at the end`() throws {
    let (peek, count, end) = try read { (reader) throws(DecodingFailure) in
      let peek = reader.peekUInt8()
      let count = reader.remaining
      _ = reader.readRemaining()
      return (peek, count, reader.peekUInt8())
    }
    #expect(peek == 1 && count == 8 && end == nil)
  }

  private struct Pair: ByteDecodable, ByteEncodable, Equatable {
    var first: UInt8
    var second: UInt16

    init(from reader: inout ByteReader) throws(DecodingFailure) {
      first = try reader.readUInt8()
      second = try reader.readUInt16LE()
    }

    func encode(into writer: inout ByteWriter) {
      writer.write(first)
      writer.writeLE(second)
    }
  }

  @Test func `a value that must fill its bytes does not take more, a prefix does`() throws {
    #expect(try Pair(exactly: [1, 2, 3]).encodedBytes == [1, 2, 3])
    #expect(throws: DecodingFailure(.trailingBytes, offset: 3)) { try Pair(exactly: [1, 2, 3, 4]) }
    #expect(try Pair(prefixOf: [1, 2, 3, 4]).encodedBytes == [1, 2, 3])
    #expect(throws: DecodingFailure(.truncated, offset: 1)) { try Pair(prefixOf: [1, 2]) }
  }
}
