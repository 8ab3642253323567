import COpenSSL
import Glibc
import SansIO

/// The trust and the identity with which sessions are made. Once made it only is read, which OpenSSL allows
/// from any thread.
final class TLSContext: @unchecked Sendable {
  let pointer: OpaquePointer
  let settings: TLSSettings

  private init(pointer: OpaquePointer, settings: TLSSettings) {
    self.pointer = pointer
    self.settings = settings
  }

  deinit { SSL_CTX_free(pointer) }

  /// Reads the files, so not on the loop.
  static func load(_ settings: TLSSettings) throws(StreamClosure) -> TLSContext {
    ERR_clear_error()
    guard let pointer = SSL_CTX_new(TLS_client_method()) else {
      throw StreamClosure(.tls, "OpenSSL cannot begin: \(opensslError())")
    }
    let context = TLSContext(pointer: pointer, settings: settings)
    copenssl_refuse_renegotiation(pointer)
    try context.setVersions()
    try context.loadAuthorities()
    try TLSIdentity(settings: settings).load(into: pointer)
    try context.setPreSharedKey()
    try context.offer(settings.applicationProtocols)
    copenssl_keep_no_sessions(pointer)
    SSL_CTX_sess_set_new_cb(pointer) { session, ticket in
      guard let session, let ticket, let owner = TLSSession.owner(of: session) else { return 0 }
      owner.tickets.append(ticket)
      // One means that the reference is kept.
      return 1
    }
    return context
  }

  private func setVersions() throws(StreamClosure) {
    func number(_ version: TLSVersion) -> Int32 { version == .v1_2 ? TLS1_2_VERSION : TLS1_3_VERSION }
    guard settings.minimumVersion <= settings.maximumVersion,
      copenssl_set_versions(pointer, number(settings.minimumVersion), number(settings.maximumVersion)) == 1
    else {
      throw StreamClosure(
        .unusableSetting,
        "there is no TLS version from \(settings.minimumVersion.rawValue) to \(settings.maximumVersion.rawValue)"
      )
    }
  }

  private func loadAuthorities() throws(StreamClosure) {
    if let file = settings.authorityFile {
      try TLSIdentity.checkReadable(file, key: "authority file")
      guard SSL_CTX_load_verify_locations(pointer, file, nil) == 1 else {
        throw StreamClosure(
          .unusableSetting, "\(file): has no PEM certificate of an authority in it (\(opensslError()))")
      }
    }
    if let directory = settings.authorityDirectory {
      try TLSIdentity.checkReadable(directory, key: "authority directory")
      guard directoryNames(directory)?.contains(where: Self.isHashedName) == true,
        SSL_CTX_load_verify_locations(pointer, nil, directory) == 1
      else {
        throw StreamClosure(
          .unusableSetting,
          "\(directory): has no certificates under hashed names in it; make them with: openssl rehash \(directory)"
        )
      }
    }
    guard settings.authorityFile == nil, settings.authorityDirectory == nil else { return }
    guard SSL_CTX_set_default_verify_paths(pointer) == 1 else {
      throw StreamClosure(
        .unusableSetting,
        "the system's certificate authorities cannot be read; install the package ca-certificates")
    }
  }

  /// Such as "9d66eef0.0".
  private static func isHashedName(_ name: String) -> Bool {
    let parts = name.split(separator: ".")
    return parts.count == 2 && parts[0].utf8.count == 8 && parts[0].allSatisfy(\.isHexDigit)
      && parts[1].allSatisfy(\.isNumber)
  }

  private func setPreSharedKey() throws(StreamClosure) {
    guard let shared = settings.preSharedKey else { return }
    guard (1...127).contains(shared.identity.utf8.count), (1...64).contains(shared.key.reveal().count),
      settings.publicKeyPins.isEmpty, !settings.requiresStapledStatus
    else {
      throw StreamClosure(
        .unusableSetting,
        "a pre-shared key has 1 to 64 bytes and an identity of 1 to 127, and goes with no pins and no stapled status"
      )
    }
    // With TLS 1.2 nothing but the key may authenticate; with 1.3 the session checks that it did.
    guard SSL_CTX_set_cipher_list(pointer, "PSK:!kRSAPSK:!NULL:@STRENGTH") == 1 else {
      throw StreamClosure(.tls, "OpenSSL has no ciphers for pre-shared keys: \(opensslError())")
    }
    SSL_CTX_set_psk_client_callback(pointer) { session, _, identity, identityCapacity, key, keyCapacity in
      guard let session, let identity, let key, let owner = TLSSession.owner(of: session),
        let shared = owner.preSharedKey
      else { return 0 }
      let (name, bytes) = (Array(shared.identity.utf8CString), shared.key.reveal())
      guard name.count <= Int(identityCapacity), bytes.count <= Int(keyCapacity) else { return 0 }
      for (place, letter) in name.enumerated() { identity[place] = letter }
      for (place, byte) in bytes.enumerated() { key[place] = byte }
      return UInt32(bytes.count)
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
