/// The check value and the whitening of ASH frames (UG101 3.3 and 4.3).
enum ASHCheck {
  /// CRC-CCITT: polynomial 0x1021, start 0xFFFF, over control byte and whitened data.
  static func value(_ bytes: some Sequence<UInt8>) -> UInt16 {
    var check: UInt16 = 0xFFFF
    for byte in bytes {
      check = check << 8 | check >> 8
      check ^= UInt16(byte)
      check ^= (check & 0xFF) >> 4
      check ^= check << 12
      check ^= (check & 0xFF) << 5
    }
    return check
  }

  /// Data is exclusive-ored with the sequence that begins at 0x42, so that no pattern of an application looks
  /// like a line at rest. Doing it twice gives the data back.
  static func whitened(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var register: UInt8 = 0x42
    return bytes.map { byte in
      defer { register = register & 1 == 0 ? register >> 1 : (register >> 1) ^ 0xB8 }
      return byte ^ register
    }
  }
}
