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

  /// The client's key under the password "secret".
  func encryptedKey() throws -> String {
    try openssl(
      "pkey", "-in", file("client.key"), "-aes256", "-passout", "pass:secret", "-out", file("locked.key"))
    return file("locked.key")
  }

  /// The client's certificate, key and authority in one file under the password "secret".
  func pkcs12() throws -> String {
    try openssl(
      "pkcs12", "-export", "-in", file("client.pem"), "-inkey", file("client.key"), "-certfile",
      file("ca.pem"), "-passout", "pass:secret", "-out", file("client.p12"))
    return file("client.p12")
  }

  /// A directory with the authority under its hashed name.
  func hashedDirectory() throws -> String {
    let path = file("hashed")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try? FileManager.default.copyItem(atPath: file("ca.pem"), toPath: "\(path)/ca.pem")
    try openssl("rehash", path)
    return path
  }

  /// The SHA-256 of a certificate's public key, by the command itself.
  func keyDigest(_ name: String) throws -> [UInt8] {
    let path = file("\(name).\(UUID().uuidString)")
    try openssl("pkey", "-in", file("\(name).key"), "-pubout", "-outform", "DER", "-out", "\(path).der")
    try openssl("dgst", "-sha256", "-binary", "-out", "\(path).digest", "\(path).der")
    return Array(try Data(contentsOf: URL(fileURLWithPath: "\(path).digest")))
  }

  /// An OCSP answer about the good certificate.
  func ocspAnswer(signer: String, isRevoked: Bool) throws -> String {
    let path = file("ocsp.\(UUID().uuidString)")
    try openssl("x509", "-in", file("good.pem"), "-serial", "-noout", "-out", "\(path).serial")
    let serial = try String(contentsOfFile: "\(path).serial", encoding: .utf8)
      .replacingOccurrences(of: "serial=", with: "").trimmingCharacters(in: .whitespacesAndNewlines)
    let line = isRevoked ? "R\t400101000000Z\t240101000000Z" : "V\t400101000000Z\t"
    try "\(line)\t\(serial)\tunknown\t/CN=good\n".write(
      toFile: "\(path).index", atomically: true, encoding: .utf8)
    try openssl(
      "ocsp", "-index", "\(path).index", "-rsigner", file("\(signer).pem"), "-rkey", file("\(signer).key"),
      "-CA", file("ca.pem"), "-issuer", file("ca.pem"), "-cert", file("good.pem"), "-ndays", "1", "-respout",
      "\(path).der", "-noverify")
    return "\(path).der"
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
