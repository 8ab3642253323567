import CLinux
import Glibc

/// Who is at the other end of a Unix socket, as the kernel noted it when they connected.
package struct PeerCredentials: Hashable, Sendable {
  package let processID: Int32
  package let userID: UInt32
  package let groupID: UInt32
  /// The user's name; the number as text where the user has none.
  package let userName: String

  init?(descriptor: Int32) {
    var (processID, userID, groupID) = (pid_t(), uid_t(), gid_t())
    guard clinux_peer_credentials(descriptor, &processID, &userID, &groupID) == 0 else { return nil }
    self.processID = processID
    self.userID = userID
    self.groupID = groupID
    userName = Self.name(ofUser: userID) ?? "\(userID)"
  }

  static func name(ofUser userID: uid_t) -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16 * 1024)
    guard getpwuid_r(userID, &entry, &buffer, buffer.count, &found) == 0, found != nil,
      let name = entry.pw_name
    else { return nil }
    return String(cString: name)
  }

  static func groupID(ofGroup name: String) -> gid_t? {
    var entry = group()
    var found: UnsafeMutablePointer<group>?
    var buffer = [CChar](repeating: 0, count: 64 * 1024)
    guard getgrnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else {
      return nil
    }
    return entry.gr_gid
  }
}
