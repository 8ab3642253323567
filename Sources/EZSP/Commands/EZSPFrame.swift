import ByteCoding

/// The frame control field (UG100 3.1): the first byte, and the second where the header has one.
package struct EZSPFrameControl: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let command = Self(rawValue: 0)
  package static let response = Self(rawValue: 0x80)
  package static let callback = Self(rawValue: 0x90)
  /// Frame format version 1, in the second byte of the extended header.
  static let formatBits: UInt16 = 0x0100

  package var isResponse: Bool { rawValue & 0x80 != 0 }
  /// Synchronous or asynchronous: nobody asked for it.
  package var isCallback: Bool { rawValue & 0x18 != 0 }
  /// Something was left out of the frame, since it did not fit.
  package var isTruncated: Bool { rawValue & 0x02 != 0 }
  /// The firmware ran out of memory and lost callbacks.
  package var hasOverflown: Bool { rawValue & 0x01 != 0 }
}

/// One EZSP command, response or callback, its parameters not yet read.
package struct EZSPFrame: Hashable, Sendable {
  package var sequence: UInt8
  package var control: EZSPFrameControl
  package var id: UInt16
  package var parameters: [UInt8]

  package init(sequence: UInt8, control: EZSPFrameControl, id: UInt16, parameters: [UInt8]) {
    self.sequence = sequence
    self.control = control
    self.id = id
    self.parameters = parameters
  }

  package func bytes(_ header: EZSPHeaderFormat) -> [UInt8] {
    let low = UInt8(truncatingIfNeeded: control.rawValue)
    let id = [UInt8(truncatingIfNeeded: id), UInt8(truncatingIfNeeded: id >> 8)]
    switch header {
    case .legacy: return [sequence, low, id[0]] + parameters
    case .legacyExtended: return [sequence, low, 0xFF, 0x00, id[0]] + parameters
    case .extended:
      let high = UInt8(truncatingIfNeeded: (control.rawValue | EZSPFrameControl.formatBits) >> 8)
      return [sequence, low, high] + id + parameters
    }
  }

  package init(_ bytes: [UInt8], header: EZSPHeaderFormat) throws(DecodingFailure) {
    self = try bytes.withReader { (reader) throws(DecodingFailure) in
      let sequence = try reader.readUInt8()
      var control = UInt16(try reader.readUInt8())
      var id: UInt16
      switch header {
      case .legacy: id = UInt16(try reader.readUInt8())
      case .legacyExtended:
        let offset = reader.offset
        guard try reader.readUInt8() == 0xFF else { throw DecodingFailure(.invalidValue, offset: offset) }
        try reader.skip(count: 1)
        id = UInt16(try reader.readUInt8())
      case .extended:
        let offset = reader.offset
        let high = try reader.readUInt8()
        guard high & 0x03 == 1 else { throw DecodingFailure(.invalidValue, offset: offset) }
        control |= UInt16(high) << 8
        id = try reader.readUInt16LE()
      }
      return Self(
        sequence: sequence, control: EZSPFrameControl(rawValue: control), id: id,
        parameters: reader.readRemaining())
    }
  }

  /// The header that the bytes of a frame seem to have, where the version is not known.
  package static func likelyHeader(_ bytes: [UInt8]) -> EZSPHeaderFormat {
    guard bytes.count >= 5 else { return .legacy }
    if bytes[2] == 0xFF, bytes[3] == 0x00 { return .legacyExtended }
    // A legacy frame with the id 1 (getLibraryStatus) has never more than one byte behind it.
    return bytes[2] == 0x01 ? .extended : .legacy
  }
}
