import COpenSSL

/// Random numbers of OpenSSL's generator, drawn many at a time.
struct StrongRandom: RandomNumberGenerator {
  private static let stockCount = 512
  private var stock: [UInt8] = []

  mutating func next() -> UInt64 { bytes(8).reduce(0) { $0 << 8 | UInt64($1) } }

  /// At most 512.
  mutating func bytes(_ count: Int) -> [UInt8] {
    if stock.count < count {
      stock = [UInt8](repeating: 0, count: Self.stockCount)
      if RAND_bytes(&stock, Int32(Self.stockCount)) != 1 {
        // Without a seed of its own, OpenSSL refuses; the system's generator never does.
        var system = SystemRandomNumberGenerator()
        for place in stock.indices { stock[place] = UInt8(truncatingIfNeeded: system.next()) }
      }
    }
    defer { stock.removeLast(min(count, stock.count)) }
    return Array(stock.suffix(count))
  }
}
