/// Bytes with a meaning of their own on an ASH line (UG101 4.2); inside frames they are escaped.
enum ASHReservedByte {
  /// Ends a frame.
  static let flag: UInt8 = 0x7E
  /// The next byte stands for itself with bit 5 turned.
  static let escape: UInt8 = 0x7D
  static let xon: UInt8 = 0x11
  static let xoff: UInt8 = 0x13
  /// In place of a byte that was received with an error: the frame around it is worthless.
  static let substitute: UInt8 = 0x18
  /// Ends what was begun, without a trace.
  static let cancel: UInt8 = 0x1A

  static let escapeBit: UInt8 = 0x20

  static func isReserved(_ byte: UInt8) -> Bool {
    switch byte {
    case flag, escape, xon, xoff, substitute, cancel: true
    default: false
    }
  }
}
