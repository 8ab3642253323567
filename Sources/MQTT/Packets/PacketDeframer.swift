/// Cuts a byte stream into packets, whatever the read boundaries (first stage of decoding).
///
/// It checks the first byte and the length as soon as they are there, so that a packet that is too large is
/// refused before memory is set aside for it. A PUBLISH that is too large is cut to its topic and identifier,
/// and its payload is passed over: a broker with a durable session would send it again in every connection,
/// so a client that only hung up could be shut out for ever by one message.
public struct PacketDeframer: Sendable {
  /// Four bytes of 7 bits (clause 2.2.3).
  static let longestRemainingLength = 268_435_455
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

  /// Bytes of a whole packet, fixed header included.
  public let packetLimit: Int
  private var buffer: [UInt8] = []
  private var head = 0
  private var failure: MalformedPacket?
  /// The PUBLISH that is cut, and how many of its bytes are still to come.
  private var cut: (frame: Frame, missing: Int)?

  public init(packetLimit: Int = Self.defaultPacketLimit) { self.packetLimit = packetLimit }

  /// Bytes that wait for the rest of their packet.
  public var bufferedCount: Int { buffer.count - head }

  /// Takes what a read gave. The caller drains ``nextFrame()`` before it appends again, so the buffer never
  /// holds more than one packet and one read.
  public mutating func append(_ bytes: some Sequence<UInt8>) {
    guard failure == nil else { return }
    if head == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 65_536)
      head = 0
    } else if head > 0 {
      buffer.removeFirst(head)
      head = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next whole packet; nil until more bytes come. After a failure the stream has no packet boundaries
  /// any more, so every further call throws the same.
  public mutating func nextFrame() throws(MalformedPacket) -> Frame? {
    if let failure { throw failure }
    do throws(MalformedPacket.Fault) {
      return try takeFrame()
    } catch {
      let failure = MalformedPacket(error)
      self.failure = failure
      buffer = []
      head = 0
      throw failure
    }
  }

  private mutating func takeFrame() throws(MalformedPacket.Fault) -> Frame? {
    if let cut { return passOver(cut.frame, cut.missing) }
    guard head < buffer.count else { return nil }
    let first = buffer[head]
    guard let type = PacketType(rawValue: first >> 4) else { throw .unknownType(first >> 4) }
    let flags = first & 0x0F
    if let required = type.requiredFlags, required != flags { throw .reservedFlags(type, flags) }
    guard let (length, lengthBytes) = try readLength() else { return nil }
    let total = 1 + lengthBytes + length
    guard total <= packetLimit else {
      guard type == .publish else { throw .tooLarge(total, limit: packetLimit) }
      return try cutPublish(flags, bodyAt: head + 1 + lengthBytes, length: length)
    }
    guard buffer.count - head >= total else { return nil }
    let body = Array(buffer[(head + 1 + lengthBytes)..<(head + total)])
    head += total
    return Frame(type: type, flags: flags, body: body)
  }

  /// Takes topic and packet identifier (clause 3.3.2) of a PUBLISH that is too large.
  private mutating func cutPublish(
    _ flags: UInt8, bodyAt start: Int, length: Int
  ) throws(MalformedPacket.Fault) -> Frame? {
    guard buffer.count - start >= 2 else { return nil }
    let topic = Int(buffer[start]) << 8 | Int(buffer[start + 1])
    let kept = 2 + topic + (flags & 0b0110 == 0 ? 0 : 2)
    guard kept <= min(length, packetLimit) else { throw .tooLarge(length, limit: packetLimit) }
    guard buffer.count - start >= kept else { return nil }
    var frame = Frame(type: .publish, flags: flags, body: Array(buffer[start..<(start + kept)]))
    frame.leftOut = length - kept
    head = start + kept
    return passOver(frame, frame.leftOut)
  }

  private mutating func passOver(_ frame: Frame, _ missing: Int) -> Frame? {
    let count = min(missing, buffer.count - head)
    head += count
    cut = count < missing ? (frame, missing - count) : nil
    return cut == nil ? frame : nil
  }

  /// The remaining length and how many bytes it took; nil while it is incomplete.
  private func readLength() throws(MalformedPacket.Fault) -> (length: Int, byteCount: Int)? {
    var length = 0
    for index in 0..<4 {
      let position = head + 1 + index
      guard position < buffer.count else { return nil }
      length |= Int(buffer[position] & 0x7F) << (7 * index)
      if buffer[position] & 0x80 == 0 { return (length, index + 1) }
    }
    throw .lengthTooLong
  }
}
