import ByteCoding

/// One message of the rtnetlink protocol (rtnetlink(7)), as far as it is of use here. Numbers are in the
/// machine's own order, which is little-endian on every machine that this is built for.
struct NetlinkMessage: Hashable {
  struct Link: Hashable {
    var index: Int32
    var name: String
    var isUp: Bool
    var isLoopback: Bool
    var isRemoved: Bool
  }

  struct Address: Hashable {
    var address: IPAddress
    /// Still being checked for another owner (RFC 4862): it cannot be used yet.
    var isTentative: Bool
    var isRemoved: Bool
  }

  struct Route: Hashable {
    var isDefault: Bool
    /// An ordinary route of the main table, not one that the kernel made for itself.
    var counts: Bool
    var isRemoved: Bool
  }

  enum Body: Hashable {
    case done
    case error
    case link(Link)
    case address(Address)
    case route(Route)
  }

  /// Of the request that is answered.
  var sequence: UInt32
  var body: Body

  static let getLink: UInt16 = 18
  static let getAddress: UInt16 = 22
  /// No datagram is looked at further than this many messages.
  static let messagesPerDatagram = 1_024
  private static let attributesPerMessage = 256

  /// Header: length, type, flags, sequence, sender; then the body.
  static func dumpRequest(_ type: UInt16, sequence: UInt32, body: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.writeLE(UInt32(clamping: 16 + body.count))
    writer.writeLE(type)
    // NLM_F_REQUEST and NLM_F_DUMP.
    writer.writeLE(UInt16(0x301))
    writer.writeLE(sequence)
    writer.writeLE(UInt32(0))
    writer.write(body)
    return writer.bytes
  }

  /// The messages of one datagram; those of other kinds and damaged ones are left out.
  static func messages(in datagram: [UInt8]) -> [NetlinkMessage] {
    var found: [NetlinkMessage] = []
    var reader = ByteReader(datagram.span.bytes)
    for _ in 0..<messagesPerDatagram {
      do throws(DecodingFailure) {
        let length = Int(try reader.readUInt32LE())
        let type = try reader.readUInt16LE()
        try reader.skip(count: 2)
        let sequence = try reader.readUInt32LE()
        try reader.skip(count: 4)
        guard length >= 16 else { return found }
        var body = try reader.readReader(count: length - 16)
        if let content = try? self.body(type, &body) {
          found.append(NetlinkMessage(sequence: sequence, body: content))
        }
        try reader.skip(count: min(reader.remaining, (4 - length % 4) % 4))
      } catch {
        return found
      }
    }
    return found
  }

  private static func body(_ type: UInt16, _ reader: inout ByteReader) throws(DecodingFailure) -> Body? {
    switch type {
    case 2: .error
    case 3: .done
    case 16, 17: .link(try link(&reader, isRemoved: type == 17))
    case 20, 21: try address(&reader, isRemoved: type == 21).map { .address($0) }
    case 24, 25: .route(try route(&reader, isRemoved: type == 25))
    default: nil
    }
  }

  /// ifinfomsg: family, padding, type, index, flags, change; then attributes.
  private static func link(_ reader: inout ByteReader, isRemoved: Bool) throws(DecodingFailure) -> Link {
    try reader.skip(count: 4)
    let index = Int32(bitPattern: try reader.readUInt32LE())
    let flags = try reader.readUInt32LE()
    try reader.skip(count: 4)
    var name = "interface \(index)"
    try attributes(&reader) { type, value in
      if type == 3 { name = String(decoding: value.prefix { $0 != 0 }.prefix(16), as: UTF8.self) }
    }
    // IFF_UP, IFF_RUNNING and IFF_LOWER_UP: switched on, and with a carrier.
    let needed: UInt32 = 0x1_0041
    return Link(
      index: index, name: name, isUp: flags & needed == needed, isLoopback: flags & 0x8 != 0,
      isRemoved: isRemoved)
  }

  /// ifaddrmsg: family, prefix length, flags, scope, index; then attributes.
  private static func address(
    _ reader: inout ByteReader, isRemoved: Bool
  ) throws(DecodingFailure) -> Address? {
    try reader.skip(count: 2)
    var flags = UInt32(try reader.readUInt8())
    try reader.skip(count: 5)
    var (peer, local): (IPAddress?, IPAddress?)
    try attributes(&reader) { type, value in
      switch type {
      case 1: peer = IPAddress(bytes: value)
      case 2: local = IPAddress(bytes: value)
      case 8 where value.count == 4:
        flags = value.reversed().reduce(0) { $0 << 8 | UInt32($1) }
      default: break
      }
    }
    // On a point-to-point link IFA_ADDRESS is the other end's.
    return (local ?? peer).map {
      Address(address: $0, isTentative: flags & 0x40 != 0, isRemoved: isRemoved)
    }
  }

  /// rtmsg: family, destination length, source length, tos, table, protocol, scope, type, flags.
  private static func route(_ reader: inout ByteReader, isRemoved: Bool) throws(DecodingFailure) -> Route {
    try reader.skip(count: 1)
    let destination = try reader.readUInt8()
    try reader.skip(count: 2)
    let table = try reader.readUInt8()
    try reader.skip(count: 2)
    let kind = try reader.readUInt8()
    let flags = try reader.readUInt32LE()
    // RT_TABLE_MAIN, RTN_UNICAST, not RTM_F_CLONED.
    return Route(
      isDefault: destination == 0, counts: table == 254 && kind == 1 && flags & 0x200 == 0,
      isRemoved: isRemoved)
  }

  /// Each: length with its header, type, value, padded to four bytes.
  private static func attributes(
    _ reader: inout ByteReader, _ take: (UInt16, [UInt8]) -> Void
  ) throws(DecodingFailure) {
    for _ in 0..<attributesPerMessage where reader.remaining >= 4 {
      let length = Int(try reader.readUInt16LE())
      let type = try reader.readUInt16LE() & 0x3FFF
      guard length >= 4 else { return }
      take(type, try reader.readBytes(count: length - 4))
      try reader.skip(count: min(reader.remaining, (4 - length % 4) % 4))
    }
  }
}
