import Glibc
import JSON

/// A connection to a running daemon's control socket: one JSON object a line, both ways
/// (`ControlServer`). Blocking, since a command-line tool has nothing else to do.
final class ControlClient {
  struct Failure: Error {
    var message: String
  }

  private let descriptor: Int32
  private let path: String
  private var buffer: [UInt8] = []
  /// An answer longer than this is not ours.
  private static let longestLine = 16 << 20

  init(path: String) throws(Failure) {
    self.path = path
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(message: "no socket: \(String(cString: strerror(errno)))") }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw Failure(message: "\(path): the path is too long for a socket (107 bytes)")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      let code = errno
      throw Failure(message: Self.explain(path: path, code: code))
    }
  }

  deinit { close(descriptor) }

  private static func explain(path: String, code: Int32) -> String {
    switch code {
    case ENOENT, ECONNREFUSED:
      "no daemon answers at \(path): is it running (`systemctl status gatehouse`)? Another socket is named "
        + "by --socket, another configuration by --config"
    case EACCES:
      "no permission for \(path): run this as root or as a member of the group `gatehouse`"
    default:
      "\(path): \(String(cString: strerror(code)))"
    }
  }

  /// Sends a request and returns the result of its answer.
  func request(_ request: JSONValue) throws(Failure) -> JSONValue {
    try send(request)
    guard let answer = try next() else {
      throw Failure(message: "the daemon closed \(path) without an answer")
    }
    guard answer["ok"]?.boolValue == true else {
      throw Failure(message: answer["error"]?.stringValue ?? "the daemon refused without saying why")
    }
    return answer["result"] ?? .null
  }

  func send(_ request: JSONValue) throws(Failure) {
    var bytes = request.encoded()[...]
    bytes.append(0x0A)
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure(message: "\(path): \(String(cString: strerror(errno)))")
      }
      bytes = bytes.dropFirst(count)
    }
  }

  /// The next line as JSON; nil when the daemon ends the connection.
  func next() throws(Failure) -> JSONValue? {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        let line = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        do {
          return try JSONValue(parsing: line, limits: .controlAnswer)
        } catch {
          throw Failure(message: "the daemon sent something that is not JSON: \(error)")
        }
      }
      guard buffer.count < Self.longestLine else { throw Failure(message: "the daemon's answer is too long") }
      var chunk = [UInt8](repeating: 0, count: 65536)
      let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(message: "\(path): \(String(cString: strerror(errno)))") }
      if count == 0 { return nil }
      buffer += chunk[..<count]
    }
  }
}

extension JSONLimits {
  /// What our own daemon may answer: a list of some hundred devices.
  static let controlAnswer = JSONLimits(depth: 16, size: 16 << 20)
}
