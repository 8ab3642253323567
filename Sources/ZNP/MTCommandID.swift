import Zigbee

/// Which command of which subsystem; a request and its response share it.
package struct MTCommandID: Hashable, Sendable, CustomStringConvertible {
  package var subsystem: MTSubsystem
  package var command: UInt8

  package init(_ subsystem: MTSubsystem, _ command: UInt8) {
    self.subsystem = subsystem
    self.command = command
  }

  package var description: String { "\(subsystem.name).\(Hexadecimal.prefixed(command))" }
}
