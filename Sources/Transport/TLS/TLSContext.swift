import COpenSSL
import Glibc

/// The trust and the identity with which sessions are made. Once made it only is read, which OpenSSL allows
/// from any thread.
final class TLSContext: @unchecked Sendable {
  let pointer: OpaquePointer

  private init(pointer: OpaquePointer) { self.pointer = pointer }

  deinit { SSL_CTX_free(pointer) }

  /// Reads the files, so not on the loop.
  static func load(_ settings: TLSSettings) throws(StreamClosure) -> TLSContext {
    ERR_clear_error()
    guard let pointer = SSL_CTX_new(TLS_client_method()) else {
      throw StreamClosure(.tls, "OpenSSL cannot begin: \(opensslError())")
    }
    let context = TLSContext(pointer: pointer)
    copenssl_set_minimum_tls12(pointer)
    copenssl_refuse_renegotiation(pointer)
    // A key with a password must fail, not ask the terminal.
    SSL_CTX_set_default_passwd_cb(pointer) { _, _, _, _ in 0 }
    try context.loadAuthorities(settings)
    try context.loadIdentity(settings)
    try context.offer(settings.applicationProtocols)
    return context
  }

  private func loadAuthorities(_ settings: TLSSettings) throws(StreamClosure) {
    guard let file = settings.authorityFile else {
      guard SSL_CTX_set_default_verify_paths(pointer) == 1 else {
        throw StreamClosure(
          .unusableSetting,
          "the system's certificate authorities cannot be read; "
            + "install the package ca-certificates")
      }
      return
    }
    try checkReadable(file, key: "authority file")
    guard SSL_CTX_load_verify_locations(pointer, file, nil) == 1 else {
      throw StreamClosure(
        .unusableSetting, "\(file): has no PEM certificate of an authority in it (\(opensslError()))")
    }
  }

  private func loadIdentity(_ settings: TLSSettings) throws(StreamClosure) {
    guard let certificate = settings.certificateFile else { return }
    try checkReadable(certificate, key: "certificate")
    guard SSL_CTX_use_certificate_chain_file(pointer, certificate) == 1 else {
      throw StreamClosure(
        .unusableSetting, "\(certificate): has no PEM certificate in it (\(opensslError()))")
    }
    let key = settings.keyFile ?? certificate
    try checkReadable(key, key: "key")
    guard SSL_CTX_use_PrivateKey_file(pointer, key, SSL_FILETYPE_PEM) == 1 else {
      throw StreamClosure(
        .unusableSetting,
        "\(key): has no PEM key without a password that fits the certificate \(certificate) "
          + "(\(opensslError()))")
    }
    guard SSL_CTX_check_private_key(pointer) == 1 else {
      throw StreamClosure(
        .unusableSetting, "\(key): is not the key of the certificate \(certificate)")
    }
  }

  private func checkReadable(_ file: String, key: String) throws(StreamClosure) {
    guard access(file, R_OK) == 0 else {
      let reason = errno == ENOENT ? "there is no such file" : "the file cannot be read"
      throw StreamClosure(.unusableSetting, "\(file): \(reason) (\(key) of TLS)")
    }
  }

  private func offer(_ protocols: [String]) throws(StreamClosure) {
    guard !protocols.isEmpty else { return }
    var list: [UInt8] = []
    for name in protocols {
      guard (1...255).contains(name.utf8.count), list.count < 1024 else {
        throw StreamClosure(.unusableSetting, "\(name): is not an ALPN protocol name")
      }
      list.append(UInt8(name.utf8.count))
      list += name.utf8
    }
    // This one call of OpenSSL returns 0 for success.
    guard SSL_CTX_set_alpn_protos(pointer, list, UInt32(list.count)) == 0 else {
      throw StreamClosure(.tls, "OpenSSL refuses the ALPN names: \(opensslError())")
    }
  }
}

/// The oldest of OpenSSL's waiting errors, as text, and the others forgotten.
func opensslError() -> String {
  let code = ERR_get_error()
  ERR_clear_error()
  guard code != 0 else { return "no reason given" }
  guard let reason = ERR_reason_error_string(code) else { return "error \(code)" }
  return String(cString: reason)
}
