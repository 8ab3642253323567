import ByteCoding
import SansIO
import TestSupport
import Testing
import ZCL

@Suite struct ValueTests {
  /// Type byte and value in hexadecimal, and what it is.
  static let vectors: [(String, TypedValue)] = [
    ("00", TypedValue(.noData, .none)),
    ("0b 78563412", TypedValue(.data32, .unsigned(0x1234_5678))),
    ("10 01", TypedValue(.boolean, .boolean(true))),
    ("10 00", TypedValue(.boolean, .boolean(false))),
    ("18 81", TypedValue(.bitmap8, .unsigned(0x81))),
    ("1b 01000103", TypedValue(.bitmap32, .unsigned(50_397_185))),
    ("20 47", TypedValue(.uint8, .unsigned(71))),
    ("21 db00", TypedValue(.uint16, .unsigned(219))),
    ("22 010203", TypedValue(.uint24, .unsigned(0x03_0201))),
    ("24 0100000080", TypedValue(.uint40, .unsigned(0x80_0000_0001))),
    ("25 111100000000", TypedValue(.uint48, .unsigned(4_369))),
    ("26 ffffffffffff00", TypedValue(.uint56, .unsigned(0xFFFF_FFFF_FFFF))),
    ("27 feffffffffffffff", TypedValue(.uint64, .unsigned(.max - 1))),
    ("28 ff", TypedValue(.int8, .signed(-1))),
    ("29 18fc", TypedValue(.int16, .signed(-1_000))),
    ("2a ffff7f", TypedValue(.int24, .signed(8_388_607))),
    ("2a feffff", TypedValue(.int24, .signed(-2))),
    ("2c ffffffff7f", TypedValue(.int40, .signed(0x7F_FFFF_FFFF))),
    ("2d 000000000081", TypedValue(.int48, .signed(-0x7F00_0000_0000))),
    ("2e ffffffffffffff", TypedValue(.int56, .signed(-1))),
    ("2f ffffffffffffff7f", TypedValue(.int64, .signed(.max))),
    ("30 02", TypedValue(.enum8, .unsigned(2))),
    ("31 0d00", TypedValue(.enum16, .unsigned(13))),
    ("38 003c", TypedValue(.semiFloat, .float(1))),
    ("38 00c1", TypedValue(.semiFloat, .float(-2.5))),
    ("39 0000c03f", TypedValue(.float, .float(1.5))),
    ("3a 000000000000f8bf", TypedValue(.double, .float(-1.5))),
    ("41 03 010203", TypedValue(.octetString, .octets([1, 2, 3]))),
    ("41 ff", TypedValue(.octetString, .none)),
    ("42 04 74657374", TypedValue(.characterString, .string(Array("test".utf8)))),
    ("42 ff", TypedValue(.characterString, .none)),
    ("43 0300 010203", TypedValue(.longOctetString, .octets([1, 2, 3]))),
    ("44 0200 6869", TypedValue(.longCharacterString, .string(Array("hi".utf8)))),
    ("44 ffff", TypedValue(.longCharacterString, .none)),
    ("48 21 0200 0100 0200", TypedValue(.array, .list(.uint16, [.unsigned(1), .unsigned(2)]))),
    ("50 20 0100 07", TypedValue(.set, .list(.uint8, [.unsigned(7)]))),
    ("51 20 0000", TypedValue(.bag, .list(.uint8, []))),
    (
      "4c 0200 10 01 21 db0b",
      TypedValue(
        .structure, .structure([TypedValue(.boolean, .boolean(true)), TypedValue(.uint16, .unsigned(3_035))]))
    ),
    ("e0 01020304", TypedValue(.timeOfDay, .unsigned(0x0403_0201))),
    ("e2 c093d012", TypedValue(.utcTime, .unsigned(315_659_200))),
    ("e8 0600", TypedValue(.clusterID, .unsigned(6))),
    ("e9 0500", TypedValue(.attributeID, .unsigned(5))),
    ("f0 44332211004b1200", TypedValue(.ieeeAddress, .unsigned(0x0012_4B00_1122_3344))),
    ("f1 000102030405060708090a0b0c0d0e0f", TypedValue(.key128, .octets(Array(0...15)))),
  ]

  @Test func everyTypeIsReadAndWritten() throws {
    for (text, value) in Self.vectors { try expectForms(text, value) }
  }

  @Test func everyValueThatEndsEarlyIsRefused() throws {
    for (text, value) in Self.vectors where value.type != .noData {
      let bytes = try octets(text)
      #expect(throws: DecodingFailure.self, "\(text)") {
        try TypedValue(exactly: Array(bytes.dropLast()))
      }
    }
  }

  @Test(arguments: [0x77, 0x32, 0x3B, 0x40, 0x46, 0xE3, 0xF2] as [UInt8])
  func anUnknownTypeIsNamedInTheFailure(type: UInt8) {
    #expect(throws: DecodingFailure(.unknownType(type), offset: 1)) {
      try TypedValue(prefixOf: [type, 1, 2, 3, 4, 5, 6, 7, 8])
    }
  }

  @Test func collectionsThatClaimMoreThanThereIsAreRefused() throws {
    #expect(throws: DecodingFailure.self) { try TypedValue(prefixOf: try octets("48 20 feff 0102")) }
    #expect(throws: DecodingFailure.self) { try TypedValue(prefixOf: try octets("4c feff 2001")) }
    #expect(try TypedValue(exactly: try octets("48 20 ffff")) == TypedValue(.array, .none))
    #expect(try TypedValue(exactly: try octets("4c ffff")) == TypedValue(.structure, .none))
  }

  @Test func elementsWithoutBytesAreRefusedSinceACountCouldAskForAnyNumber() throws {
    #expect(throws: DecodingFailure(.invalidValue, offset: 1)) {
      try TypedValue(prefixOf: try octets("48 00 feff"))
    }
  }

  @Test func nestingEndsAtItsLimit() throws {
    func nested(_ levels: Int) -> [UInt8] {
      [0x48] + (0..<levels).flatMap { _ in [0x48, 0x01, 0x00] as [UInt8] } + [0x20, 0x01, 0x00, 0x05]
    }
    #expect(throws: Never.self) { try TypedValue(exactly: nested(ZCLValue.maximumDepth - 1)) }
    #expect(throws: DecodingFailure.self) { try TypedValue(exactly: nested(ZCLValue.maximumDepth)) }
  }

  @Test func randomBytesNeverTrap() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<3_000 {
      let bytes = randomBytes(&random)
      guard let value = try? TypedValue(prefixOf: bytes) else { continue }
      // NaN is not equal to itself, so the bytes are compared.
      let written = value.encodedBytes
      #expect(try TypedValue(prefixOf: written).encodedBytes == written, "\(hex(bytes))")
    }
  }

  @Test func shortNamesOfTypesLeadBackToThem() {
    for (_, value) in Self.vectors {
      let name = value.type.name
      #expect(name.flatMap { DataType(name: $0) } == value.type)
    }
    #expect(DataType(name: "uint16") == .uint16)
    #expect(DataType(name: "word") == nil)
  }
}
