import Foundation
import MQTTClient

/// The other side of SCRAM-SHA-256 (RFC 5802, clause 3), with a fixed salt.
struct ScriptedSCRAMServer {
  private let password: String
  private let firstBare: String
  private let nonce: String
  private let salt: [UInt8] = Array(0..<16)
  private let digests = OpenSSLDigests()
  private(set) var isConvinced = false

  init(password: String, clientFirst: [UInt8]) {
    self.password = password
    firstBare = String(String(decoding: clientFirst, as: UTF8.self).dropFirst("n,,".count))
    nonce = (firstBare.components(separatedBy: ",r=").last ?? "") + "server"
  }

  private var serverFirst: String { "r=\(nonce),s=\(Data(salt).base64EncodedString()),i=4096" }

  func challenge() -> [UInt8] { Array(serverFirst.utf8) }

  mutating func answer(to clientFinal: [UInt8]) -> [UInt8] {
    let parts = String(decoding: clientFinal, as: UTF8.self).components(separatedBy: ",p=")
    let signed = Array("\(firstBare),\(serverFirst),\(parts[0])".utf8)
    let salted = digests.pbkdf2SHA256(password: Array(password.utf8), salt: salt, iterations: 4_096)
    let storedKey = digests.sha256(digests.hmacSHA256(key: salted, message: Array("Client Key".utf8)))
    let signature = digests.hmacSHA256(key: storedKey, message: signed)
    let proof = Data(base64Encoded: parts[1]).map { [UInt8]($0) } ?? []
    isConvinced = digests.sha256(zip(proof, signature).map { $0 ^ $1 }) == storedKey
    let serverKey = digests.hmacSHA256(key: salted, message: Array("Server Key".utf8))
    return Array("v=\(Data(digests.hmacSHA256(key: serverKey, message: signed)).base64EncodedString())".utf8)
  }
}
