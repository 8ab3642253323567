import CLinux
import Glibc

/// An IPv4 or IPv6 address.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
  /// 4 or 16 bytes, in network order.
  package let bytes: [UInt8]

  /// nil unless there are 4 or 16 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Reads the usual text form, without brackets, port or zone; nil for a name.
  package init?(_ text: String) {
    let isVersion6 = text.utf8.contains(UInt8(ascii: ":"))
    var read = [UInt8](repeating: 0, count: isVersion6 ? 16 : 4)
    guard inet_pton(isVersion6 ? AF_INET6 : AF_INET, text, &read) == 1 else { return nil }
    bytes = read
  }

  /// The own address of a socket; nil when it has none.
  init?(localOf descriptor: Int32) {
    var read = [UInt8](repeating: 0, count: 16)
    let length = clinux_local_address(descriptor, &read)
    self.init(bytes: Array(read.prefix(Int(length))))
  }

  package var isVersion6: Bool { bytes.count == 16 }

  /// fe80::/10 or 169.254.0.0/16: good for the link it belongs to only.
  package var isLinkLocal: Bool {
    isVersion6 ? bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80 : bytes[0] == 169 && bytes[1] == 254
  }

  package var description: String {
    var text = [CChar](repeating: 0, count: 64)
    guard inet_ntop(isVersion6 ? AF_INET6 : AF_INET, bytes, &text, socklen_t(text.count)) != nil else {
      return "?"
    }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
