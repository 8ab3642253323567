import Foundation

/// Certificates made for the tests by the `openssl` command, and servers that use them.
final class CertificateYard: Sendable {
  let directory: String

  struct Failure: Error {
    let text: String
  }

  private static let made = Result { try CertificateYard() }
  /// Made once for all tests.
  static func shared() throws -> CertificateYard { try made.get() }

  private init() throws {
    directory = NSTemporaryDirectory() + "gatehouse-certificates-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    for authority in ["ca", "otherca"] {
      try openssl(
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30",
        "-subj", "/CN=Test \(authority)", "-keyout", file("\(authority).key"),
        "-out", file("\(authority).pem"))
    }
    try issue("good", names: "DNS:localhost,IP:127.0.0.1")
    try issue("elsewhere", names: "DNS:broker.example,DNS:*.example")
    try issue("expired", names: "DNS:localhost", days: "-1")
    try issue("client", names: "DNS:gateway")
  }

  func file(_ name: String) -> String { "\(directory)/\(name)" }

  private func issue(_ name: String, names: String, days: String = "30") throws {
    try openssl(
      "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=\(name)",
      "-addext", "subjectAltName=\(names)", "-keyout", file("\(name).key"),
      "-out", file("\(name).csr"))
    try openssl(
      "x509", "-req", "-in", file("\(name).csr"), "-CA", file("ca.pem"), "-CAkey", file("ca.key"),
      "-CAcreateserial", "-days", days, "-copy_extensions", "copy", "-out", file("\(name).pem"))
  }

  private func openssl(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(text: "openssl \(arguments.joined(separator: " ")) failed")
    }
  }

  /// A TLS server that answers each line reversed, with the certificate of that name.
  func server(_ certificate: String, _ more: String...) throws -> TLSServer {
    try TLSServer(
      ["-cert", file("\(certificate).pem"), "-key", file("\(certificate).key"), "-rev"] + more)
  }
}

/// A running `openssl s_server` on a port of its own.
final class TLSServer {
  let port: UInt16
  private let process = Process()
  private let input = Pipe()

  init(_ arguments: [String]) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = ["s_server", "-accept", "127.0.0.1:0"] + arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var text = ""
    var found: UInt16?
    while found == nil {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw CertificateYard.Failure(text: "s_server ended: \(text)") }
      text += String(decoding: data, as: UTF8.self)
      if let match = text.firstMatch(of: /ACCEPT [0-9.]+:([0-9]+)\n/) { found = UInt16(match.1) }
    }
    port = found ?? 0
    output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }
}
