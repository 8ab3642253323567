import COpenSSL

/// Hashes of bytes at hand.
enum Digest {
  static func sha1(_ bytes: [UInt8]) -> [UInt8] { digest(bytes, EVP_sha1(), count: 20) }
  static func sha256(_ bytes: [UInt8]) -> [UInt8] { digest(bytes, EVP_sha256(), count: 32) }

  private static func digest(_ bytes: [UInt8], _ kind: OpaquePointer?, count: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: count)
    guard EVP_Digest(bytes, bytes.count, &result, nil, kind, nil) == 1 else { return [] }
    return result
  }
}
