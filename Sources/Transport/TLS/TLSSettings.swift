import SansIO

package enum TLSVersion: String, Hashable, Sendable, Comparable {
  case v1_2 = "1.2"
  case v1_3 = "1.3"

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// How a TLS session is to be made. The files are read anew for every session, so that renewed ones count.
package struct TLSSettings: Hashable, Sendable {
  /// A secret that both sides know in place of certificates (RFC 4279; RFC 8446, 2.2).
  package struct PreSharedKey: Hashable, Sendable {
    package var identity: String
    package var key: Secret<[UInt8]>

    package init(identity: String, key: Secret<[UInt8]>) {
      self.identity = identity
      self.key = key
    }
  }

  package var minimumVersion = TLSVersion.v1_2
  package var maximumVersion = TLSVersion.v1_3
  /// PEM file of the authorities to trust; without it and without a directory those of the system.
  package var authorityFile: String?
  /// Directory of such files under their hashed names (`openssl rehash`).
  package var authorityDirectory: String?
  /// PEM files of our own certificate (with its chain) and its key, for servers that ask for one.
  package var certificateFile: String?
  package var keyFile: String?
  /// Certificate, chain and key in one PKCS#12 file, in place of the two.
  package var pkcs12File: String?
  /// Of the key file or of the PKCS#12 file.
  package var keyPassword: Secret<[UInt8]>?
  package var preSharedKey: PreSharedKey?
  /// The name that the server's certificate has to bear, where it is not the host connected to.
  package var serverName: String?
  /// What to offer by ALPN, in order of preference.
  package var applicationProtocols: [String]
  /// SHA-256 of public keys (SubjectPublicKeyInfo, as of RFC 7469), 32 bytes each: one of them has to be in
  /// the server's chain, besides all other checks. Empty: any.
  package var publicKeyPins: Set<[UInt8]> = []
  /// Whether the server has to prove by a stapled OCSP answer that its certificate is not revoked.
  package var requiresStapledStatus = false
  /// DANGEROUS: any certificate of a trusted authority is accepted, whoever it was made out to; with the
  /// system's authorities that is anybody in the world.
  package var dangerouslyAcceptsAnyHostName = false

  package init(
    authorityFile: String? = nil, certificateFile: String? = nil, keyFile: String? = nil,
    serverName: String? = nil, applicationProtocols: [String] = []
  ) {
    self.authorityFile = authorityFile
    self.certificateFile = certificateFile
    self.keyFile = keyFile
    self.serverName = serverName
    self.applicationProtocols = applicationProtocols
  }
}
