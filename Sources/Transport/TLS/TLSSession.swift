import COpenSSL
import Glibc

/// One client session of OpenSSL between two buffers in memory: it neither reads nor writes by itself.
final class TLSSession {
  enum Progress: Equatable {
    case done
    case needsMore
    case failed(StreamClosure)
  }

  enum Received: Equatable {
    case bytes([UInt8])
    case needsMore
    case ended
    case failed(StreamClosure)
  }

  private let session: OpaquePointer
  private let incoming: OpaquePointer
  private let outgoing: OpaquePointer
  private let place: String
  private let expectedName: String
  private let settings: TLSSettings
  fileprivate var problem: CertificateProblem?
  /// What the server gave to resume the session with, each held by one reference, which whoever takes them
  /// takes over.
  var tickets: [OpaquePointer] = []
  private var chunk = [UInt8](repeating: 0, count: StreamLimits.readChunk)

  /// `expectedName` is the name or the address that the server's certificate has to bear.
  ///
  /// `ticket` is one of an earlier session with the same server; it stays the caller's.
  init(
    context: TLSContext, place: String, expectedName: String, ticket: OpaquePointer? = nil
  ) throws(StreamClosure) {
    self.place = place
    // Neither a zone nor the dot of the root is part of what a certificate bears.
    let name = expectedName.prefix { $0 != "%" }
    self.expectedName = String(name.hasSuffix(".") ? name.dropLast() : name)
    settings = context.settings
    ERR_clear_error()
    guard let session = SSL_new(context.pointer) else {
      throw StreamClosure(.tls, "\(place): OpenSSL cannot begin a session: \(opensslError())")
    }
    guard let incoming = BIO_new(BIO_s_mem()), let outgoing = BIO_new(BIO_s_mem()) else {
      SSL_free(session)
      throw StreamClosure(.tls, "\(place): OpenSSL has no memory: \(opensslError())")
    }
    self.session = session
    self.incoming = incoming
    self.outgoing = outgoing
    SSL_set_bio(session, incoming, outgoing)
    SSL_set_connect_state(session)
    SSL_set_ex_data(session, 0, Unmanaged.passUnretained(self).toOpaque())
    if let ticket { SSL_set_session(session, ticket) }
    if settings.requiresStapledStatus { copenssl_ask_for_status(session) }
    try expectPeer()
  }

  deinit {
    for ticket in tickets { SSL_SESSION_free(ticket) }
    SSL_free(session)
  }

  /// The keeper of a session of OpenSSL, for its callbacks.
  static func owner(of session: OpaquePointer) -> TLSSession? {
    SSL_get_ex_data(session, 0).map { Unmanaged<TLSSession>.fromOpaque($0).takeUnretainedValue() }
  }

  var preSharedKey: TLSSettings.PreSharedKey? { settings.preSharedKey }

  private func expectPeer() throws(StreamClosure) {
    let isAddress = IPAddress(expectedName) != nil
    SSL_set_hostflags(session, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
    let isChecked =
      settings.dangerouslyAcceptsAnyHostName
      || (isAddress
        ? X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), expectedName) == 1
        : !expectedName.isEmpty && SSL_set1_host(session, expectedName) == 1)
    // An address is never named to the server (RFC 6066, 3).
    guard isChecked, isAddress || copenssl_set_server_name(session, expectedName) == 1 else {
      throw StreamClosure(
        .unusableSetting, "\(place): \(expectedName) cannot be the name of a server")
    }
    SSL_set_verify(session, SSL_VERIFY_PEER) { isGood, store in
      guard isGood == 0, let store else { return isGood }
      let session = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx())
      guard let session, let keeper = TLSSession.owner(of: OpaquePointer(session)) else { return 0 }
      keeper.problem =
        keeper.problem
        ?? CertificateProblem(
          code: X509_STORE_CTX_get_error(store),
          certificate: X509_STORE_CTX_get_current_cert(store))
      return 0
    }
  }

  // MARK: The outer side

  /// Takes what came over the wire.
  func feed(_ bytes: [UInt8]) { BIO_write(incoming, bytes, Int32(clamping: bytes.count)) }

  /// Gives what has to go over the wire; empty when there is nothing.
  func takeOutgoing() -> [UInt8] {
    var result: [UInt8] = []
    while true {
      let count = chunk.withUnsafeMutableBytes {
        BIO_read(outgoing, $0.baseAddress, Int32(clamping: $0.count))
      }
      guard count > 0 else { return result }
      result += chunk[..<Int(count)]
    }
  }

  // MARK: The inner side

  func handshake() -> Progress {
    ERR_clear_error()
    let result = SSL_do_handshake(session)
    if result == 1 { return refusal().map { .failed($0) } ?? .done }
    return SSL_get_error(session, result) == SSL_ERROR_WANT_READ ? .needsMore : .failed(failure())
  }

  /// Encrypts all of it.
  func write(_ bytes: [UInt8]) -> Progress {
    guard !bytes.isEmpty else { return .done }
    ERR_clear_error()
    let result = SSL_write(session, bytes, Int32(clamping: bytes.count))
    return result == Int32(clamping: bytes.count) ? .done : .failed(failure())
  }

  func read() -> Received {
    ERR_clear_error()
    let count = chunk.withUnsafeMutableBytes {
      SSL_read(session, $0.baseAddress, Int32(clamping: $0.count))
    }
    if count > 0 { return .bytes(Array(chunk[..<Int(count)])) }
    switch SSL_get_error(session, count) {
    case SSL_ERROR_WANT_READ: return .needsMore
    case SSL_ERROR_ZERO_RETURN: return .ended
    default: return .failed(failure())
    }
  }

  /// Says goodbye; `takeOutgoing` then has the words.
  func shutDown() {
    ERR_clear_error()
    SSL_shutdown(session)
  }

  /// The ALPN protocol that the server chose; nil when none.
  var applicationProtocol: String? {
    var bytes: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    SSL_get0_alpn_selected(session, &bytes, &count)
    guard let bytes, count > 0 else { return nil }
    return String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
  }

  /// Such as "TLSv1.3".
  var version: String { String(cString: SSL_get_version(session)) }

  /// Whether the session goes on from an earlier one.
  var isResumed: Bool { SSL_session_reused(session) == 1 }

  // MARK: What the handshake leaves open

  /// Why a finished handshake is not good enough; nil when it is.
  private func refusal() -> StreamClosure? {
    let certificate = copenssl_peer_certificate(session)
    defer { X509_free(certificate) }
    if settings.preSharedKey != nil {
      guard certificate == nil else {
        return StreamClosure(
          .certificate, "\(place): the server shows a certificate and does not use the pre-shared key")
      }
      return nil
    }
    guard certificate != nil, SSL_get_verify_result(session) == Int(X509_V_OK) else {
      return StreamClosure(.certificate, "\(place): the server has not proved who it is")
    }
    // A session that goes on was checked when it began, by the same settings.
    guard !isResumed else { return nil }
    return pinRefusal() ?? statusRefusal()
  }

  private func pinRefusal() -> StreamClosure? {
    guard !settings.publicKeyPins.isEmpty else { return nil }
    var digest = [UInt8](repeating: 0, count: 32)
    var found: [String] = []
    for place in 0..<16 where copenssl_chain_key_digest(session, Int32(place), &digest) == 1 {
      if settings.publicKeyPins.contains(digest) { return nil }
      found.append("sha256/" + Base64.encode(digest))
    }
    return StreamClosure(
      .certificate,
      "\(place): no key of the server's chain is one of the pinned ones: it has \(found.joined(separator: ", ")); "
        + "if the server's key was changed by its owner, change the pins of TLS")
  }

  private func statusRefusal() -> StreamClosure? {
    guard settings.requiresStapledStatus else { return nil }
    let text: String
    switch copenssl_status(rawValue: copenssl_stapled_status(session)) {
    case copenssl_status_good: return nil
    case copenssl_status_absent: text = "the server staples no OCSP answer, which the settings of TLS require"
    case copenssl_status_revoked: text = "the server's certificate is revoked by its authority"
    case copenssl_status_stale:
      text = "the OCSP answer that the server staples is out of date; check this machine's clock too"
    default: text = "the OCSP answer that the server staples cannot be believed"
    }
    return StreamClosure(.certificate, "\(place): \(text)")
  }

  private func failure() -> StreamClosure {
    if let problem { return problem.closure(place: place, expectedName: expectedName) }
    let text = opensslError()
    if settings.preSharedKey != nil, let advice = Self.keyAdvice(text) {
      return StreamClosure(
        .certificate, "\(place): the server does not accept our pre-shared key (\(text)); \(advice)")
    }
    if text.contains("protocol version") || text.contains("unsupported protocol") {
      return StreamClosure(
        .tls,
        "\(place): the server speaks no TLS from \(settings.minimumVersion.rawValue) to "
          + "\(settings.maximumVersion.rawValue) (\(text))")
    }
    if text.contains("certificate") || text.contains("unknown ca") || text.contains("access denied") {
      return StreamClosure(
        .certificate,
        "\(place): the server does not accept our certificate or wants one (\(text)); "
          + "check the certificate and key files of TLS")
    }
    if text.contains("wrong version number") || text.contains("packet length too long") {
      return StreamClosure(
        .tls, "\(place): the server does not speak TLS on this port (\(text)); check the port and scheme")
    }
    return StreamClosure(.tls, "\(place): TLS failed (\(text))")
  }

  /// What to do about an alert that came in answer to a pre-shared key; nil when it is about something else.
  private static func keyAdvice(_ text: String) -> String? {
    let alerts = [
      "unknown psk identity", "decrypt error", "handshake failure", "bad record mac", "illegal parameter",
    ]
    return alerts.contains { text.contains($0) } ? "check its identity and its bytes on both sides" : nil
  }
}
