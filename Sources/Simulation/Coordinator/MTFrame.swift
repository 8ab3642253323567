/// One frame of TI's monitor-and-test protocol, by its two command bytes.
struct MTFrame: Hashable, Sendable {
  enum Kind: UInt8, Sendable {
    case poll = 0
    case synchronousRequest = 1
    case asynchronous = 2
    case synchronousResponse = 3
  }

  var command0: UInt8
  var command1: UInt8
  var data: [UInt8]

  var kind: UInt8 { command0 >> 5 }
  var subsystem: MTSubsystem { MTSubsystem(rawValue: command0 & 0x1F) }

  /// `FE`, length, two command bytes, data, exclusive-or of all from the length on.
  var wireBytes: [UInt8] {
    var bytes: [UInt8] = [0xFE, UInt8(truncatingIfNeeded: data.count), command0, command1]
    bytes += data
    bytes.append(bytes.dropFirst().reduce(0, ^))
    return bytes
  }
}

struct MTSubsystem: RawRepresentable, Hashable, Sendable {
  var rawValue: UInt8

  static let rpcError = Self(rawValue: 0)
  static let system = Self(rawValue: 1)
  static let applicationFramework = Self(rawValue: 4)
  static let deviceObject = Self(rawValue: 5)
  static let simpleAPI = Self(rawValue: 6)
  static let utility = Self(rawValue: 7)
  static let applicationConfiguration = Self(rawValue: 15)
}

/// Finds frames in the bytes of the host. A wrong check byte costs one byte, so that a frame inside a
/// damaged one is still found.
struct MTDeframer: Sendable {
  /// The longest frame: 250 data bytes and 5 around them.
  static let longestFrame = 255
  private var pending: [UInt8] = []

  mutating func receive(_ bytes: [UInt8]) -> [MTFrame] {
    pending += bytes
    var frames: [MTFrame] = []
    var start = 0
    while start < pending.count {
      guard pending[start] == 0xFE else {
        start += 1
        continue
      }
      guard start + 1 < pending.count else { break }
      let length = Int(pending[start + 1])
      guard length <= 250 else {
        start += 1
        continue
      }
      guard start + length + 5 <= pending.count else { break }
      let body = pending[(start + 1)..<(start + length + 4)]
      if body.reduce(0, ^) == pending[start + length + 4] {
        frames.append(
          MTFrame(
            command0: pending[start + 2], command1: pending[start + 3],
            data: Array(pending[(start + 4)..<(start + 4 + length)])))
        start += length + 5
      } else {
        start += 1
      }
    }
    pending.removeFirst(start)
    return frames
  }

  mutating func reset() { pending.removeAll() }
}
