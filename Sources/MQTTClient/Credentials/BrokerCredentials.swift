import MQTT
import SansIO

/// Who the client is for a broker, and where that broker is if the source says so.
public struct BrokerCredentials: Hashable, Sendable {
  public var userName: String?
  public var password: Secret<[UInt8]>?
  /// In place of the first endpoint of the configuration.
  public var endpoint: MQTTEndpoint?
  /// In place of that of the configuration.
  public var clientIdentifier: String?

  public init(
    userName: String? = nil, password: Secret<[UInt8]>? = nil, endpoint: MQTTEndpoint? = nil,
    clientIdentifier: String? = nil
  ) {
    self.userName = userName
    self.password = password
    self.endpoint = endpoint
    self.clientIdentifier = clientIdentifier
  }

  /// A user and a password.
  public init(userName: String, password: String) {
    self.init(userName: userName, password: Secret(Array(password.utf8)))
  }

  /// Nobody in particular. Has to be asked for: credentials that cannot be had never become this.
  public static let anonymous = Self()
}

/// Where credentials come from. Asked at the beginning of every try to connect.
public protocol CredentialsProvider: Sendable {
  /// - Parameter fresh: what was given before has failed: forget what is cached and ask where it comes from.
  func credentials(fresh: Bool) async throws(CredentialsFailure) -> BrokerCredentials
}

/// Why there are no credentials, for people.
public struct CredentialsFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String
  public init(_ description: String) { self.description = description }
}

/// Credentials that never change.
public struct FixedCredentials: CredentialsProvider {
  private let value: BrokerCredentials

  public init(_ value: BrokerCredentials) { self.value = value }

  public func credentials(fresh: Bool) async throws(CredentialsFailure) -> BrokerCredentials { value }
}
