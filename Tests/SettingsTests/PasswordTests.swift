import Foundation
import SansIO
import Settings
import Testing

@Suite struct PasswordTests {
  private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }

  private func file(_ content: String, mode: Int) throws -> String {
    let url = directory.appendingPathComponent("password")
    try content.write(to: url, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
    return url.path
  }

  private func load(_ name: String, credentials: String? = nil) -> Result<Settings, Settings.Problems> {
    let text = "schema = 1\n[[network]]\nport = '/dev/a'\n[mqtt]\npassword_file = \"\(name)\"\n"
    return Settings.parse(Array(text.utf8), file: "f", credentialsDirectory: credentials)
  }

  @Test func `the password is the first line of the file and stays secret`() throws {
    let settings = try load(file("hunter2 \nmore", mode: 0o600)).get()
    #expect(settings.mqtt.password?.reveal() == Array("hunter2 ".utf8))
    #expect(!"\(settings)".contains("hunter2"))
    #expect(!String(reflecting: settings).contains("\(Array("hunter2".utf8))".dropFirst().dropLast()))
    var dumped = ""
    dump(settings, to: &dumped)
    #expect(!dumped.contains("104"))
  }

  @Test(arguments: [
    ("", 0o600, "is empty"), ("\n", 0o600, "is empty"), ("x", 0o640, "by others"), ("x", 0o604, "by others"),
  ])
  func `a password file that is empty or open to others is refused`(
    content: String, mode: Int, reason: String
  ) throws {
    let path = try file(content, mode: mode)
    guard case .failure(let problems) = load(path) else {
      Issue.record("\(path) was accepted")
      return
    }
    #expect(problems.all.count == 1)
    #expect(problems.all.first?.position == SourcePosition(line: 5, column: 17))
    #expect(problems.all.first?.problem.contains(reason) == true)
  }

  @Test func `a directory or an endless file is no password`() throws {
    #expect(throws: Settings.Problems.self) { try load(directory.path).get() }
    #expect(throws: Settings.Problems.self) { try load("/dev/zero").get() }
    let long = try file(String(repeating: "x", count: 5_000), mode: 0o600)
    #expect(throws: Settings.Problems.self) { try load(long).get() }
  }

  @Test func `a name is a credential of the service`() throws {
    _ = try file("s3cret\n", mode: 0o440)
    let settings = try load("password", credentials: directory.path).get()
    #expect(settings.mqtt.password?.reveal() == Array("s3cret".utf8))
    #expect(settings.warnings.isEmpty)
    let outside = try load("password").get()
    #expect(outside.mqtt.password == nil)
    #expect(outside.warnings.map(\.key) == ["mqtt.password_file"])
    #expect(throws: Settings.Problems.self) { try load("other", credentials: directory.path).get() }
  }
}
