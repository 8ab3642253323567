/// Builds a binary form. The endianness is in each call.
public struct ByteWriter: Sendable {
  public private(set) var bytes: [UInt8] = []

  public init(capacity: Int = 32) {
    bytes.reserveCapacity(capacity)
  }

  public var count: Int { bytes.count }

  public mutating func write(_ value: UInt8) {
    bytes.append(value)
  }

  public mutating func write(_ value: Int8) {
    bytes.append(UInt8(bitPattern: value))
  }

  public mutating func writeLE(_ value: UInt16) { writeLittleEndian(UInt64(value), byteCount: 2) }
  public mutating func writeLE(_ value: UInt32) { writeLittleEndian(UInt64(value), byteCount: 4) }
  public mutating func writeLE(_ value: UInt64) { writeLittleEndian(value, byteCount: 8) }
  public mutating func writeBE(_ value: UInt16) { writeBigEndian(UInt64(value), byteCount: 2) }
  public mutating func writeBE(_ value: UInt32) { writeBigEndian(UInt64(value), byteCount: 4) }
  public mutating func writeBE(_ value: UInt64) { writeBigEndian(value, byteCount: 8) }

  /// The low `byteCount` (1 to 8) bytes of `value`, least significant first.
  public mutating func writeLittleEndian(_ value: UInt64, byteCount: Int) {
    for index in 0..<byteCount {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index)))
    }
  }

  /// The low `byteCount` (1 to 8) bytes of `value`, most significant first.
  public mutating func writeBigEndian(_ value: UInt64, byteCount: Int) {
    for index in (0..<byteCount).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index)))
    }
  }

  public mutating func write(_ sequence: some Sequence<UInt8>) {
    bytes.append(contentsOf: sequence)
  }
}

/// A value that can write its binary form.
public protocol ByteEncodable {
  func encode(into writer: inout ByteWriter)
}

extension ByteEncodable {
  public var encodedBytes: [UInt8] {
    var writer = ByteWriter()
    encode(into: &writer)
    return writer.bytes
  }
}
