import ByteCoding

/// The status of a ZDO answer (Zigbee 2.4.5). Stacks also put their own NWK and APS codes here.
public struct ZDOStatus: RawRepresentable, Hashable, Sendable, Error, CustomStringConvertible {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let success = Self(rawValue: 0x00)
  public static let invalidRequestType = Self(rawValue: 0x80)
  public static let deviceNotFound = Self(rawValue: 0x81)
  public static let invalidEndpoint = Self(rawValue: 0x82)
  public static let notActive = Self(rawValue: 0x83)
  public static let notSupported = Self(rawValue: 0x84)
  public static let timeout = Self(rawValue: 0x85)
  public static let noMatch = Self(rawValue: 0x86)
  public static let noEntry = Self(rawValue: 0x88)
  public static let noDescriptor = Self(rawValue: 0x89)
  public static let insufficientSpace = Self(rawValue: 0x8A)
  public static let notPermitted = Self(rawValue: 0x8B)
  public static let tableFull = Self(rawValue: 0x8C)
  public static let notAuthorized = Self(rawValue: 0x8D)
  public static let deviceBindingTableFull = Self(rawValue: 0x8E)
  public static let invalidIndex = Self(rawValue: 0x8F)
  public static let frameTooLarge = Self(rawValue: 0x90)
  public static let badKeyNegotiationMethod = Self(rawValue: 0x91)
  public static let temporaryFailure = Self(rawValue: 0x92)
  /// A TLV that the request needs is not there (a NWK status, used in answers of R23).
  public static let missingTLV = Self(rawValue: 0xD6)
  public static let invalidTLV = Self(rawValue: 0xD7)

  public var description: String { Hexadecimal.prefixed(rawValue) }
}

extension ZDOStatus: ByteDecodable, ByteEncodable {
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(rawValue: try reader.readUInt8())
  }

  public func encode(into writer: inout ByteWriter) { writer.write(rawValue) }
}
