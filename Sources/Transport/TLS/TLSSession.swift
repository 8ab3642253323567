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
  fileprivate var problem: CertificateProblem?
  private var chunk = [UInt8](repeating: 0, count: StreamLimits.readChunk)

  /// `expectedName` is the name or the address that the server's certificate has to bear.
  init(context: TLSContext, place: String, expectedName: String) throws(StreamClosure) {
    self.place = place
    self.expectedName = expectedName
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
    try expectPeer()
  }

  deinit { SSL_free(session) }

  private func expectPeer() throws(StreamClosure) {
    let isAddress = X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), expectedName) == 1
    if !isAddress {
      ERR_clear_error()
      SSL_set_hostflags(session, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
      guard SSL_set1_host(session, expectedName) == 1,
        copenssl_set_server_name(session, expectedName) == 1
      else {
        throw StreamClosure(
          .unusableSetting, "\(place): \(expectedName) cannot be the name of a server")
      }
    }
    SSL_set_ex_data(session, 0, Unmanaged.passUnretained(self).toOpaque())
    SSL_set_verify(session, SSL_VERIFY_PEER) { isGood, store in
      guard isGood == 0, let store else { return isGood }
      let session = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx())
      guard let session, let owner = SSL_get_ex_data(OpaquePointer(session), 0) else { return 0 }
      let keeper = Unmanaged<TLSSession>.fromOpaque(owner).takeUnretainedValue()
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
    if result == 1 { return .done }
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

  private func failure() -> StreamClosure {
    if let problem { return problem.closure(place: place, expectedName: expectedName) }
    let text = opensslError()
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
}
