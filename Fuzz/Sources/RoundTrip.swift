import ByteCoding

enum RoundTrip {
  /// A value that was read can be written and read again, and is then written as before. Bytes are compared,
  /// not values: not-a-number is not equal to itself.
  static func check<Value: ByteDecodable & ByteEncodable>(_ value: Value) {
    let written = value.encodedBytes
    do {
      let again = try Value(prefixOf: written)
      require(again.encodedBytes == written, "\(Value.self) changes on its way out and in: \(written)")
    } catch {
      require(false, "\(Value.self) cannot read what it wrote: \(written), \(error)")
    }
  }
}
