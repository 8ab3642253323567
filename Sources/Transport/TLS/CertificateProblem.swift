import COpenSSL
import Glibc

/// Why a server's certificate was not believed, noted while OpenSSL looked at it.
struct CertificateProblem {
  let code: Int32
  /// The names that the certificate bears, and its subject's common name where it bears none.
  let names: String
  /// Seconds since 1970.
  let validFrom: Int64
  let validUntil: Int64
  let issuer: String

  init(code: Int32, certificate: OpaquePointer?) {
    self.code = code
    guard let certificate else {
      (names, validFrom, validUntil, issuer) = ("", 0, 0, "")
      return
    }
    var text = [CChar](repeating: 0, count: 512)
    copenssl_names(certificate, &text, text.count)
    names = Self.string(text)
    validFrom = copenssl_validity_bound(certificate, 0)
    validUntil = copenssl_validity_bound(certificate, 1)
    var line = [CChar](repeating: 0, count: 256)
    X509_NAME_oneline(X509_get_issuer_name(certificate), &line, Int32(line.count))
    issuer = Self.string(line)
  }

  private static func string(_ text: [CChar]) -> String {
    String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  func closure(place: String, expectedName: String) -> StreamClosure {
    StreamClosure(.certificate, "\(place): the server's certificate is not accepted: \(text(expectedName))")
  }

  private func text(_ expectedName: String) -> String {
    switch code {
    case X509_V_ERR_CERT_HAS_EXPIRED:
      "it expired on \(Self.day(validUntil)); renew it on the server, or check this machine's clock"
    case X509_V_ERR_CERT_NOT_YET_VALID:
      "it is valid only from \(Self.day(validFrom)); check this machine's clock"
    case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH:
      "it is made out to \(names.isEmpty ? "nobody" : names), not to \(expectedName); connect by a name "
        + "that it bears, or set the server name of TLS"
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT,
      X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
      X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
      "its authority is unknown (\(issuer)); set the authority file of TLS to the PEM file of that authority"
    default: String(cString: X509_verify_cert_error_string(Int(code)))
    }
  }

  private static func day(_ seconds: Int64) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  }
}
