import Foundation
import TestSupport
import Testing

@Suite struct CoversTests {
  @Test func `statements are appended once, with the test that covers them`() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("covers-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try "before\n".write(to: file, atomically: false, encoding: .utf8)
    let ledger = CoverageLedger(path: file.path)
    ledger.note(["v5:MQTT-1.5.4-1", "v5:MQTT-1.5.4-2"], coveredBy: "Module.Suite/test()")
    ledger.note(["v5:MQTT-1.5.4-1"], coveredBy: "Module.Suite/test()")
    ledger.note(["v5:MQTT-1.5.4-1"], coveredBy: "Module.Suite/other()")
    let expected = """
      before
      v5:MQTT-1.5.4-1\tModule.Suite/test()
      v5:MQTT-1.5.4-2\tModule.Suite/test()
      v5:MQTT-1.5.4-1\tModule.Suite/other()

      """
    #expect(try String(contentsOf: file, encoding: .utf8) == expected)
  }

  @Test func `without a file nothing is written`() {
    CoverageLedger(path: nil).note(["v5:MQTT-1.5.4-1"], coveredBy: "Module.Suite/test()")
  }
}
