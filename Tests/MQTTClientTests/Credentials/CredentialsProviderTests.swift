import Foundation
import MQTT
import Reactor
import SansIO
import Synchronization
import Testing
import Transport

@testable import MQTTClient

@Suite struct CredentialsProviderTests {
  private let loop = SimulatedLoop()
  private let worker: SimulatedWorker
  private let directory: URL

  init() throws {
    worker = SimulatedWorker(loop: loop)
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("gatehouse-credentials-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { directory.appendingPathComponent(name).path }

  private func write(_ text: String, _ name: String, mode: Int = 0o600) throws {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
  }

  /// What a provider answers, with the loop turning as long as it takes.
  private func ask(
    _ provider: some CredentialsProvider, fresh: Bool = false, limit: TimeSpan = .seconds(60)
  ) throws -> Result<BrokerCredentials, CredentialsFailure> {
    let answer = Mutex<Result<BrokerCredentials, CredentialsFailure>?>(nil)
    loop.spawn {
      let result: Result<BrokerCredentials, CredentialsFailure>
      do throws(CredentialsFailure) {
        result = .success(try await provider.credentials(fresh: fresh))
      } catch {
        result = .failure(error)
      }
      answer.withLock { $0 = result }
    }
    loop.run(limit: limit) { answer.withLock { $0 != nil } }
    return try #require(answer.withLock { $0 })
  }

  @Test func `a file is read for every try`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let provider = FileCredentials(
      path: path("password"), form: .password(user: "gw"), mayBeShared: false, worker: worker)
    #expect(throws: CredentialsFailure.self) { try ask(provider).get() }
    try write("first\nrest\n", "password")
    #expect(try ask(provider).get().password?.reveal() == Array("first".utf8))
    try write("second\r\n", "password")
    #expect(try ask(provider).get() == BrokerCredentials(userName: "gw", password: "second"))
    try write("third", "password", mode: 0o644)
    #expect(throws: CredentialsFailure.self) { try ask(provider).get() }
    try write("\n", "password")
    #expect(throws: CredentialsFailure.self) { try ask(provider).get() }
  }

  @Test func `a document in a file names the broker`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    try write(#"{"host":"b","token":"t"}"#, "document", mode: 0o644)
    let provider = FileCredentials(
      path: path("document"), form: .document(user: "gw"), mayBeShared: true, worker: worker)
    let credentials = try ask(provider).get()
    #expect(credentials.endpoint?.description == "mqtts://b:8883" && credentials.userName == "gw")
  }

  /// A web server in memory.
  private final class Server {
    var answers: [String]
    private(set) var requests: [String] = []
    private var ends: [MemoryStream] = []
    private let loop: any Loop

    init(loop: any Loop, answers: [String]) {
      self.loop = loop
      self.answers = answers
    }

    func makeStream() -> any ByteStream {
      let (client, server) = MemoryStream.pair(on: loop, latency: .milliseconds(1))
      server.onBytes = { [weak self, weak server] bytes in
        guard let self else { return }
        requests.append(String(decoding: bytes, as: UTF8.self))
        guard !answers.isEmpty else { return }
        server?.write(Array(answers.removeFirst().utf8))
        server?.close()
      }
      server.open()
      ends.append(server)
      return client
    }
  }

  private func web(_ server: Server) -> HTTPCredentials {
    HTTPCredentials(
      address: .init(host: "setup.example", port: 8443, target: "/gw?id=1", usesTLS: true), user: "gw",
      cache: path("cache.json"), loop: loop, worker: worker, connect: { server.makeStream() })
  }

  @Test func `what an endpoint said is kept until it fails`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let server = Server(
      loop: loop,
      answers: ["1", "2"].map { "HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{\"token\":\"\($0)\"}" })
    let provider = web(server)
    #expect(try ask(provider).get().password?.reveal() == Array("1".utf8))
    #expect(try ask(web(server)).get().password?.reveal() == Array("1".utf8), "by the next process, too")
    #expect(
      server.requests == [
        "GET /gw?id=1 HTTP/1.1\r\nHost: setup.example:8443\r\nAccept: application/json\r\n"
          + "User-Agent: gatehouse\r\nConnection: close\r\n\r\n"
      ])
    let mode = try FileManager.default.attributesOfItem(atPath: path("cache.json"))[.posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(try ask(provider, fresh: true).get().password?.reveal() == Array("2".utf8))
    #expect(try ask(provider).get().password?.reveal() == Array("2".utf8))
    #expect(server.requests.count == 2)
  }

  @Test func `an endpoint that fails leaves nothing to connect with`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let answers = ["HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n", "nonsense\r\n\r\n", "HTTP/1.1 200 OK\r\n"]
    let server = Server(loop: loop, answers: answers)
    try write(#"{"token":"old"}"#, "cache.json")
    for _ in 0..<4 {
      #expect(throws: CredentialsFailure.self) { try ask(web(server), fresh: true).get() }
    }
    #expect(!FileManager.default.fileExists(atPath: path("cache.json")), "refused credentials are not kept")
    #expect(server.requests.count == 4, "the last one was never answered")
  }

  @Test func `what was seen is known to the next process`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let names = ["plain", "with space", "line\nend", "100%", "%0A", ""]
    let first = SeenMessageFile(path: path("seen"), worker: worker)
    loop.settle()
    for (number, name) in names.enumerated() {
      first.store(.init(identifier: name, seenAt: WallTime(milliseconds: Int64(number))))
    }
    loop.advance(by: .seconds(1))
    let second = SeenMessageFile(path: path("seen"), worker: worker)
    #expect(second.load().map(\.identifier) == names)
    #expect(second.load().map(\.seenAt.milliseconds) == [0, 1, 2, 3, 4, 5])
    try write("garbage\n12 good\n\nx y\n", "seen")
    #expect(SeenMessageFile(path: path("seen"), worker: worker).load().map(\.identifier) == ["good"])
  }
}
