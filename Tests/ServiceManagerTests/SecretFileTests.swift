import Foundation
import SansIO
import ServiceManager
import Testing

@Suite struct SecretFileTests {
  private let directory: String

  init() throws {
    directory = NSTemporaryDirectory() + "gatehouse-secrets-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  }

  private func file(_ content: String, mode: mode_t, owner: uid_t? = nil) throws -> String {
    let path = "\(directory)/\(UUID().uuidString)"
    try content.write(toFile: path, atomically: false, encoding: .utf8)
    #expect(chmod(path, mode) == 0)
    if let owner { #expect(chown(path, owner, gid_t.max) == 0) }
    return path
  }

  @Test(arguments: ["s3cret", "s3cret\n", "s3cret\r\n"])
  func `a private file gives its content without the line's end`(content: String) throws {
    let path = try file(content, mode: 0o600)
    #expect(try SecretFile.text(of: path).reveal() == "s3cret")
    #expect("\(try SecretFile.text(of: path))" == "<secret>")
  }

  @Test(arguments: [0o604, 0o602, 0o620, 0o666])
  func `a file that others may touch is refused with the cure`(mode: mode_t) throws {
    let path = try file("s3cret", mode: mode)
    #expect {
      try SecretFile.contents(of: path)
    } throws: {
      "\($0)".contains("chmod 600 \(path)") && !"\($0)".contains("s3cret")
    }
  }

  @Test(.enabled(if: getuid() == 0))
  func `a group may read a file of root's but nobody else's`() throws {
    #expect(try SecretFile.text(of: file("a", mode: 0o640)).reveal() == "a")
    let path = try file("a", mode: 0o640, owner: 65_534)
    #expect(throws: SecretFileError.self) { try SecretFile.contents(of: path) }
    let foreign = try file("a", mode: 0o600, owner: 65_534)
    #expect(throws: SecretFileError.self) { try SecretFile.contents(of: foreign) }
  }

  @Test func `empty, endless, missing and strange files are refused`() throws {
    let paths = [
      try file("", mode: 0o600), try file("\n", mode: 0o600),
      try file(String(repeating: "x", count: SecretFile.limit + 1), mode: 0o600),
      directory + "/missing", directory, "/dev/zero",
    ]
    for path in paths {
      #expect(throws: SecretFileError.self) { try SecretFile.contents(of: path) }
    }
    let whole = try file(String(repeating: "x", count: SecretFile.limit), mode: 0o600)
    #expect(try SecretFile.contents(of: whole).reveal().count == SecretFile.limit)
  }

  @Test func `text that is not UTF-8 is refused`() throws {
    let path = try file("", mode: 0o600)
    try Data([0xFF, 0xFE, 0x41]).write(to: URL(fileURLWithPath: path))
    chmod(path, 0o600)
    #expect(throws: SecretFileError.self) { try SecretFile.text(of: path) }
  }

  @Test func `a credential is found by its name and nothing else is`() throws {
    try "token".write(toFile: directory + "/mqtt", atomically: false, encoding: .utf8)
    let found = try SecretFile.credential("mqtt", directory: directory)
    #expect(found?.reveal() == Array("token".utf8))
    #expect(try SecretFile.credential("other", directory: directory) == nil)
    #expect(try SecretFile.credential("../\(directory)/mqtt", directory: directory) == nil)
    #expect(try SecretFile.credential("mqtt", directory: nil) == nil)
  }
}
