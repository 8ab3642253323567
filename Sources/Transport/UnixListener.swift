import CLinux
import Glibc
import Reactor
import SansIO

/// A Unix socket that takes connections.
package final class UnixListener {
  /// The most connections taken and not yet ended.
  package static let connectionLimit = 64
  /// How long to rest when the process has no descriptor left.
  static let exhaustionPause = TimeSpan.seconds(1)

  package let path: String
  /// A new connection, not yet opened: set its callbacks, keep it, and open it.
  package var onConnection: ((UnixStream, PeerCredentials) -> Void)?

  private let loop: EventLoop
  private let sendLimit: Int
  private var descriptor: Int32 = -1
  private var token: WatchToken?
  private var fileIdentity: UInt64 = 0
  private var connections: [ObjectIdentifier: WeakStream] = [:]

  private struct WeakStream {
    weak var stream: UnixStream?
  }

  package init(loop: EventLoop, path: String, sendLimit: Int = StreamLimits.sendBuffer) {
    self.loop = loop
    self.path = path
    self.sendLimit = sendLimit
  }

  deinit { close() }

  /// Makes the socket with `mode` and, where it is named, the group; a dead socket in its place is replaced,
  /// a living one is left alone.
  package func listen(mode: UInt32 = 0o600, group: String? = nil) throws(StreamClosure) {
    try clearPlace()
    descriptor = clinux_stream_socket(AF_UNIX)
    guard descriptor >= 0 else { throw failure("make a socket") }
    // Nobody may connect between the bind and the chmod.
    let oldMask = umask(0o177)
    let bound = clinux_unix_bind(descriptor, path)
    let bindError = errno
    umask(oldMask)
    guard bound == 0 else {
      errno = bindError
      throw failure("bind")
    }
    fileIdentity = identity(of: path) ?? 0
    do throws(StreamClosure) {
      try setAccess(mode: mode, group: group)
      guard Glibc.listen(descriptor, 16) == 0 else { throw failure("listen") }
      try startWatching()
    } catch {
      close()
      throw error
    }
  }

  /// Takes no more connections and removes the socket; those taken go on.
  package func close() {
    if let token { loop.unwatch(token) }
    token = nil
    guard descriptor >= 0 else { return }
    Glibc.close(descriptor)
    descriptor = -1
    if fileIdentity != 0, identity(of: path) == fileIdentity { unlink(path) }
  }

  private func clearPlace() throws(StreamClosure) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw StreamClosure(.unusableSetting, "\(path): exists and is not a socket; it is left alone")
    }
    let probe = clinux_stream_socket(AF_UNIX)
    guard probe >= 0 else { throw failure("make a socket") }
    defer { Glibc.close(probe) }
    let isAlive = clinux_unix_connect(probe, path) == 0 || errno == EAGAIN
    guard !isAlive else {
      throw StreamClosure(.busy, "\(path): another process listens there; is a daemon running already?")
    }
    unlink(path)
  }

  private func setAccess(mode: UInt32, group: String?) throws(StreamClosure) {
    if let group {
      guard let groupID = PeerCredentials.groupID(ofGroup: group) else {
        throw StreamClosure(.unusableSetting, "\(path): there is no group named \(group)")
      }
      guard chown(path, uid_t.max, groupID) == 0 else { throw failure("give to group \(group)") }
    }
    guard chmod(path, mode) == 0 else { throw failure("set the mode") }
  }

  private func startWatching() throws(StreamClosure) {
    do throws(SystemError) {
      token = try loop.watch(fd: descriptor, interest: .read) { [weak self] _ in self?.accept() }
    } catch {
      throw StreamClosure(.system, error.description)
    }
  }

  private func accept() {
    let accepted = clinux_accept(descriptor)
    guard accepted >= 0 else {
      if errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS { rest() }
      return
    }
    connections = connections.filter { $0.value.stream?.isOver == false }
    guard connections.count < Self.connectionLimit, let onConnection,
      let peer = PeerCredentials(descriptor: accepted)
    else {
      Glibc.close(accepted)
      return
    }
    let stream = UnixStream(loop: loop, path: path, accepted: accepted, sendLimit: sendLimit)
    connections[ObjectIdentifier(stream)] = WeakStream(stream: stream)
    onConnection(stream, peer)
  }

  private func rest() {
    guard let token else { return }
    loop.update(token, interest: [])
    loop.schedule(at: loop.now.monotonic + Self.exhaustionPause) { [weak self] in
      self?.loop.update(token, interest: .read)
    }
  }

  private func identity(of path: String) -> UInt64? {
    var status = stat()
    return lstat(path, &status) == 0 ? UInt64(status.st_ino) : nil
  }

  private func failure(_ what: String) -> StreamClosure {
    let error = SystemError(number: errno, call: "\(path): \(what)")
    return StreamClosure(StreamClosure.reason(ofError: error.number), error.description)
  }
}
