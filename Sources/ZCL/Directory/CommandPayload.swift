import ByteCoding
import SansIO

/// The payload of a command taken apart by its definition. Payloads of real devices end early or go on behind
/// the last known field; both are told, neither is a failure.
public struct CommandPayload: Hashable, Sendable {
  public indirect enum Value: Hashable, Sendable {
    case typed(TypedValue)
    case identifier(UInt64, byteCount: Int)
    case number(UInt64)
    /// The code of a lock.
    case code(Secret<[UInt8]>)
    /// The part that is there of a text.
    case text([UInt8])
    case bytes([UInt8])
    case list([Value])
    case datapoints([TuyaDatapoint])
  }

  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: Value
  }

  public var fields: [Field] = []
  /// The field that the payload ends in or before, and the bytes that are there of it. Of a text the part that is
  /// there is among the fields instead.
  public var truncatedAt: String?
  public var truncatedBytes: [UInt8] = []
  /// What follows the last field.
  public var trailing: [UInt8] = []

  public init(_ payload: [UInt8], as definition: [CommandField]) {
    // Nothing in the body throws, so this only lends the reader.
    _ = try? payload.withReader { (reader) throws(DecodingFailure) in
      self.read(definition, from: &reader)
    }
  }

  public subscript(name: String) -> Value? { fields.first { $0.name == name }?.value }

  private mutating func read(_ definition: [CommandField], from reader: inout ByteReader) {
    for field in definition where isPresent(field, isAtEnd: reader.isEmpty) {
      let mark = reader
      do throws(DecodingFailure) {
        fields.append(Field(name: field.name, value: try value(field.kind, from: &reader)))
      } catch {
        reader = mark
        truncate(field, &reader)
        return
      }
    }
    trailing = reader.readRemaining()
  }

  private mutating func truncate(_ field: CommandField, _ reader: inout ByteReader) {
    truncatedAt = field.name
    truncatedBytes = reader.readRemaining()
    guard !truncatedBytes.isEmpty else { return }
    let partial = Array(truncatedBytes.dropFirst())
    switch field.kind {
    case .code: fields.append(Field(name: field.name, value: .code(Secret(partial))))
    case .value(.characterString), .value(.octetString):
      fields.append(Field(name: field.name, value: .text(partial)))
    default: return
    }
    truncatedBytes = []
  }

  private func isPresent(_ field: CommandField, isAtEnd: Bool) -> Bool {
    switch field.presence {
    case .always: true
    case .optional: !isAtEnd
    case .when(let name, let mask, let expected): number(name).map { $0 & mask == expected } ?? false
    case .whenSet(let name, let mask): number(name).map { $0 & mask != 0 } ?? false
    }
  }

  private func number(_ name: String) -> UInt64? {
    switch self[name] {
    case .typed(let typed): typed.value.integer.map { UInt64(bitPattern: $0) }
    case .identifier(let number, _), .number(let number): number
    default: nil
    }
  }

  private func value(
    _ kind: CommandField.Kind, from reader: inout ByteReader
  ) throws(DecodingFailure) -> Value {
    switch kind {
    case .value(let type): return .typed(TypedValue(type, try ZCLValue(type, from: &reader)))
    case .identifier(let count):
      return .identifier(try reader.readLittleEndian(byteCount: count), byteCount: count)
    case .bigEndian(let count): return .number(try reader.readBigEndian(byteCount: count))
    case .countedList(let element):
      var elements: [Value] = []
      for _ in 0..<(try reader.readUInt8()) { elements.append(try value(element, from: &reader)) }
      return .list(elements)
    case .list(let element):
      var elements: [Value] = []
      while !reader.isEmpty { elements.append(try value(element, from: &reader)) }
      return .list(elements)
    case .remainder: return .bytes(reader.readRemaining())
    case .bytes(let name):
      let count = min(Int(clamping: number(name) ?? 0), reader.remaining)
      return .bytes(try reader.readBytes(count: count))
    case .eventCode:
      let code = try DoorLock.EventCode(from: &reader)
      return code.code.map { .code($0) } ?? .number(UInt64(code.statedLength))
    case .code: return .code(Secret(try ZCLString.read(from: &reader)))
    case .datapoints: return .datapoints(TuyaDatapoint.readAll(from: &reader))
    }
  }
}
