import ByteCoding
import SansIO

extension CommandPayload {
  /// The bytes of these fields, in the order and forms of the definition: what was read whole is written as it
  /// was. A field that the definition does not know is left out.
  public func encoded(as definition: [CommandField]) -> [UInt8] {
    var writer = ByteWriter()
    for field in definition {
      guard let value = self[field.name] else { continue }
      Self.write(value, as: field.kind, into: &writer)
    }
    writer.write(truncatedBytes)
    writer.write(trailing)
    return writer.bytes
  }

  private static func write(_ value: Value, as kind: CommandField.Kind, into writer: inout ByteWriter) {
    switch (value, kind) {
    case (.typed(let typed), _): typed.value.encode(as: typed.type, into: &writer)
    case (.identifier(let number, let count), _) where (1...8).contains(count):
      writer.writeLittleEndian(number, byteCount: count)
    case (.number(let number), .bigEndian(let count)) where (1...8).contains(count):
      writer.writeBigEndian(number, byteCount: count)
    case (.number(let length), .eventCode): writer.write(UInt8(clamping: length))
    case (.code(let code), _): ZCLString.write(code.reveal(), into: &writer)
    case (.bytes(let bytes), _): writer.write(bytes)
    case (.list(let elements), .countedList(let element)):
      let written = elements.prefix(Int(UInt8.max))
      writer.write(UInt8(written.count))
      for value in written { write(value, as: element, into: &writer) }
    case (.list(let elements), .list(let element)):
      for value in elements { write(value, as: element, into: &writer) }
    case (.datapoints(let datapoints), _):
      for datapoint in datapoints { datapoint.encode(into: &writer) }
    default: return
    }
  }
}
