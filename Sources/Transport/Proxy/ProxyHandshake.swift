/// What is said to a proxy before the stream through it is the server's.
package protocol ProxyHandshake {
  /// The first words.
  mutating func begin() -> ProxyProgress
  mutating func received(_ bytes: [UInt8]) -> ProxyProgress
}

package enum ProxyProgress: Hashable {
  case needsMore
  case send([UInt8])
  /// The stream is the server's now; with what of it has come already.
  case done(rest: [UInt8])
  /// What the proxy said or what is wrong, and what to do.
  case failed(StreamClosure.Reason, String)
}
