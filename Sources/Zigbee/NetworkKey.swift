import SansIO

/// The 128 bits of a network, link or trust-centre key, as transmitted.
public struct KeyBytes: Hashable, Sendable {
  public let bytes: [UInt8]

  public init?(_ bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// "ZigBeeAlliance09": every joining device knows it, so it protects nothing.
  public static let wellKnownLinkKey = Secret(KeyBytes(unchecked: Array("ZigBeeAlliance09".utf8)))

  private init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

public typealias NetworkKey = Secret<KeyBytes>

extension Secret where Value == KeyBytes {
  /// Whether this key is printed in public documents or shipped as somebody's default, so that a
  /// stranger may hold it (reliability T5). Such a network is taken over with a loud warning and
  /// never formed.
  public var isWellKnown: Bool {
    let bytes = reveal().bytes
    let known: [[UInt8]] = [
      [1, 3, 5, 7, 9, 11, 13, 15, 0, 2, 4, 6, 8, 10, 12, 13],
      Array("ZigBeeAlliance09".utf8),
      [UInt8](repeating: 0, count: 16),
      [UInt8](repeating: 0xFF, count: 16),
      (0..<16).map { UInt8($0) },
      (1...16).map { UInt8($0) },
    ]
    return known.contains(bytes) || Set(bytes).count == 1
  }
}
