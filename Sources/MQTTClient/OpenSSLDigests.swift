import COpenSSL
public import MQTT

/// The hash functions of SCRAM-SHA-256 from OpenSSL.
public struct OpenSSLDigests: SCRAMDigests {
  private static let byteCount = 32

  public init() {}

  public func sha256(_ message: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Self.byteCount)
    EVP_Digest(message, message.count, &digest, nil, EVP_sha256(), nil)
    return digest
  }

  public func hmacSHA256(key: [UInt8], message: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Self.byteCount)
    HMAC(EVP_sha256(), key, Int32(clamping: key.count), message, message.count, &digest, nil)
    return digest
  }

  public func pbkdf2SHA256(password: [UInt8], salt: [UInt8], iterations: Int) -> [UInt8] {
    var derived = [UInt8](repeating: 0, count: Self.byteCount)
    password.withUnsafeBytes { password in
      _ = PKCS5_PBKDF2_HMAC(
        password.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: password.count), salt,
        Int32(clamping: salt.count), Int32(clamping: iterations), EVP_sha256(), Int32(Self.byteCount),
        &derived)
    }
    return derived
  }
}
