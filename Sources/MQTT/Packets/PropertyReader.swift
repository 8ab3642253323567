import ByteCoding

/// Takes the properties of one packet or will off the wire, one after the other, and checks each (5.0, clause
/// 2.2.2).
struct PropertyReader {
  private let places: PropertyPlaces
  private let context: CodecContext
  /// A bit for each identifier that has come.
  private var seen: UInt64 = 0
  private var userProperties = 0
  private var userPropertyBytes = 0
  private(set) var omittedUserProperties = 0

  init(_ places: PropertyPlaces, _ context: CodecContext) {
    self.places = places
    self.context = context
  }

  /// The next property of the packet; nil at its end. `reader` ends where the properties end.
  mutating func next(
    from reader: inout ByteReader, repeatable: PropertyIdentifier? = nil
  ) throws(MalformedPacket.Fault) -> Property? {
    while !reader.isEmpty {
      let number = try reader.readVariableByteInteger(context.strictness)
      guard let raw = UInt8(exactly: number), let identifier = PropertyIdentifier(rawValue: raw) else {
        throw .unknownProperty(number)
      }
      let value = try readValue(of: identifier, from: &reader)
      guard identifier.places.contains(places), isAllowedFromSender(identifier) else {
        throw .propertyNotAllowed(identifier)
      }
      let bit: UInt64 = 1 << UInt64(raw)
      guard seen & bit == 0 || identifier == .userProperty || identifier == repeatable else {
        throw .repeatedProperty(identifier)
      }
      seen |= bit
      guard identifier.allows(value) else { throw .propertyValue(identifier) }
      let property = Property(identifier, value)
      if isWithinLimits(property) { return property }
    }
    return nil
  }

  private func readValue(
    of identifier: PropertyIdentifier, from reader: inout ByteReader
  ) throws(MalformedPacket.Fault) -> Property.Value {
    switch identifier.format {
    case .byte: .number(UInt32(try reader.readByte()))
    case .twoByteInteger: .number(UInt32(try reader.readTwoByteInteger()))
    case .fourByteInteger: .number(try reader.readFourByteInteger())
    case .variableByteInteger: .number(try reader.readVariableByteInteger(context.strictness))
    case .text: .text(try reader.readString(context))
    case .binary: .binary(try reader.readField())
    case .pair: .pair(name: try reader.readString(context), value: try reader.readString(context))
    }
  }

  private func isAllowedFromSender(_ identifier: PropertyIdentifier) -> Bool {
    guard let role = context.role else { return true }
    return identifier.isSent(by: role.other, in: places)
  }

  private mutating func isWithinLimits(_ property: Property) -> Bool {
    guard property.identifier == .userProperty else { return true }
    let bytes = userPropertyBytes + property.byteCount
    guard userProperties < Int(context.propertyLimits.userProperties),
      bytes <= Int(context.propertyLimits.userPropertyBytes)
    else {
      omittedUserProperties += 1
      return false
    }
    userProperties += 1
    userPropertyBytes = bytes
    return true
  }
}

extension ByteReader {
  /// The property length and the properties behind it; none before 5.0.
  mutating func readProperties(
    _ places: PropertyPlaces, _ context: CodecContext
  ) throws(MalformedPacket.Fault) -> Properties {
    guard context.version.hasProperties else { return Properties() }
    let length = Int(try readVariableByteInteger(context.strictness))
    guard length > 0 else { return Properties() }
    var properties = Properties()
    var reader = PropertyReader(places, context)
    var child: ByteReader
    do { child = try readReader(count: length) } catch { throw .truncated }
    while let property = try reader.next(from: &child) { properties.append(property) }
    properties.omittedUserProperties = reader.omittedUserProperties
    guard properties.hasMethodForData else { throw .missingAuthenticationMethod }
    return properties
  }
}

extension Properties {
  /// Authentication data means nothing without a method (5.0, clause 3.1.2.11.10).
  var hasMethodForData: Bool {
    !contains(.authenticationData) || contains(.authenticationMethod)
  }
}
