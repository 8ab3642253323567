import ByteCoding
import TestSupport
import Testing
import ZCL

/// What holds for each of the 56 types of the standard.
@Suite struct DataTypeTests {
  static let all: [DataType] = (UInt8.min...UInt8.max).map { DataType(rawValue: $0) }.filter {
    $0.name != nil
  }

  @Test func thereAre56TypesWithNamesThatLeadBack() {
    #expect(Self.all.count == 56)
    #expect(Set(Self.all.compactMap(\.name)).count == 56)
    for type in Self.all { #expect(type.name.flatMap { DataType(name: $0) } == type) }
  }

  /// Type byte and the bytes that mean "no value".
  static let nonValues: [(UInt8, String)] =
    [(0x10, "ff"), (0x30, "ff"), (0x31, "ffff"), (0xE0, "ffffffff"), (0xE1, "ffffffff"), (0xE2, "ffffffff")]
    + [(0xE8, "ffff"), (0xE9, "ffff"), (0xEA, "ffffffff"), (0xF0, "ffffffffffffffff")]
    + (1...8).map { (0x1F + UInt8($0), String(repeating: "ff", count: $0)) }
    + (1...8).map { (0x27 + UInt8($0), String(repeating: "00", count: $0 - 1) + "80") }
    + [(0x38, "007e"), (0x39, "0000c07f"), (0x3A, "000000000000f87f")]
    + [(0x41, "ff"), (0x42, "ff"), (0x43, "ffff"), (0x44, "ffff"), (0x4C, "ffff")]
    + [(0x48, "ffffff"), (0x50, "ffffff"), (0x51, "ffffff")]

  @Test func everyNonValueIsRecognisedAndWritten() throws {
    #expect(Self.nonValues.count == 37)
    for (type, text) in Self.nonValues {
      let typed = try TypedValue(exactly: [type] + (try octets(text)))
      #expect(typed.isNonValue, "\(type)")
      #expect(typed.meaningful == nil)
      let written = TypedValue(DataType(rawValue: type), .none).encodedBytes
      #expect(hex(written.dropFirst()) == text, "\(type)")
    }
  }

  @Test func bitmapsAndDataHaveNoNonValue() throws {
    for type in Array(UInt8(0x08)...0x0F) + Array(UInt8(0x18)...0x1F) {
      let length = Int(type & 7) + 1
      let typed = try TypedValue(exactly: [type] + [UInt8](repeating: 0xFF, count: length))
      #expect(!typed.isNonValue, "\(type)")
    }
  }

  @Test func aValueNextToTheNonValueIsAValue() throws {
    for (type, text) in Self.nonValues where DataType(rawValue: type).fixedLength != nil {
      if DataType(rawValue: type).isFloatingPoint { continue }
      var bytes = try octets(text)
      bytes[0] ^= 0x02
      #expect(try !TypedValue(exactly: [type] + bytes).isNonValue, "\(type)")
    }
  }

  /// Half-precision bits and the number.
  static let halves: [(UInt16, Double)] = [
    (0x0000, 0), (0x3C00, 1), (0xC000, -2), (0x7BFF, 65_504), (0xFBFF, -65_504), (0x0400, 0x1p-14),
    (0x0001, 0x1p-24), (0x03FF, 0x1p-14 - 0x1p-24), (0x8001, -0x1p-24), (0x7C00, .infinity),
    (0xFC00, -.infinity), (0x3555, 0.333251953125),
  ]

  @Test func halfPrecisionIsExactFromTheSmallestToInfinity() throws {
    for (bits, number) in Self.halves {
      let bytes = [0x38, UInt8(truncatingIfNeeded: bits), UInt8(bits >> 8)]
      let typed = try TypedValue(exactly: bytes)
      #expect(typed == TypedValue(.semiFloat, .float(number)))
      #expect(typed.encodedBytes == bytes)
    }
    let negativeZero = try TypedValue(exactly: [0x38, 0x00, 0x80])
    #expect(negativeZero.value.number?.sign == .minus)
    #expect(negativeZero.encodedBytes == [0x38, 0x00, 0x80])
    // NaNs of any sign and payload are no value.
    for bytes: [UInt8] in [[0x38, 0x01, 0x7E], [0x38, 0x01, 0x7C], [0x38, 0xFF, 0xFF]] {
      #expect(try TypedValue(exactly: bytes).isNonValue)
    }
  }

  @Test func everyHalfThatIsANumberIsWrittenAsItWasRead() throws {
    for bits in UInt16.min...UInt16.max {
      let bytes = [0x38, UInt8(truncatingIfNeeded: bits), UInt8(bits >> 8)]
      let typed = try TypedValue(exactly: bytes)
      if !typed.isNonValue, typed.encodedBytes != bytes { Issue.record("\(bits)") }
    }
  }

  @Test func numbersBetweenTwoHalvesAreRoundedToTheNearestAndTooLargeOnesAreInfinite() {
    #expect(TypedValue(.semiFloat, .float(2_049)).encodedBytes == [0x38, 0x00, 0x68])
    #expect(TypedValue(.semiFloat, .float(2_051)).encodedBytes == [0x38, 0x02, 0x68])
    #expect(TypedValue(.semiFloat, .float(70_000)).encodedBytes == [0x38, 0x00, 0x7C])
    #expect(TypedValue(.semiFloat, .float(0x1p-26)).encodedBytes == [0x38, 0x00, 0x00])
    #expect(TypedValue(.float, .float(1e300)).encodedBytes == [0x39, 0x00, 0x00, 0x80, 0x7F])
  }

  @Test func timesOfDayAndDatesHaveTheirParts() throws {
    let time = try TypedValue(exactly: try octets("e0 0c 22 38 ff"))
    #expect(TimeOfDay(time) == TimeOfDay(hour: 12, minute: 34, second: 56, hundredth: nil))
    #expect(TimeOfDay(time)?.typedValue == time)
    let date = try TypedValue(exactly: try octets("e1 7e 0b 1e 01"))
    #expect(CalendarDate(date) == CalendarDate(year: 2_026, month: 11, day: 30, weekday: 1))
    #expect(CalendarDate(date)?.typedValue == date)
    #expect(TimeOfDay(date) == nil && CalendarDate(time) == nil)
    #expect(CalendarDate(try TypedValue(exactly: try octets("e1 ffffffff"))) == nil)
    let unstated = CalendarDate(year: 3_000, month: nil, day: nil, weekday: nil).typedValue
    #expect(unstated.isNonValue)
  }

  @Test func collectionsNestInOneAnother() throws {
    let inner = ZCLValue.list(.uint8, [.unsigned(1), .unsigned(2)])
    try expectForms("48 50 0100 20 0200 0102", TypedValue(.array, .list(.set, [inner])))
    let member = ZCLValue.structure([TypedValue(.int16, .signed(-2)), TypedValue(.bag, inner)])
    try expectForms("50 4c 0100 0200 29 feff 51 20 0200 0102", TypedValue(.set, .list(.structure, [member])))
    try expectForms(
      "4c 0100 4c 0000", TypedValue(.structure, .structure([TypedValue(.structure, .structure([]))])))
  }

  @Test func aValueOfAnotherKindIsWrittenAsNoValue() {
    #expect(TypedValue(.array, .unsigned(5)).encodedBytes == [0x48, 0xFF, 0xFF, 0xFF])
    #expect(TypedValue(.structure, .boolean(true)).encodedBytes == [0x4C, 0xFF, 0xFF])
    #expect(TypedValue(.uint16, .octets([1])).encodedBytes == [0x21, 0xFF, 0xFF])
    #expect(TypedValue(.characterString, .unsigned(5)).encodedBytes == [0x42, 0xFF])
  }
}
