/// Numbers of 7 bits a byte, least significant first, in at most four bytes (5.0, clause 1.5.5; 3.1.1, clause
/// 2.2.3).
enum VariableByteInteger {
  static let largest = 268_435_455

  static func byteCount(_ value: some BinaryInteger) -> Int {
    value < 128 ? 1 : value < 16_384 ? 2 : value < 2_097_152 ? 3 : 4
  }
}
