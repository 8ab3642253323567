import MQTT
import MQTTClient
import SansIO
import TestSupport
import Testing

/// SCRAM-SHA-256 with OpenSSL's digests.
@Suite struct SCRAMTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func `the digests are those of the standards`() throws {
    let digests = OpenSSLDigests()
    #expect(
      hex(digests.sha256(bytes("abc")))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    // RFC 4231, case 2.
    #expect(
      hex(digests.hmacSHA256(key: bytes("Jefe"), message: bytes("what do ya want for nothing?")))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    // RFC 7914, clause 11, the first 32 bytes.
    #expect(
      hex(digests.pbkdf2SHA256(password: bytes("passwd"), salt: bytes("salt"), iterations: 1))
        == "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc")
    #expect(digests.pbkdf2SHA256(password: [], salt: [1], iterations: 1).count == 32)
  }

  @Test func `an exchange ends when the server knows the password too`() throws {
    var client = SCRAMSHA256(
      userName: "user", password: Secret(bytes("pencil")), digests: OpenSSLDigests())
    let first = try #require(try client.begin(randomness: Array(repeating: 0, count: 18)))
    let nonce = String(repeating: "A", count: 24)
    #expect(first == bytes("n,,n=user,r=\(nonce)"))
    var server = ScriptedSCRAMServer(password: "pencil", clientFirst: first)
    let final = try client.respond(to: server.challenge())
    try client.finish(with: server.answer(to: final))
    #expect(server.isConvinced)
    #expect(client.methodName == "SCRAM-SHA-256")
  }

  @Test func `a server that does not know the password is found out`() throws {
    var client = SCRAMSHA256(
      userName: "user", password: Secret(bytes("pencil")), digests: OpenSSLDigests())
    let first = try #require(try client.begin(randomness: Array(repeating: 7, count: 18)))
    var server = ScriptedSCRAMServer(password: "pen", clientFirst: first)
    let final = try client.respond(to: server.challenge())
    let answer = server.answer(to: final)
    #expect(!server.isConvinced)
    #expect(throws: AuthenticationFailure.wrongServerSignature) { try client.finish(with: answer) }
  }

  /// RFC 7677, clause 3.
  private static let nonce = "rOprNGfwEbeRWgbNEkqO"
  private static let serverNonce = nonce + "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0"

  private func exchange() throws -> SCRAMSHA256<OpenSSLDigests> {
    var client = SCRAMSHA256(
      userName: "user", password: Secret(bytes("pencil")), digests: OpenSSLDigests())
    #expect(try client.begin(nonce: Self.nonce) == bytes("n,,n=user,r=\(Self.nonce)"))
    return client
  }

  private func challenge(
    nonce: String = serverNonce, salt: String = "W22ZaJ0SNY7soEsUEjb6gQ==", iterations: String = "4096",
    extra: String = ""
  ) -> [UInt8] {
    bytes("r=\(nonce),s=\(salt),i=\(iterations)\(extra)")
  }

  @Test func `the example of the standard comes out as it is printed`() throws {
    var client = try exchange()
    let final = try client.respond(to: challenge())
    #expect(
      final
        == bytes("c=biws,r=\(Self.serverNonce),p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="))
    try client.finish(with: bytes("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="))
    #expect(throws: AuthenticationFailure.outOfOrder) {
      try client.finish(with: bytes("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="))
    }
  }

  @Test func `a wrong challenge ends the exchange`() throws {
    for (data, failure) in [
      (challenge(nonce: Self.nonce), AuthenticationFailure.wrongNonce),
      (challenge(nonce: "other" + Self.serverNonce), .wrongNonce),
      (challenge(iterations: "4095"), .iterations(4_095)),
      (challenge(iterations: "200001"), .iterations(200_001)),
      (challenge(iterations: "-1"), .malformedChallenge), (challenge(iterations: "x"), .malformedChallenge),
      (challenge(salt: ""), .malformedChallenge), (challenge(salt: "W22Z="), .malformedChallenge),
      (challenge(salt: "W22ZaJ0SNY7soEsUEjb6gR=="), .malformedChallenge),
      (challenge(salt: "W2*Z"), .malformedChallenge), (bytes(""), .malformedChallenge),
      (bytes("m=x,r=\(Self.serverNonce),s=W22Z,i=4096"), .malformedChallenge),
      (bytes("r=\(Self.serverNonce),s=W22Z"), .malformedChallenge), ([0xFF], .malformedChallenge),
      (Array(repeating: 0x61, count: 5_000), .malformedChallenge),
    ] {
      var client = try exchange()
      #expect(throws: failure) { try client.respond(to: data) }
    }
    var client = try exchange()
    #expect(try !client.respond(to: challenge(extra: ",x=unknown")).isEmpty)
    #expect(throws: AuthenticationFailure.outOfOrder) { try client.respond(to: challenge()) }
  }

  @Test func `a refusal is told with the server's word`() throws {
    var client = try exchange()
    _ = try client.respond(to: challenge())
    #expect(throws: AuthenticationFailure.refused("invalid-proof")) {
      try client.finish(with: bytes("e=invalid-proof"))
    }
    #expect(throws: AuthenticationFailure.malformedChallenge) { try client.finish(with: bytes("v=*")) }
    #expect(throws: AuthenticationFailure.malformedChallenge) { try client.finish(with: []) }
  }

  @Test func `names are escaped, and what cannot be sent is refused`() throws {
    var client = SCRAMSHA256(userName: "a=b,c", password: Secret([]), digests: OpenSSLDigests())
    #expect(try client.begin(nonce: "x") == bytes("n,,n=a=3Db=2Cc,r=x"))
    #expect(throws: AuthenticationFailure.unusableCredentials) {
      try client.begin(randomness: Array(repeating: 0, count: 17))
    }
    var nobody = SCRAMSHA256(userName: "", password: Secret([]), digests: OpenSSLDigests())
    #expect(throws: AuthenticationFailure.unusableCredentials) { try nobody.begin(nonce: "x") }
  }

  @Test func `an exchange can begin again at any step`() throws {
    var client = try exchange()
    #expect(throws: AuthenticationFailure.outOfOrder) { try client.finish(with: bytes("v=AAAA")) }
    _ = try client.respond(to: challenge())
    #expect(try client.begin(nonce: Self.nonce) == bytes("n,,n=user,r=\(Self.nonce)"))
    #expect(try !client.respond(to: challenge()).isEmpty)
  }
}
