import Settings
import Testing

@Suite struct ReloadTests {
  private func settings(_ more: String) throws -> Settings {
    let text = "schema = 1\n[[network]]\nport = '/dev/a'\n" + more
    return try Settings.parse(Array(text.utf8), file: "f").get()
  }

  @Test func `a reload names what it applies and what waits for a restart`() throws {
    let old = try settings("channel = 11\n[security]\nusers = ['a']\n[log]\nlevel = 'info'\n")
    let new = try settings(
      "channel = 12\nbaud = 38400\n[security]\nusers = ['a', 'b']\n[log]\nlevel = 'debug'\n")
    let changes = Settings.changes(from: old, to: new)
    #expect(changes.applied == ["log.level", "security.users"])
    #expect(changes.needingRestart == ["network[0].baud", "network[0].channel"])
    #expect(!changes.isEmpty)
  }

  @Test func `saying what holds anyway changes nothing`() throws {
    let changes = Settings.changes(
      from: try settings(""), to: try settings("baud = 115200\n[mqtt]\nkeep_alive = 60\n"))
    #expect(changes.isEmpty)
  }

  @Test func `a network that comes or goes waits for a restart`() throws {
    let two = try settings("[[network]]\nname = 'b'\nport = '/dev/b'\n")
    let changes = Settings.changes(from: try settings(""), to: two)
    #expect(changes.needingRestart == ["network[1].name", "network[1].port"])
    #expect(Settings.changes(from: two, to: try settings("")).needingRestart == changes.needingRestart)
  }
}
