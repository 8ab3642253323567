import ByteCoding
import TestSupport
import Testing
import ZCL

@Suite struct ValueMeaningTests {
  @Test(arguments: [
    "10 ff", "20 ff", "21 ffff", "22 ffffff", "23 ffffffff", "24 ffffffffff", "25 ffffffffffff",
    "26 ffffffffffffff", "27 ffffffffffffffff", "28 80", "29 0080", "2a 000080", "2b 00000080",
    "2c 0000000080", "2d 000000000080", "2e 00000000000080", "2f 0000000000000080", "30 ff", "31 ffff",
    "38 007e", "39 0000c07f", "3a 000000000000f87f", "41 ff", "42 ff", "43 ffff", "44 ffff", "48 20 ffff",
    "4c ffff", "e0 ffffffff", "e1 ffffffff", "e2 ffffffff", "e8 ffff", "e9 ffff", "ea ffffffff",
    "f0 ffffffffffffffff",
  ])
  func theNonValueOfEachTypeIsNoValue(text: String) throws {
    let value = try TypedValue(exactly: try octets(text))
    #expect(value.isNonValue)
    #expect(value.meaningful == nil)
  }

  @Test(arguments: [
    "10 01", "20 fe", "21 feff", "18 ff", "19 ffff", "0f ffffffffffffffff", "28 7f", "29 ff7f", "29 ffff",
    "30 fe", "42 00", "41 00", "48 20 0000", "39 00000000", "f1 ffffffffffffffffffffffffffffffff",
  ])
  func everythingElseIsAValue(text: String) throws {
    let value = try TypedValue(exactly: try octets(text))
    #expect(!value.isNonValue)
    #expect(value.meaningful != nil)
  }

  @Test func aBooleanByteAboveOneIsTrue() throws {
    #expect(try TypedValue(exactly: [0x10, 0x02]).meaningful == .boolean(true))
  }

  @Test func aNonValueIsWrittenWhereTheValueDoesNotFitItsType() throws {
    #expect(TypedValue(.uint16, .none).encodedBytes == [0x21, 0xFF, 0xFF])
    #expect(TypedValue(.int16, .none).encodedBytes == [0x29, 0x00, 0x80])
    #expect(TypedValue(.characterString, .unsigned(1)).encodedBytes == [0x42, 0xFF])
    #expect(TypedValue(.array, .none).encodedBytes == [0x48, 0xFF, 0xFF, 0xFF])
  }

  @Test func wrongDeclaredTypesAreCoerced() {
    // On/off sent as int8, a temperature as uint16, an int32 as uint16, a percentage as a boolean.
    #expect(TypedValue(.int8, .signed(1)).coerced(to: .boolean) == TypedValue(.boolean, .boolean(true)))
    #expect(TypedValue(.uint16, .unsigned(0xFF38)).coerced(to: .int16) == TypedValue(.int16, .signed(-200)))
    #expect(TypedValue(.uint16, .unsigned(700)).coerced(to: .int32) == TypedValue(.int32, .signed(700)))
    #expect(TypedValue(.boolean, .boolean(true)).coerced(to: .uint8) == TypedValue(.uint8, .unsigned(1)))
    #expect(TypedValue(.int8, .signed(-1)).coerced(to: .uint8) == TypedValue(.uint8, .unsigned(255)))
    #expect(TypedValue(.uint8, .unsigned(5)).coerced(to: .float) == TypedValue(.float, .float(5)))
    #expect(TypedValue(.float, .float(21.4)).coerced(to: .int16) == TypedValue(.int16, .signed(21)))
    #expect(
      TypedValue(.octetString, .octets([65])).coerced(to: .characterString)
        == TypedValue(.characterString, .string([65])))
    #expect(TypedValue(.uint8, .unsigned(5)).coerced(to: .uint8) == TypedValue(.uint8, .unsigned(5)))
    #expect(TypedValue(.uint8, .none).coerced(to: .int16) == TypedValue(.int16, .none))
  }

  @Test func whatCannotBeTheDeclaredTypeIsRefused() {
    #expect(TypedValue(.uint32, .unsigned(70_000)).coerced(to: .uint16) == nil)
    #expect(TypedValue(.int32, .signed(-70_000)).coerced(to: .int16) == nil)
    #expect(TypedValue(.int16, .signed(-1)).coerced(to: .uint8) == nil)
    #expect(TypedValue(.characterString, .string([65])).coerced(to: .uint8) == nil)
    #expect(TypedValue(.float, .float(1e300)).coerced(to: .int64) == nil)
    #expect(TypedValue(.float, .float(.infinity)).coerced(to: .int16) == nil)
    #expect(TypedValue(.uint8, .unsigned(1)).coerced(to: DataType(rawValue: 0x77)) == nil)
  }

  @Test func coercionNeverTrapsWhateverTheTypes() throws {
    let values =
      ValueTests.vectors.map(\.1) + [
        TypedValue(.int64, .signed(.min)), TypedValue(.uint64, .unsigned(.max)),
        TypedValue(.double, .float(.nan)),
      ]
    for value in values {
      for raw in UInt8.min...UInt8.max {
        let declared = DataType(rawValue: raw)
        guard let coerced = value.coerced(to: declared) else { continue }
        #expect(coerced.type == declared)
        _ = coerced.isNonValue
      }
    }
  }

  @Test func theTextOfAStringLosesPaddingAndNeverFails() {
    #expect(ZCLValue.string(Array("lumi.plug\0\0\0".utf8)).text == "lumi.plug")
    #expect(ZCLValue.string(Array("name  ".utf8)).text == "name")
    #expect(ZCLValue.string([0xC4, 0x41]).text != nil)
    #expect(ZCLValue.octets([0x41]).text == nil)
  }
}
