import ByteCoding
import Testing

@Suite struct ByteWriterTests {
  private func written(_ body: (inout ByteWriter) -> Void) -> [UInt8] {
    var writer = ByteWriter()
    body(&writer)
    return writer.bytes
  }

  @Test func `numbers are written in the order that the call names`() {
    #expect(written { $0.writeLE(UInt16(0x0102)) } == [2, 1])
    #expect(written { $0.writeBE(UInt16(0x0102)) } == [1, 2])
    #expect(written { $0.writeLE(UInt32(0x0102_0304)) } == [4, 3, 2, 1])
    #expect(written { $0.writeBE(UInt32(0x0102_0304)) } == [1, 2, 3, 4])
    #expect(written { $0.writeLE(UInt64(1)) } == [1, 0, 0, 0, 0, 0, 0, 0])
    #expect(written { $0.writeBE(UInt64(1)) } == [0, 0, 0, 0, 0, 0, 0, 1])
    #expect(written { $0.write(Int8(-1)) } == [0xFF])
  }

  @Test(arguments: 1...8)
  func `what is written in some width is read again, cut to it`(width: Int) throws {
    let value: UInt64 = 0xFEDC_BA98_7654_3210
    let expected = width == 8 ? value : value & (1 << UInt64(8 * width) - 1)
    let little = written { $0.writeLittleEndian(value, byteCount: width) }
    let big = written { $0.writeBigEndian(value, byteCount: width) }
    #expect(little == big.reversed())
    let read = try little.withReader { (reader) throws(DecodingFailure) in
      try reader.readLittleEndian(byteCount: width)
    }
    #expect(read == expected)
  }

  @Test func `the count is that of the bytes`() {
    var writer = ByteWriter(capacity: 0)
    writer.write([1, 2, 3])
    writer.write(UInt8(4))
    #expect(writer.count == 4 && writer.bytes == [1, 2, 3, 4])
  }
}
