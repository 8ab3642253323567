import ByteCoding

public import SansIO

/// SCRAM-SHA-256 without channel binding (RFC 5802, RFC 7677): the password does not leave this side, and the
/// server has to prove that it knows it, too.
///
///     idle -> (client-first) challenged -> (server-first, client-final) proving -> (server-final) done
///
/// User name and password are taken as they are; whoever uses other than ASCII prepares them (RFC 4013) before.
public struct SCRAMSHA256<Digests: SCRAMDigests>: EnhancedAuthentication {
  private enum State {
    case idle
    case challenged(nonce: String, firstBare: String)
    case proving(serverSignature: [UInt8])
    case done
  }

  /// RFC 7677, clause 4.
  static var leastIterations: Int { 4_096 }
  /// A hostile server could keep the loop busy with more.
  static var mostIterations: Int { 200_000 }
  static var longestMessage: Int { 4_096 }

  public let methodName = "SCRAM-SHA-256"
  public let randomByteCount = 18
  private let userName: String
  private let password: Secret<[UInt8]>
  private let digests: Digests
  private var state = State.idle

  public init(userName: String, password: Secret<[UInt8]>, digests: Digests) {
    self.userName = userName
    self.password = password
    self.digests = digests
  }

  public mutating func begin(randomness: [UInt8]) throws(AuthenticationFailure) -> [UInt8]? {
    guard randomness.count >= randomByteCount else { throw .unusableCredentials }
    return try begin(nonce: Base64.encode(randomness))
  }

  /// With a nonce of the caller's: printable characters of ASCII, no comma.
  public mutating func begin(nonce: String) throws(AuthenticationFailure) -> [UInt8] {
    guard !userName.utf8.contains(0), !userName.isEmpty else { throw .unusableCredentials }
    let bare = "n=\(Self.escaped(userName)),r=\(nonce)"
    state = .challenged(nonce: nonce, firstBare: bare)
    return Array("n,,\(bare)".utf8)
  }

  public mutating func respond(to data: [UInt8]) throws(AuthenticationFailure) -> [UInt8] {
    guard case .challenged(let nonce, let firstBare) = state else { throw .outOfOrder }
    let challenge = try Challenge(data)
    guard challenge.nonce.hasPrefix(nonce), challenge.nonce.utf8.count > nonce.utf8.count else {
      throw .wrongNonce
    }
    guard (Self.leastIterations...Self.mostIterations).contains(challenge.iterations) else {
      throw .iterations(challenge.iterations)
    }
    // "biws" is the header "n,," in base 64.
    let withoutProof = "c=biws,r=\(challenge.nonce)"
    let signed = Array("\(firstBare),\(challenge.text),\(withoutProof)".utf8)
    let salted = digests.pbkdf2SHA256(
      password: password.reveal(), salt: challenge.salt, iterations: challenge.iterations)
    let clientKey = digests.hmacSHA256(key: salted, message: Array("Client Key".utf8))
    let clientSignature = digests.hmacSHA256(key: digests.sha256(clientKey), message: signed)
    let serverKey = digests.hmacSHA256(key: salted, message: Array("Server Key".utf8))
    state = .proving(serverSignature: digests.hmacSHA256(key: serverKey, message: signed))
    let proof = zip(clientKey, clientSignature).map { $0 ^ $1 }
    return Array("\(withoutProof),p=\(Base64.encode(proof))".utf8)
  }

  public mutating func finish(with data: [UInt8]) throws(AuthenticationFailure) {
    guard case .proving(let expected) = state else { throw .outOfOrder }
    guard data.count <= Self.longestMessage, let text = String(validating: data, as: UTF8.self) else {
      throw .malformedChallenge
    }
    let first = text.prefix { $0 != "," }
    if first.hasPrefix("e=") { throw .refused(String(first.dropFirst(2))) }
    guard first.hasPrefix("v="), let signature = Base64.decode(first.dropFirst(2)) else {
      throw .malformedChallenge
    }
    guard Self.areEqual(signature, expected) else { throw .wrongServerSignature }
    state = .done
  }

  /// RFC 5802, clause 5.1: commas and equal signs of a user name.
  private static func escaped(_ name: String) -> String {
    var result = ""
    for character in name.unicodeScalars {
      switch character {
      case "=": result += "=3D"
      case ",": result += "=2C"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// Takes as long whether the first or the last byte differs.
  private static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// The server's first message (RFC 5802, clause 7): nonce, salt, iteration count, and extensions that may
  /// be passed over.
  private struct Challenge {
    var text: String
    var nonce: String
    var salt: [UInt8]
    var iterations: Int

    init(_ data: [UInt8]) throws(AuthenticationFailure) {
      guard data.count <= SCRAMSHA256.longestMessage, let text = String(validating: data, as: UTF8.self)
      else {
        throw .malformedChallenge
      }
      // "m=" is an extension that must be understood; it stands in front of the nonce.
      let fields = text.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count >= 3, fields[0].hasPrefix("r="), fields[1].hasPrefix("s="),
        fields[2].hasPrefix("i="),
        let salt = Base64.decode(fields[1].dropFirst(2)), !salt.isEmpty,
        let iterations = Int(fields[2].dropFirst(2)), iterations > 0
      else { throw .malformedChallenge }
      self.text = text
      nonce = String(fields[0].dropFirst(2))
      self.salt = salt
      self.iterations = iterations
    }
  }
}
