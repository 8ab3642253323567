/// Which end of a connection somebody is (clause 1.2).
public enum PeerRole: Hashable, Sendable {
  case client
  case server

  public var other: Self { self == .client ? .server : .client }
}
