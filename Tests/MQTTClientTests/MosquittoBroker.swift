import Foundation

/// A real mosquitto on a free port of the loopback, with a directory of its own.
final class MosquittoBroker {
  struct Failure: Error {
    var text: String
  }

  static let executable = ["/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  let port: UInt16
  let directory: URL
  private var process: Process?

  /// `settings` are lines of its configuration; `{port}` and `{directory}` stand for its own.
  init(
    settings: String = "listener {port} 127.0.0.1\nallow_anonymous true",
    prepare: (URL) throws -> Void = { _ in }
  ) throws {
    port = try Self.freePort()
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("gatehouse-mosquitto-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    // With its usual 20, mosquitto 2.0.11 sometimes keeps back what came behind the messages that it took over from
    // its saved state.
    let text = """
      user root
      max_inflight_messages 1000
      persistence true
      persistence_location {directory}/
      autosave_on_changes true
      autosave_interval 1
      set_tcp_nodelay true
      log_dest none
      \(settings)
      """
      .replacingOccurrences(of: "{port}", with: "\(port)")
      .replacingOccurrences(of: "{directory}", with: directory.path)
    try text.write(to: directory.appendingPathComponent("conf"), atomically: true, encoding: .utf8)
    try prepare(directory)
    try start()
  }

  func path(_ name: String) -> String { directory.appendingPathComponent(name).path }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: directory)
  }

  func start() throws {
    guard let executable = Self.executable else { throw Failure(text: "mosquitto is not installed") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = ["-c", directory.appendingPathComponent("conf").path]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process = process
    for _ in 0..<500 {
      if Self.isListening(port) { return }
      guard process.isRunning else { throw Failure(text: "mosquitto ended at once") }
      usleep(10_000)
    }
    throw Failure(text: "mosquitto does not listen")
  }

  /// As with `kill -9`.
  func kill() {
    guard let process, process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    self.process = nil
  }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = UInt16(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return address
  }

  private static func withAddress(
    _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, UInt32) -> Int32
  ) -> Int32 {
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, UInt32(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = address(0)
    guard withAddress(&address, { bind(descriptor, $0, $1) }) == 0 else { throw Failure(text: "bind") }
    var length = UInt32(MemoryLayout<sockaddr_in>.size)
    guard withAddress(&address, { pointer, _ in getsockname(descriptor, pointer, &length) }) == 0 else {
      throw Failure(text: "getsockname")
    }
    return UInt16(bigEndian: address.sin_port)
  }

  private static func isListening(_ port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = address(port)
    return withAddress(&address) { connect(descriptor, $0, $1) } == 0
  }
}

/// Certificates made by the `openssl` command.
enum CertificateMaker {
  /// `ca.pem`, and `server.pem` with its key for localhost.
  static func makeServer(in directory: URL) throws {
    let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    func file(_ name: String) -> String { directory.appendingPathComponent(name).path }
    try openssl(
      ["req", "-x509", "-days", "30", "-subj", "/CN=Test authority"] + curve
        + ["-keyout", file("ca.key"), "-out", file("ca.pem")])
    try openssl(
      ["req", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"] + curve
        + ["-keyout", file("server.key"), "-out", file("server.csr")])
    try openssl(
      ["x509", "-req", "-in", file("server.csr"), "-CA", file("ca.pem"), "-CAkey", file("ca.key")]
        + ["-CAcreateserial", "-days", "30", "-copy_extensions", "copy", "-out", file("server.pem")])
  }

  private static func openssl(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw MosquittoBroker.Failure(text: "openssl failed") }
  }
}
