/// The index of the keys that the seed does not give: count, then address manager index, key index, state.
struct LinkKeyIndex: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    var addressIndex: UInt16
    var keyIndex: UInt16
    /// 1: authenticated.
    var state: UInt8 = 1
  }

  var entries: [Entry]

  init(entries: [Entry]) { self.entries = entries }

  /// Entries that are whole; a count that lies is cut.
  init(_ bytes: [UInt8], aligned: Bool) {
    entries = []
    guard bytes.count >= 2 else { return }
    let length = aligned ? 6 : 5
    let count = min(Int(LittleEndian.number(bytes[0..<2])), (bytes.count - 2) / length)
    for index in 0..<count {
      let start = 2 + index * length
      entries.append(
        Entry(
          addressIndex: UInt16(truncatingIfNeeded: LittleEndian.number(bytes[start..<(start + 2)])),
          keyIndex: UInt16(truncatingIfNeeded: LittleEndian.number(bytes[(start + 2)..<(start + 4)])),
          state: bytes[start + 4]))
    }
  }

  func bytes(aligned: Bool) -> [UInt8] {
    var result = LittleEndian.bytes(UInt64(entries.count), 2)
    for entry in entries {
      result += LittleEndian.bytes(UInt64(entry.addressIndex), 2)
      result += LittleEndian.bytes(UInt64(entry.keyIndex), 2) + [entry.state]
      if aligned { result.append(0) }
    }
    return result
  }
}
