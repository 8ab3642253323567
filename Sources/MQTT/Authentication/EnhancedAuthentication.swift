/// A method of enhanced authentication (5.0, clause 4.12): what the client says in CONNECT, in each AUTH, and
/// what it makes of the server's last word.
///
/// The session owns the exchange; the method only makes and checks the data. One value serves one connection
/// after the other, and re-authentication on an open one: each begins with ``begin(randomness:)``.
public protocol EnhancedAuthentication: Sendable {
  /// The authentication method property, the same in all packets of the exchange.
  var methodName: String { get }

  /// The data of CONNECT, or of the AUTH that starts a re-authentication; nil for none.
  /// - Parameter randomness: at least ``randomByteCount`` bytes that nobody can guess.
  mutating func begin(randomness: [UInt8]) throws(AuthenticationFailure) -> [UInt8]?

  /// Bytes of randomness that ``begin(randomness:)`` needs.
  var randomByteCount: Int { get }

  /// The data of the AUTH that answers the server's AUTH (0x18, continue authentication).
  mutating func respond(to data: [UInt8]) throws(AuthenticationFailure) -> [UInt8]

  /// Checks the data of the CONNACK or AUTH that says success. The server may be an impostor until this
  /// returns.
  mutating func finish(with data: [UInt8]) throws(AuthenticationFailure)
}

/// Why an exchange cannot go on; it ends the connection.
public enum AuthenticationFailure: Error, Hashable, Sendable {
  /// A step that does not belong here, for instance a second challenge.
  case outOfOrder
  /// What the server said is not of the method's form.
  case malformedChallenge
  /// The server's nonce does not continue ours.
  case wrongNonce
  /// Fewer iterations than the method demands, or more than this side is ready to do.
  case iterations(Int)
  /// The server does not know the password either.
  case wrongServerSignature
  /// The server refused, with its word for why.
  case refused(String)
  /// A user name or password that the method cannot carry, or too little randomness.
  case unusableCredentials
}
