import ByteCoding

/// What a TLV is about. Tags below 64 mean something only in the message around them, the others the same
/// everywhere (Zigbee R23, annex I).
public struct TLVTag: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let manufacturerSpecific = Self(rawValue: 64)
  public static let supportedKeyNegotiationMethods = Self(rawValue: 65)
  public static let panIDConflictReport = Self(rawValue: 66)
  public static let nextPANIDChange = Self(rawValue: 67)
  public static let nextChannelChange = Self(rawValue: 68)
  public static let symmetricPassphrase = Self(rawValue: 69)
  public static let routerInformation = Self(rawValue: 70)
  public static let fragmentationParameters = Self(rawValue: 71)
  public static let joinerEncapsulation = Self(rawValue: 72)
  public static let beaconAppendixEncapsulation = Self(rawValue: 73)
  public static let configurationParameters = Self(rawValue: 75)
  public static let deviceCapabilityExtension = Self(rawValue: 76)

  public var isGlobal: Bool { rawValue >= 64 }
  /// Whether the value is a list of TLVs.
  public var isEncapsulation: Bool { self == .joinerEncapsulation || self == .beaconAppendixEncapsulation }
  public var description: String { Hexadecimal.prefixed(rawValue) }
}

/// One tag, length and value, as messages of R23 carry them behind their fields. The length byte states one
/// less than there is, so a value has 1 to 256 bytes.
public struct TLV: Hashable, Sendable, ByteDecodable, ByteEncodable {
  public static let lengths = 1...256

  public let tag: TLVTag
  public let value: [UInt8]

  /// nil for a value that has no length the format could state.
  public init?(tag: TLVTag, value: [UInt8]) {
    guard Self.lengths.contains(value.count) else { return nil }
    self.tag = tag
    self.value = value
  }

  /// nil for a content that is empty or too long.
  public init?(_ content: some TLVContent) {
    self.init(tag: type(of: content).tag, value: content.encodedBytes)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    tag = TLVTag(rawValue: try reader.readUInt8())
    let length = Int(try reader.readUInt8()) + 1
    value = try reader.readBytes(count: length)
  }

  public func encode(into writer: inout ByteWriter) {
    writer.write(tag.rawValue)
    writer.write(UInt8(clamping: value.count - 1))
    writer.write(value)
  }

  /// Reads the value as one kind of content; a tag of another kind is an invalid value. Bytes behind the known
  /// fields are ignored: later revisions append some.
  public func decode<Content: TLVContent>(_: Content.Type = Content.self) throws(DecodingFailure) -> Content {
    guard tag == Content.tag else { throw DecodingFailure(.invalidValue, offset: 0) }
    return try Content(prefixOf: value)
  }
}

/// The value of one kind of TLV. A local tag belongs to several kinds; the message says which is meant.
public protocol TLVContent: ByteDecodable, ByteEncodable, Hashable, Sendable {
  static var tag: TLVTag { get }
}
