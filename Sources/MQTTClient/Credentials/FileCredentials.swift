import MQTT
import Reactor
import SansIO

/// Credentials in a file, which is read for every try: a changed one counts at once.
package struct FileCredentials: CredentialsProvider {
  package enum Form: Hashable, Sendable {
    /// The first line is the password of this user.
    case password(user: String)
    /// A JSON object; see ``CredentialsDocument``. The user, where it names none.
    case document(user: String)
  }

  private let path: String
  private let form: Form
  private let mayBeShared: Bool
  private let worker: any Worker

  /// - Parameters:
  ///   - mayBeShared: the file's directory is private already, as that of the service's credentials.
  ///   - worker: reads the file.
  package init(path: String, form: Form, mayBeShared: Bool, worker: any Worker) {
    self.path = path
    self.form = form
    self.mayBeShared = mayBeShared
    self.worker = worker
  }

  package func credentials(fresh: Bool) async throws(CredentialsFailure) -> BrokerCredentials {
    let (path, form, mayBeShared) = (path, form, mayBeShared)
    let result = await worker.perform {
      Result { () throws(CredentialsFailure) in
        try Self.parse(
          try PrivateFile.read(path, limit: CredentialsDocument.sizeLimit, mayBeShared: mayBeShared), form)
      }
    }
    guard let result else { throw CredentialsFailure("too much work waits for \(path) to be read") }
    return try result.get()
  }

  static func parse(_ content: [UInt8], _ form: Form) throws(CredentialsFailure) -> BrokerCredentials {
    switch form {
    case .password(let user):
      let line = content.prefix { $0 != 0x0A && $0 != 0x0D }
      guard !line.isEmpty else { throw CredentialsFailure("the file of the password is empty") }
      return BrokerCredentials(userName: user, password: Secret(Array(line)))
    case .document(let user):
      var credentials = try CredentialsDocument.parse(content)
      credentials.userName = credentials.userName ?? user
      return credentials
    }
  }
}
