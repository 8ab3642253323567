import JSON
import MQTT
import SansIO

/// Credentials as a file or a configuration endpoint says them: a JSON object.
///
///     {"host": "broker.example", "port": 8883, "user": "gw", "token": "...", "clientId": "..."}
///
/// `url` may stand for `host` and `port`; `password` for `token`, `username` for `user`. A host without a
/// scheme is reached over TLS unless `"tls": false` says otherwise. Everything may be left out but a token or
/// password.
enum CredentialsDocument {
  static let sizeLimit = 64 * 1024
  /// Of the user name and the token, in bytes: what MQTT can carry.
  private static let textLimit = 65_535

  static func parse(_ bytes: [UInt8]) throws(CredentialsFailure) -> BrokerCredentials {
    let object: JSONValue
    do {
      object = try JSONValue(parsing: bytes, limits: JSONLimits(depth: 8, size: sizeLimit))
    } catch {
      throw CredentialsFailure("the credentials are not JSON: \(error)")
    }
    guard object.objectValue != nil else { throw CredentialsFailure("the credentials are no JSON object") }
    guard let token = text(object, "token", "password"), token.utf8.count <= textLimit else {
      throw CredentialsFailure("the credentials have no \"token\"")
    }
    return BrokerCredentials(
      userName: text(object, "user", "username"), password: Secret(Array(token.utf8)),
      endpoint: try endpoint(object), clientIdentifier: text(object, "clientId"))
  }

  private static func text(_ object: JSONValue, _ keys: String...) -> String? {
    keys.lazy.compactMap { object[$0]?.stringValue }.first { !$0.isEmpty && $0.utf8.count <= textLimit }
  }

  private static func endpoint(_ object: JSONValue) throws(CredentialsFailure) -> MQTTEndpoint? {
    var url = text(object, "url")
    if url == nil, let host = text(object, "host") {
      let scheme = object["tls"]?.boolValue == false ? "mqtt" : "mqtts"
      let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
      var port = ""
      if let stated = object["port"] {
        let number = stated.integerValue ?? stated.stringValue.flatMap { Int64($0) }
        guard let number, (1...65_535).contains(number) else {
          throw CredentialsFailure("the \"port\" of the credentials is none")
        }
        port = ":\(number)"
      }
      url = "\(scheme)://\(name)\(port)"
    }
    guard let url else { return nil }
    do {
      return try MQTTEndpoint(url: url)
    } catch {
      throw CredentialsFailure("the broker of the credentials: \(error)")
    }
  }
}
