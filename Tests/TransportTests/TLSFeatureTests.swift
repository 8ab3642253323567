import Foundation
import Reactor
import SansIO
import TestSupport
import Testing

@testable import Transport

/// What TLS can do beside trusting a server: versions, identities, keys, pins, resumption.
@Suite struct TLSFeatureTests {
  private let bench: TLSBench
  private var yard: CertificateYard { bench.yard }
  private var loop: EventLoop { bench.loop }
  private var worker: SerialWorker { bench.worker }
  private var trusting: TLSSettings { bench.trusting }

  init() throws { bench = try TLSBench() }

  private func stream(
    _ server: TLSServer, _ settings: TLSSettings, host: String = "localhost", resumption: TLSResumption? = nil
  ) -> TLSStream {
    bench.stream(server.port, host: host, settings, resumption: resumption)
  }

  /// Opens the stream and has a line reversed; gives why it failed, or nil.
  private func failure(of stream: TLSStream) throws -> StreamClosure? {
    let recorder = StreamRecorder(stream)
    stream.open()
    _ = try turn(loop) { recorder.isOpen || !recorder.closures.isEmpty }
    guard recorder.closures.isEmpty else { return recorder.closures.first }
    stream.write(Array("abc\n".utf8))
    _ = try turn(loop) { recorder.text == "cba\n" || !recorder.closures.isEmpty }
    if recorder.closures.isEmpty { #expect(recorder.text == "cba\n") }
    return recorder.closures.first
  }

  // MARK: Versions

  @Test func `the versions of TLS are bounded on both sides`() throws {
    var old = trusting
    old.maximumVersion = .v1_2
    let server = try yard.server("good")
    let stream = stream(server, old)
    #expect(try failure(of: stream) == nil)
    #expect(stream.version == "TLSv1.2")
    var new = trusting
    new.minimumVersion = .v1_3
    let oldServer = try yard.server("good", "-tls1_2")
    let closure = try #require(try failure(of: self.stream(oldServer, new)))
    #expect(closure.reason == .tls)
    #expect(closure.description.contains("speaks no TLS from 1.3 to 1.3"))
    var crossed = new
    crossed.maximumVersion = .v1_2
    #expect(try failure(of: self.stream(server, crossed))?.reason == .unusableSetting)
  }

  // MARK: Authorities

  @Test func `a directory of authorities is used under its hashed names only`() throws {
    let server = try yard.server("good")
    var settings = TLSSettings()
    settings.authorityDirectory = try yard.hashedDirectory()
    #expect(try failure(of: stream(server, settings)) == nil)
    settings.authorityDirectory = yard.directory
    let closure = try #require(try failure(of: stream(server, settings)))
    #expect(closure.reason == .unusableSetting)
    #expect(closure.description.contains("openssl rehash \(yard.directory)"))
  }

  @Test func `another host name is accepted only when that was asked for by its loud name`() throws {
    let server = try yard.server("elsewhere")
    var settings = trusting
    #expect(try failure(of: stream(server, settings))?.reason == .certificate)
    settings.dangerouslyAcceptsAnyHostName = true
    #expect(try failure(of: stream(server, settings)) == nil)
    settings.authorityFile = yard.file("otherca.pem")
    #expect(
      try failure(of: stream(server, settings))?.reason == .certificate, "the chain is checked all the same")
  }

  @Test func `a dot at the end of a name is no part of it`() throws {
    let server = try yard.server("good")
    var settings = trusting
    settings.serverName = "localhost."
    #expect(try failure(of: stream(server, settings)) == nil)
  }

  @Test func `a name is told to the server, an address is not`() throws {
    for (host, certificate) in [("localhost", "good"), ("127.0.0.1", "elsewhere")] {
      // The server has another certificate for who asks by name.
      let server = try yard.server(
        "elsewhere", "-servername", "localhost", "-cert2", yard.file("good.pem"), "-key2",
        yard.file("good.key"))
      let closure = try failure(of: stream(server, trusting, host: host))
      #expect(
        closure?.description.contains("made out to broker.example") ?? false == (certificate == "elsewhere"))
    }
  }

  // MARK: Identities

  private func demanding() throws -> TLSServer {
    try yard.server("good", "-Verify", "1", "-CAfile", yard.file("ca.pem"), "-verify_return_error")
  }

  @Test func `an encrypted key opens with its password alone`() throws {
    let server = try demanding()
    var settings = trusting
    settings.certificateFile = yard.file("client.pem")
    settings.keyFile = try yard.encryptedKey()
    #expect(try failure(of: stream(server, settings))?.description.contains("set the key password") == true)
    settings.keyPassword = Secret(Array("wrong".utf8))
    let closure = try #require(try failure(of: stream(server, settings)))
    #expect(closure.reason == .unusableSetting)
    #expect(closure.description.contains("the password of the key is another one"))
    settings.keyPassword = Secret(Array("secret".utf8))
    #expect(try failure(of: stream(server, settings)) == nil)
  }

  @Test func `a PKCS12 file has certificate, key and chain in one`() throws {
    let server = try demanding()
    var settings = trusting
    settings.pkcs12File = try yard.pkcs12()
    #expect(try failure(of: stream(server, settings))?.description.contains("set the key password") == true)
    settings.keyPassword = Secret(Array("wrong".utf8))
    #expect(
      try failure(of: stream(server, settings))?.description.contains("the password is another one") == true)
    settings.keyPassword = Secret(Array("secret".utf8))
    #expect(try failure(of: stream(server, settings)) == nil)
    settings.pkcs12File = yard.file("ca.pem")
    #expect(try failure(of: stream(server, settings))?.description.contains("is not a PKCS#12 file") == true)
  }

  // MARK: Pre-shared keys

  private func keyServer(_ more: String...) throws -> TLSServer {
    try TLSServer(
      ["-nocert", "-psk", "0123456789abcdef0123456789abcdef", "-psk_identity", "gw", "-rev"] + more)
  }

  private func shared(_ key: [UInt8], identity: String = "gw") -> TLSSettings {
    var settings = TLSSettings()
    settings.preSharedKey = .init(identity: identity, key: Secret(key))
    return settings
  }

  private static let key: [UInt8] = [UInt8](0..<16).map { $0 % 8 * 0x22 + 1 }
  private static let rightKey: [UInt8] = (0..<2).flatMap { _ in
    [0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF] as [UInt8]
  }

  @Test(arguments: ["-tls1_2", "-tls1_3"])
  func `a pre-shared key stands in for certificates`(version: String) throws {
    let server = try keyServer(version)
    let stream = stream(server, shared(Self.rightKey))
    #expect(try failure(of: stream) == nil)
    #expect(stream.version == (version == "-tls1_2" ? "TLSv1.2" : "TLSv1.3"))
    // The server serves one at a time.
    stream.close()
    let closure = try #require(try failure(of: self.stream(server, shared(Self.key))))
    #expect(closure.reason == .certificate)
    #expect(closure.description.contains("does not accept our pre-shared key"))
  }

  @Test(arguments: ["-tls1_2", "-tls1_3"])
  func `a server that shows a certificate in place of the key is refused`(version: String) throws {
    let server = try yard.server("good", version)
    var settings = shared(Self.rightKey)
    settings.authorityFile = yard.file("ca.pem")
    #expect(try failure(of: stream(server, settings)) != nil)
  }

  @Test func `a pre-shared key goes with no pins, and has its bounds`() throws {
    let server = try keyServer()
    var pinned = shared(Self.rightKey)
    pinned.publicKeyPins = [[UInt8](repeating: 1, count: 32)]
    for settings in [pinned, shared([]), shared(Self.rightKey, identity: "")] {
      #expect(try failure(of: stream(server, settings))?.reason == .unusableSetting)
    }
  }

  // MARK: Pins

  @Test func `a pin is the SHA-256 of a public key of the chain, as openssl makes it`() throws {
    let server = try yard.server("good")
    var settings = trusting
    for name in ["good", "ca"] {
      settings.publicKeyPins = [try yard.keyDigest(name), [UInt8](repeating: 0, count: 32)]
      #expect(try failure(of: stream(server, settings)) == nil)
    }
    settings.publicKeyPins = [try yard.keyDigest("client")]
    let closure = try #require(try failure(of: stream(server, settings)))
    #expect(closure.reason == .certificate)
    #expect(closure.description.contains("sha256/\(Base64.encode(try yard.keyDigest("good")))"))
  }

  // MARK: Resumption

  @Test(arguments: [TLSVersion.v1_2, .v1_3])
  func `a second session goes on from the first`(version: TLSVersion) throws {
    let server = try yard.server("good")
    let resumption = TLSResumption()
    var settings = trusting
    settings.maximumVersion = version
    settings.publicKeyPins = [try yard.keyDigest("good")]
    for round in 0..<3 {
      let stream = stream(server, settings, resumption: resumption)
      #expect(try failure(of: stream) == nil)
      #expect(stream.isResumed == (round > 0), "round \(round)")
      #expect((1...TLSResumption.limit).contains(resumption.count))
      stream.close()
    }
  }

  @Test func `a session that was refused leaves nothing to go on from`() throws {
    let server = try yard.server("good", "-tls1_2")
    let resumption = TLSResumption()
    var settings = trusting
    settings.publicKeyPins = [[UInt8](repeating: 0, count: 32)]
    #expect(try failure(of: stream(server, settings, resumption: resumption))?.reason == .certificate)
    #expect(resumption.count == 0)
  }

  // MARK: Stapled status

  @Test func `a required OCSP answer that is not stapled is missed`() throws {
    let server = try yard.server("good")
    var settings = trusting
    settings.requiresStapledStatus = true
    let closure = try #require(try failure(of: stream(server, settings)))
    #expect(closure.reason == .certificate)
    #expect(closure.description.contains("staples no OCSP answer"))
  }

  @Test func `a stapled OCSP answer is believed when the authority signed it, and only then`() throws {
    var settings = trusting
    settings.requiresStapledStatus = true
    for (signer, isRevoked, words) in [
      ("ca", false, nil), ("otherca", false, "cannot be believed"), ("ca", true, "is revoked"),
    ] as [(String, Bool, String?)] {
      let answer = try yard.ocspAnswer(signer: signer, isRevoked: isRevoked)
      let server = try yard.server("good", "-status_file", answer)
      let closure = try failure(of: stream(server, settings))
      if let words {
        #expect(closure?.description.contains(words) == true, "\(closure?.description ?? "accepted")")
      } else {
        #expect(closure == nil)
      }
    }
  }

  // MARK: Narrow windows

  @Test(.covers("v5:MQTT-4.2.0-1"))
  func `a megabyte comes back whole through windows of one byte`() throws {
    let server = try yard.server("good")
    let lower = NarrowStream(
      TCPStream(loop: loop, worker: worker, host: "localhost", port: server.port, sendLimit: 4 << 20))
    let stream = TLSStream(
      over: lower, loop: loop, worker: worker, host: "localhost", settings: trusting, sendLimit: 2 << 20)
    let recorder = StreamRecorder(stream)
    stream.open()
    #expect(try turn(loop) { recorder.isOpen || !recorder.closures.isEmpty })
    var (sent, expected): ([UInt8], [UInt8]) = ([], [])
    for number in 0..<70 {
      let line = (0..<15_000).map { UInt8(truncatingIfNeeded: 33 + ($0 &* 7 &+ number) % 90) }
      sent += line + [10]
      expected += line.reversed() + [10]
    }
    #expect(sent.count > 1 << 20)
    #expect(stream.write(sent))
    #expect(
      try turn(loop, seconds: 60) { recorder.bytes.count >= expected.count || !recorder.closures.isEmpty })
    #expect(recorder.bytes == expected)
  }
}
