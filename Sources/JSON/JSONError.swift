/// Why a text is not JSON, and where.
public struct JSONError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case tooLarge(limit: Int)
    case tooDeep(limit: Int)
    case unexpectedEnd
    case unexpectedByte(UInt8)
    case trailingBytes
    case invalidNumber
    /// A number whose magnitude no double holds.
    case numberOutOfRange
    case invalidEscape
    /// A `\u` surrogate without its other half.
    case loneSurrogate
    case controlCharacter(UInt8)
    case invalidUTF8
  }

  public var reason: Reason
  /// Bytes before the fault.
  public var offset: Int
  /// From 1.
  public var line: Int
  /// From 1, in characters (Unicode scalars) of the line.
  public var column: Int

  init(_ reason: Reason, at offset: Int, in bytes: [UInt8]) {
    self.reason = reason
    self.offset = offset
    line = 1
    column = 1
    for byte in bytes.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }
}

extension JSONError: CustomStringConvertible {
  public var description: String { "line \(line), column \(column): \(reason)" }
}

extension JSONError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLarge(let limit): "the text has more than \(limit) bytes"
    case .tooDeep(let limit): "arrays and objects are nested deeper than \(limit)"
    case .unexpectedEnd: "the text ends too early"
    case .unexpectedByte(let byte): "unexpected \(Self.name(of: byte))"
    case .trailingBytes: "something follows the value"
    case .invalidNumber: "not a JSON number"
    case .numberOutOfRange: "the number is too large"
    case .invalidEscape: "unknown escape in a string"
    case .loneSurrogate: "half of a surrogate pair in a string"
    case .controlCharacter(let byte): "unescaped \(Self.name(of: byte)) in a string"
    case .invalidUTF8: "not UTF-8"
    }
  }

  private static func name(of byte: UInt8) -> String {
    (0x21...0x7E).contains(byte)
      ? "'\(Character(UnicodeScalar(byte)))'" : "byte 0x" + String(byte, radix: 16, uppercase: true)
  }
}
