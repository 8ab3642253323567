import COpenSSL
import Glibc
import SansIO

/// Gives a context our own certificate and key.
struct TLSIdentity {
  let settings: TLSSettings

  /// What OpenSSL is told when it asks for a key's password.
  private final class Password {
    let bytes: [UInt8]?
    var wasAskedFor = false

    init(_ secret: Secret<[UInt8]>?) { bytes = secret?.reveal() }
  }

  func load(into context: OpaquePointer) throws(StreamClosure) {
    if let file = settings.pkcs12File { return try loadPKCS12(file, into: context) }
    guard let certificate = settings.certificateFile else { return }
    let password = Password(settings.keyPassword)
    copenssl_set_password_context(context, Unmanaged.passUnretained(password).toOpaque())
    // Without a password to give, OpenSSL would ask the terminal.
    SSL_CTX_set_default_passwd_cb(context) { buffer, capacity, _, known in
      guard let buffer, let known else { return 0 }
      let password = Unmanaged<Password>.fromOpaque(known).takeUnretainedValue()
      password.wasAskedFor = true
      guard let bytes = password.bytes, bytes.count <= Int(capacity) else { return 0 }
      for (place, byte) in bytes.enumerated() { buffer[place] = CChar(bitPattern: byte) }
      return Int32(bytes.count)
    }
    defer {
      copenssl_set_password_context(context, nil)
      withExtendedLifetime(password) {}
    }
    try Self.checkReadable(certificate, key: "certificate")
    guard SSL_CTX_use_certificate_chain_file(context, certificate) == 1 else {
      throw StreamClosure(
        .unusableSetting, "\(certificate): has no PEM certificate in it (\(opensslError()))")
    }
    let key = settings.keyFile ?? certificate
    try Self.checkReadable(key, key: "key")
    guard SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1 else {
      throw StreamClosure(.unusableSetting, "\(key): \(Self.problem(password)) (\(opensslError()))")
    }
    guard SSL_CTX_check_private_key(context) == 1 else {
      throw StreamClosure(
        .unusableSetting, "\(key): is not the key of the certificate \(certificate)")
    }
  }

  private static func problem(_ password: Password) -> String {
    guard password.wasAskedFor else { return "has no PEM key in it that fits the certificate" }
    return password.bytes == nil
      ? "the key has a password; set the key password of TLS" : "the password of the key is another one"
  }

  private func loadPKCS12(_ file: String, into context: OpaquePointer) throws(StreamClosure) {
    try Self.checkReadable(file, key: "PKCS#12")
    let password = String(decoding: settings.keyPassword?.reveal() ?? [], as: UTF8.self)
    let problem: String
    switch copenssl_pkcs12(rawValue: copenssl_use_pkcs12(context, file, password)) {
    case copenssl_pkcs12_good: return
    case copenssl_pkcs12_unreadable: problem = "is not a PKCS#12 file"
    case copenssl_pkcs12_incomplete: problem = "has no certificate with its key in it"
    case copenssl_pkcs12_wrong_password:
      problem =
        settings.keyPassword == nil
        ? "has a password; set the key password of TLS"
        : "the password is another one, or the encryption is too old (make it anew with openssl pkcs12)"
    default: problem = "OpenSSL refuses its certificate or key"
    }
    throw StreamClosure(.unusableSetting, "\(file): \(problem) (\(opensslError()))")
  }

  static func checkReadable(_ file: String, key: String) throws(StreamClosure) {
    guard access(file, R_OK) == 0 else {
      let reason = errno == ENOENT ? "there is no such file" : "the file cannot be read"
      throw StreamClosure(.unusableSetting, "\(file): \(reason) (\(key) of TLS)")
    }
  }
}
