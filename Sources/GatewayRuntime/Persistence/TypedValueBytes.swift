import ByteCoding
import ZCL

/// A typed value as the bytes it has on the air, which is how it is stored.
enum TypedValueBytes {
  static func bytes(_ value: TypedValue) -> [UInt8] {
    var writer = ByteWriter()
    value.value.encode(as: value.type, into: &writer)
    return writer.bytes
  }

  static func value(type: DataType, _ bytes: [UInt8]) -> TypedValue? {
    do {
      return try bytes.withReader { (reader) throws(DecodingFailure) in
        TypedValue(type, try ZCLValue(type, from: &reader))
      }
    } catch {
      return nil
    }
  }
}
