import CLinux

/// Why the kernel refused something, as it says so.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  package let number: Int32
  package let call: String

  /// `call` names what was asked for, such as "open /dev/ttyUSB0".
  package init(number: Int32, call: String) {
    self.number = number
    self.call = call
  }

  /// The system's text for the number, such as "No such file or directory".
  package var text: String { String(cString: clinux_error_text(number)) }

  package var description: String { "\(call): \(text)" }
}
