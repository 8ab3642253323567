import Foundation
import Reactor
import SansIO
import Testing
import Transport

@Suite struct SocketStreamTests {
  private func temporaryPath() -> String { "/tmp/gatehouse-test-\(UUID().uuidString.prefix(8))" }

  @Test func `a Unix listener tells who connects and bytes pass both ways`() throws {
    let loop = try EventLoop()
    let path = temporaryPath()
    let listener = UnixListener(loop: loop, path: path)
    var served: [(UnixStream, StreamRecorder, PeerCredentials)] = []
    listener.onConnection = { stream, peer in
      served.append((stream, StreamRecorder(stream), peer))
      stream.open()
    }
    try listener.listen(mode: 0o660)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o660)
    let client = UnixStream(loop: loop, path: path)
    let near = StreamRecorder(client)
    client.open()
    #expect(try turn(loop) { near.isOpen && served.first?.1.isOpen == true })
    let (stream, far, peer) = try #require(served.first)
    #expect(peer.processID == getpid() && peer.userID == getuid())
    #expect(peer.userName == NSUserName())
    client.write(Array("ask".utf8))
    stream.write(Array("answer".utf8))
    #expect(try turn(loop) { far.text == "ask" && near.text == "answer" })
    client.close()
    #expect(try turn(loop) { !far.closures.isEmpty })
    #expect(far.closures.first?.reason == .endOfStream)
    listener.close()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  /// A connected socket that the test reads and writes by itself.
  private func rawClient(_ path: String) throws -> Int32 {
    let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = UInt16(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let connected = withUnsafeBytes(of: &address) {
      connect(client, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), UInt32($0.count))
    }
    try #require(connected == 0)
    return client
  }

  @Test(arguments: [true, false])
  func `a peer that writes no more is still written to where the owner wants it`(_ isWanted: Bool) throws {
    let loop = try EventLoop()
    let path = temporaryPath()
    let listener = UnixListener(loop: loop, path: path)
    defer { listener.close() }
    var served: [(UnixStream, StreamRecorder)] = []
    var ends = 0
    listener.onConnection = { stream, _ in
      served.append((stream, StreamRecorder(stream)))
      if isWanted { stream.onEndOfInput = { ends += 1 } }
      stream.open()
    }
    try listener.listen()
    let client = try rawClient(path)
    #expect(send(client, "ask", 3, 0) == 3)
    #expect(shutdown(client, Int32(SHUT_WR)) == 0)
    guard isWanted else {
      #expect(try turn(loop) { served.first?.1.closures.first?.reason == .endOfStream })
      close(client)
      return
    }
    #expect(try turn(loop) { ends == 1 })
    let (stream, recorder) = try #require(served.first)
    #expect(recorder.text == "ask" && recorder.closures.isEmpty)
    #expect(stream.write(Array("answer".utf8)))
    #expect(try turn(loop) { stream.bufferedByteCount == 0 })
    var bytes = [UInt8](repeating: 0, count: 16)
    #expect(recv(client, &bytes, bytes.count, 0) == 6)
    #expect(bytes.prefix(6).elementsEqual("answer".utf8))
    close(client)
    #expect(try turn(loop) { !recorder.closures.isEmpty })
    #expect(recorder.closures.first?.reason == .endOfStream && ends == 1)
  }

  @Test func `a dead socket is replaced, a living one and a file are not`() throws {
    let loop = try EventLoop()
    let path = temporaryPath()
    defer { unlink(path) }
    let living = UnixListener(loop: loop, path: path)
    try living.listen()
    let second = UnixListener(loop: loop, path: path)
    #expect {
      try second.listen()
    } throws: {
      ($0 as? StreamClosure)?.reason == .busy
    }
    #expect(FileManager.default.fileExists(atPath: path))
    living.close()

    let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = UInt16(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafeBytes(of: &address) {
      bind(dead, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), UInt32($0.count))
    }
    #expect(bound == 0)
    close(dead)
    try second.listen()
    second.close()

    try "file".write(toFile: path, atomically: true, encoding: .utf8)
    #expect {
      try UnixListener(loop: loop, path: path).listen()
    } throws: {
      ($0 as? StreamClosure)?.reason == .unusableSetting
    }
  }

  @Test func `an unknown group is named`() throws {
    let loop = try EventLoop()
    #expect {
      try UnixListener(loop: loop, path: temporaryPath()).listen(group: "no-such-group")
    } throws: {
      "\($0)".contains("no group named no-such-group")
    }
  }

  @Test func `a socket that nobody has made says that the daemon is not running`() throws {
    let loop = try EventLoop()
    let client = UnixStream(loop: loop, path: temporaryPath())
    let near = StreamRecorder(client)
    client.open()
    #expect(try turn(loop) { !near.closures.isEmpty })
    #expect(near.closures.first?.reason == .absent)
    #expect(near.closures.first?.description.contains("is the daemon running?") == true)
  }

  @Test func `a TCP stream connects by name and carries a megabyte both ways`() throws {
    let loop = try EventLoop()
    let worker = try SerialWorker(name: "lookup", loop: loop)
    let server = try EchoServer()
    let stream = TCPStream(
      loop: loop, worker: worker, host: "localhost", port: server.port, sendLimit: 2 << 20)
    let near = StreamRecorder(stream)
    stream.open()
    #expect(try turn(loop) { near.isOpen || !near.closures.isEmpty })
    let sent = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(stream.write(sent))
    #expect(try turn(loop) { near.bytes.count >= sent.count })
    #expect(near.bytes == sent)
    server.stop()
    #expect(try turn(loop) { !near.closures.isEmpty })
    #expect(near.closures.count == 1)
  }

  @Test func `a refused connection says what to look at`() throws {
    let loop = try EventLoop()
    let worker = try SerialWorker(name: "lookup", loop: loop)
    let server = try EchoServer()
    server.stop()
    let stream = TCPStream(loop: loop, worker: worker, host: "127.0.0.1", port: server.port)
    let near = StreamRecorder(stream)
    stream.open()
    #expect(try turn(loop) { !near.closures.isEmpty })
    let closure = try #require(near.closures.first)
    #expect(closure.reason == .refused)
    #expect(closure.description.contains("127.0.0.1:\(server.port)"))
    #expect(closure.description.contains("is the server running"))
  }

  @Test func `a name that does not exist fails as a name`() throws {
    let loop = try EventLoop()
    let worker = try SerialWorker(name: "lookup", loop: loop)
    let stream = TCPStream(
      loop: loop, worker: worker, host: "no-such-host.invalid", port: 1,
      settings: TCPSettings(lookupLimit: .seconds(3)))
    let near = StreamRecorder(stream)
    stream.open()
    #expect(try turn(loop) { !near.closures.isEmpty })
    #expect([.nameLookup, .timedOut].contains(near.closures.first?.reason))
  }

  @Test func `a slow look-up runs into its deadline and its late answer is ignored`() throws {
    let loop = try EventLoop()
    let worker = SimulatedWorker(loop: loop, latency: .milliseconds(100))
    let stream = TCPStream(
      loop: loop, worker: worker, host: "localhost", port: 9,
      settings: TCPSettings(lookupLimit: .milliseconds(20)))
    let near = StreamRecorder(stream)
    stream.open()
    loop.schedule(at: loop.now.monotonic + .milliseconds(200)) { loop.stop() }
    try loop.run()
    #expect(near.closures.map(\.reason) == [.timedOut])
  }
}
