import Foundation
import Reactor
import SansIO
import Testing
import Transport

@Suite struct TLSStreamTests {
  private let bench: TLSBench
  private var yard: CertificateYard { bench.yard }
  private var loop: EventLoop { bench.loop }
  private var worker: SerialWorker { bench.worker }
  private var trusting: TLSSettings { bench.trusting }

  init() throws { bench = try TLSBench() }

  private func stream(
    _ port: UInt16, host: String = "localhost", _ settings: TLSSettings
  ) -> TLSStream {
    bench.stream(port, host: host, settings)
  }

  /// Opens the stream and gives why it failed.
  private func failure(of stream: TLSStream) throws -> StreamClosure {
    let recorder = StreamRecorder(stream)
    stream.open()
    #expect(try turn(loop) { !recorder.closures.isEmpty })
    return try #require(recorder.closures.first)
  }

  @Test(arguments: ["localhost", "127.0.0.1"])
  func `a server with the right name and authority is talked to`(host: String) throws {
    let server = try yard.server("good")
    let stream = stream(server.port, host: host, trusting)
    let recorder = StreamRecorder(stream)
    stream.open()
    #expect(try turn(loop) { recorder.isOpen || !recorder.closures.isEmpty })
    #expect(recorder.closures.isEmpty)
    #expect(stream.version == "TLSv1.3")
    stream.write(Array("hello\n".utf8))
    stream.write(Array("again\n".utf8))
    #expect(try turn(loop) { recorder.text == "olleh\nniaga\n" })
    stream.close()
  }

  @Test func `long lines pass through records and pauses`() throws {
    let server = try yard.server("good")
    let stream = stream(server.port, trusting)
    let recorder = StreamRecorder(stream)
    stream.open()
    #expect(try turn(loop) { recorder.isOpen })
    let line = String(repeating: "abcdefghij", count: 1500)
    for _ in 0..<20 { #expect(stream.write(Array("\(line)\n".utf8))) }
    stream.pauseReading()
    loop.schedule(at: loop.now.monotonic + .milliseconds(100)) { loop.stop() }
    try loop.run()
    #expect(recorder.bytes.isEmpty)
    stream.resumeReading()
    let expected = String(repeating: String(line.reversed()) + "\n", count: 20)
    #expect(try turn(loop) { recorder.bytes.count >= expected.utf8.count })
    #expect(recorder.text == expected)
  }

  @Test func `a server of another name is refused with the names it bears`() throws {
    let server = try yard.server("elsewhere")
    let closure = try failure(of: stream(server.port, trusting))
    #expect(closure.reason == .certificate)
    #expect(closure.description.contains("made out to broker.example, *.example, not to localhost"))
    var settings = trusting
    settings.serverName = "broker.example"
    let named = stream(server.port, settings)
    let recorder = StreamRecorder(named)
    named.open()
    #expect(try turn(loop) { recorder.isOpen })
  }

  @Test func `an expired certificate is refused with its day`() throws {
    let server = try yard.server("expired")
    let closure = try failure(of: stream(server.port, trusting))
    #expect(closure.reason == .certificate)
    #expect(closure.description.contains("it expired on 20"))
  }

  @Test func `an unknown authority is refused and named, and the system's are the default`() throws {
    let server = try yard.server("good")
    for settings in [TLSSettings(authorityFile: yard.file("otherca.pem")), TLSSettings()] {
      let closure = try failure(of: stream(server.port, settings))
      #expect(closure.reason == .certificate)
      #expect(closure.description.contains("authority is unknown (/CN=Test ca)"))
      #expect(closure.description.contains("localhost:\(server.port)"))
    }
  }

  @Test func `a server that wants a certificate gets ours, and says so without it`() throws {
    let server = try yard.server(
      "good", "-Verify", "1", "-CAfile", yard.file("ca.pem"), "-verify_return_error")
    let bare = try failure(of: stream(server.port, trusting))
    #expect(bare.reason == .certificate)
    #expect(bare.description.contains("does not accept our certificate or wants one"))
    var settings = trusting
    settings.certificateFile = yard.file("client.pem")
    settings.keyFile = yard.file("client.key")
    let stream = stream(server.port, settings)
    let recorder = StreamRecorder(stream)
    stream.open()
    #expect(try turn(loop) { recorder.isOpen })
    stream.write(Array("abc\n".utf8))
    #expect(try turn(loop) { recorder.text == "cba\n" })
  }

  @Test func `a protocol is agreed on by ALPN`() throws {
    let server = try yard.server("good", "-alpn", "other,mqtt")
    var settings = trusting
    settings.applicationProtocols = ["mqtt"]
    let stream = stream(server.port, settings)
    let recorder = StreamRecorder(stream)
    stream.open()
    #expect(try turn(loop) { recorder.isOpen })
    #expect(stream.applicationProtocol == "mqtt")
  }

  @Test func `a server that speaks only TLS 1_1 is refused`() throws {
    let server = try yard.server("good", "-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0")
    let closure = try failure(of: stream(server.port, trusting))
    #expect(closure.reason == .tls)
  }

  @Test func `a server that does not speak TLS is recognised`() throws {
    let server = try EchoServer()
    defer { server.stop() }
    let closure = try failure(of: stream(server.port, trusting))
    #expect(closure.reason == .tls)
  }

  @Test func `files that cannot be used are named`() throws {
    var missing = trusting
    missing.certificateFile = "/no/such/file.pem"
    var wrongKey = trusting
    wrongKey.certificateFile = yard.file("client.pem")
    wrongKey.keyFile = yard.file("good.key")
    let server = try yard.server("good")
    for (settings, text) in [
      (missing, "/no/such/file.pem: there is no such file"), (wrongKey, yard.file("good.key")),
      (TLSSettings(authorityFile: yard.file("ca.key")), "ca.key: has no PEM certificate"),
    ] {
      let closure = try failure(of: stream(server.port, settings))
      #expect(closure.reason == .unusableSetting)
      #expect(closure.description.contains(text))
    }
  }

  @Test func `a server that never answers runs into the deadline`() throws {
    let (lower, far) = MemoryStream.pair(on: loop)
    far.open()
    let stream = TLSStream(
      over: lower, loop: loop, worker: worker, host: "localhost", settings: trusting,
      budget: .milliseconds(100))
    let closure = try failure(of: stream)
    #expect(closure.reason == .timedOut)
  }

  @Test func `rubbish in place of a handshake ends the stream with an error`() throws {
    for length in [1, 5, 6, 100, 20_000] {
      let (lower, far) = MemoryStream.pair(on: loop)
      far.onOpen = { far.write((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 3) }) }
      far.onBytes = { _ in
        far.write([UInt8](repeating: 0x15, count: length))
        far.close()
      }
      let stream = TLSStream(
        over: lower, loop: loop, worker: worker, host: "localhost", settings: trusting)
      far.open()
      #expect(try failure(of: stream).reason == .tls)
    }
  }
}
