/// The hash functions under SCRAM-SHA-256, which come from a library.
public protocol SCRAMDigests: Sendable {
  /// 32 bytes.
  func sha256(_ message: [UInt8]) -> [UInt8]
  /// 32 bytes (RFC 2104 over SHA-256).
  func hmacSHA256(key: [UInt8], message: [UInt8]) -> [UInt8]
  /// 32 bytes (RFC 8018, PBKDF2 with HMAC-SHA-256).
  func pbkdf2SHA256(password: [UInt8], salt: [UInt8], iterations: Int) -> [UInt8]
}
