import ByteCoding

/// Cuts a byte stream into packets, whatever the read boundaries (first stage of decoding), and has each
/// decoded where it lies.
///
///     header -> length -> body -> header ...
///                 \-> passing over the payload of a PUBLISH that is too large -> header
///     any of them -> failed (for good)
///
/// It checks the first byte and the length as soon as they are there, so that a packet that is too large is
/// refused (0x95) before memory is set aside for it. Before 5.0, where no peer can be told about the limit, a
/// PUBLISH that is too large is cut to its topic and identifier, and its payload is passed over: a broker with
/// a durable session would send it again in every connection, so a client that only hung up could be shut out
/// for ever by one message.
public struct PacketDeframer: Sendable {
  /// Bytes of a whole packet that are accepted unless said otherwise.
  public static let defaultPacketLimit = 256 * 1024

  /// A packet with its length taken off: the first byte and what follows the remaining length.
  public struct Frame: Hashable, Sendable {
    public var type: PacketType
    public var flags: UInt8
    public var body: [UInt8]
    /// Bytes at the end of the body that were passed over: the payload of a PUBLISH that is too large.
    public var leftOut = 0
  }

  /// A whole packet: a part of the buffer, or what was kept of one that is too large.
  private struct Extent {
    var type: PacketType
    var flags: UInt8
    var body: Range<Int>
    var kept: [UInt8]?
    var leftOut = 0
  }

  /// Bytes of a whole packet, fixed header included.
  public var packetLimit: Int
  /// How the packets are read. A server sets the version that CONNECT brought.
  public var context: CodecContext
  /// Bytes that were passed over at the end of the packet that came last.
  public private(set) var leftOut = 0
  private var buffer: [UInt8] = []
  private var head = 0
  private var failure: MalformedPacket?
  /// The PUBLISH that is cut, and how many of its bytes are still to come.
  private var cut: (extent: Extent, missing: Int)?

  public init(packetLimit: Int = Self.defaultPacketLimit, context: CodecContext = CodecContext()) {
    self.packetLimit = packetLimit
    self.context = context
  }

  /// Bytes that wait for the rest of their packet.
  public var bufferedCount: Int { buffer.count - head }

  /// Takes what a read gave. The caller drains ``nextPacket()`` before it appends again, so the buffer never
  /// holds more than one packet and one read. Between packets the bytes are not copied.
  public mutating func append(_ bytes: [UInt8]) {
    guard failure == nil else { return }
    if head == buffer.count {
      buffer = bytes
      head = 0
    } else {
      dropRead()
      buffer.append(contentsOf: bytes)
    }
  }

  /// The same for bytes that are no array.
  public mutating func append(_ bytes: some Sequence<UInt8>) {
    guard failure == nil else { return }
    dropRead()
    buffer.append(contentsOf: bytes)
  }

  private mutating func dropRead() {
    guard head > 0 else { return }
    if head == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 65_536)
    } else {
      buffer.removeFirst(head)
    }
    head = 0
  }

  /// The next whole packet; nil until more bytes come. After a failure the stream has no packet boundaries
  /// any more, so every further call throws the same.
  public mutating func nextPacket() throws(MalformedPacket) -> Packet? {
    guard let extent = try nextExtent() else { return nil }
    leftOut = extent.leftOut
    do throws(MalformedPacket) {
      return try decode(extent)
    } catch {
      throw fail(error)
    }
  }

  /// The next whole packet without decoding it.
  public mutating func nextFrame() throws(MalformedPacket) -> Frame? {
    guard let extent = try nextExtent() else { return nil }
    leftOut = extent.leftOut
    let body = extent.kept ?? Array(buffer[extent.body])
    return Frame(type: extent.type, flags: extent.flags, body: body, leftOut: extent.leftOut)
  }

  private func decode(_ extent: Extent) throws(MalformedPacket) -> Packet {
    if let kept = extent.kept {
      return try Packet(Frame(type: extent.type, flags: extent.flags, body: kept), context: context)
    }
    let bytes = buffer.span
    var reader = ByteReader(bytes.bytes.extracting(extent.body))
    return try Packet(extent.type, flags: extent.flags, body: &reader, context: context)
  }

  private mutating func fail(_ error: MalformedPacket) -> MalformedPacket {
    failure = error
    buffer = []
    head = 0
    return error
  }

  private mutating func nextExtent() throws(MalformedPacket) -> Extent? {
    if let failure { throw failure }
    do throws(MalformedPacket) {
      if let cut { return passOver(cut.extent, cut.missing) }
      return try takeExtent()
    } catch {
      throw fail(error)
    }
  }

  private mutating func takeExtent() throws(MalformedPacket) -> Extent? {
    guard head < buffer.count else { return nil }
    let first = buffer[head]
    let flags = first & 0x0F
    guard let type = PacketType(rawValue: first >> 4),
      type != .authentication || context.version.hasProperties
    else { throw MalformedPacket(.unknownType(first >> 4)) }
    if let required = type.requiredFlags, required != flags {
      throw MalformedPacket(.reservedFlags(type, flags), in: type)
    }
    guard let (length, lengthBytes) = try readLength(of: type) else { return nil }
    let start = head + 1 + lengthBytes
    let total = 1 + lengthBytes + length
    guard total <= packetLimit else {
      let isCut = type == .publish && !context.version.hasProperties
      guard isCut else { throw MalformedPacket(.tooLarge(total, limit: packetLimit), in: type) }
      return try cutPublish(flags, bodyAt: start, length: length)
    }
    guard buffer.count - head >= total else { return nil }
    head += total
    return Extent(type: type, flags: flags, body: start..<head)
  }

  /// Takes topic and packet identifier (clause 3.3.2) of a PUBLISH that is too large.
  private mutating func cutPublish(
    _ flags: UInt8, bodyAt start: Int, length: Int
  ) throws(MalformedPacket) -> Extent? {
    guard buffer.count - start >= 2 else { return nil }
    let topic = Int(buffer[start]) << 8 | Int(buffer[start + 1])
    let kept = 2 + topic + (flags & 0b0110 == 0 ? 0 : 2)
    guard kept <= min(length, packetLimit) else {
      throw MalformedPacket(.tooLarge(length, limit: packetLimit), in: .publish)
    }
    guard buffer.count - start >= kept else { return nil }
    let body = start..<(start + kept)
    head = body.upperBound
    let extent = Extent(
      type: .publish, flags: flags, body: body, kept: Array(buffer[body]), leftOut: length - kept)
    return passOver(extent, extent.leftOut)
  }

  private mutating func passOver(_ extent: Extent, _ missing: Int) -> Extent? {
    let count = min(missing, buffer.count - head)
    head += count
    cut = count < missing ? (extent, missing - count) : nil
    return cut == nil ? extent : nil
  }

  /// The remaining length and how many bytes it took; nil while it is incomplete. More bytes than it needs
  /// are forbidden since 5.0 ([MQTT-1.5.5-1]).
  private func readLength(of type: PacketType) throws(MalformedPacket) -> (length: Int, byteCount: Int)? {
    var length = 0
    for index in 0..<4 {
      let position = head + 1 + index
      guard position < buffer.count else { return nil }
      let byte = buffer[position]
      length |= Int(byte & 0x7F) << (7 * index)
      guard byte & 0x80 == 0 else { continue }
      let mayBeLong = !context.version.hasProperties || context.strictness.contains(.allowsLongLengths)
      guard byte != 0 || index == 0 || mayBeLong else { throw MalformedPacket(.lengthNotMinimal, in: type) }
      return (length, index + 1)
    }
    throw MalformedPacket(.lengthTooLong, in: type)
  }
}
