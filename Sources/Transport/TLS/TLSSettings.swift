/// How a TLS session is to be made. The files are read anew for every session, so that renewed ones count.
package struct TLSSettings: Hashable, Sendable {
  /// PEM file of the authorities to trust; nil trusts those of the system.
  package var authorityFile: String?
  /// PEM files of our own certificate (with its chain) and its key, for servers that ask for one.
  package var certificateFile: String?
  package var keyFile: String?
  /// The name that the server's certificate has to bear, where it is not the host connected to.
  package var serverName: String?
  /// What to offer by ALPN, in order of preference.
  package var applicationProtocols: [String]

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
