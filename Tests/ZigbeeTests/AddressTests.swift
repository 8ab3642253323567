import SansIO
import Testing
import Zigbee

@Suite struct AddressTests {
  @Test(arguments: [
    "00124b0011223344", "0x00124B0011223344", "00:12:4b:00:11:22:33:44", "00-12-4B-00-11-22-33-44",
  ])
  func everyUsualSpellingOfAnIEEEAddressIsRead(text: String) {
    #expect(IEEEAddress(text)?.rawValue == 0x0012_4B00_1122_3344)
  }

  @Test(arguments: ["", "0x", "00124b001122334", "00124b00112233445", "00124b001122334g", "+0124b0011223344"])
  func anythingElseIsNoIEEEAddress(text: String) {
    #expect(IEEEAddress(text) == nil)
  }

  @Test func anIEEEAddressIsWrittenInTwoWays() {
    let address = IEEEAddress(rawValue: 0x0012_4B00_1122_3344)
    #expect(address.description == "00124b0011223344")
    #expect(address.colonSeparated == "00:12:4b:00:11:22:33:44")
  }

  @Test func hexadecimalTextIsReadAndWritten() {
    #expect(Hexadecimal.bytes("0aFF 10") == [0x0A, 0xFF, 0x10])
    #expect(Hexadecimal.bytes("0a:ff") == [0x0A, 0xFF])
    #expect(Hexadecimal.bytes("abc") == nil)
    #expect(Hexadecimal.bytes("zz") == nil)
    #expect(Hexadecimal.string([0, 0xAB]) == "00ab")
  }

  @Test func keysThatStrangersHoldAreKnown() throws {
    #expect(KeyBytes.wellKnownLinkKey.isWellKnown)
    let zigpyDefault: [UInt8] = [1, 3, 5, 7, 9, 11, 13, 15, 0, 2, 4, 6, 8, 10, 12, 13]
    #expect(NetworkKey(try #require(KeyBytes(zigpyDefault))).isWellKnown)
    #expect(NetworkKey(try #require(KeyBytes([UInt8](repeating: 7, count: 16)))).isWellKnown)
    let random: [UInt8] = [9, 200, 31, 7, 66, 1, 250, 14, 90, 123, 44, 87, 3, 199, 5, 61]
    #expect(!NetworkKey(try #require(KeyBytes(random))).isWellKnown)
    #expect(KeyBytes([1, 2, 3]) == nil)
  }
}
