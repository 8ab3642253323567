/// Finds ASH frames in a stream of bytes, whatever the read boundaries.
///
/// A flag ends a frame, so after any damage the search goes on behind the next one. Flow control bytes are taken
/// out wherever they stand: firmware and bridges put them in even where flow control is off.
package struct ASHDeframer: Sendable {
  package enum Item: Hashable, Sendable {
    case frame(ASHFrame)
    /// Bytes up to a flag that are no frame; `length` counts them as they came, without the flag.
    case rejected(ASHFrame.Fault, length: Int)
    case xon
    case xoff
  }

  /// Control byte, payload and check value.
  private static let longestFrame = 1 + ASHFrame.longestPayload + 2
  private static let wakeByte: UInt8 = 0xFF

  private var frame: [UInt8] = []
  private var rawLength = 0
  private var isEscaped = false
  private var fault: ASHFrame.Fault?
  private var items: [Item] = []
  private var head = 0

  /// Bytes that belonged to no good frame, since the beginning.
  package private(set) var droppedBytes: UInt64 = 0
  package private(set) var deliveredFrames: UInt64 = 0
  package private(set) var rejectedFrames: UInt64 = 0

  package init() {}

  /// Bytes that wait for their flag.
  package var pendingByteCount: Int { rawLength }

  /// Takes bytes; `nextItem` until nil must follow, or what it gives adds up.
  package mutating func append(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { take(byte) }
  }

  package mutating func nextItem() -> Item? {
    guard head < items.count else {
      items.removeAll(keepingCapacity: items.count <= 64)
      head = 0
      return nil
    }
    defer { head += 1 }
    return items[head]
  }

  /// Forgets what waits, as after the port was opened anew.
  package mutating func discard() {
    droppedBytes &+= UInt64(rawLength)
    items.removeAll()
    head = 0
    begin()
  }

  private mutating func begin() {
    frame.removeAll(keepingCapacity: true)
    rawLength = 0
    isEscaped = false
    fault = nil
  }

  private mutating func take(_ byte: UInt8) {
    switch byte {
    case ASHReservedByte.xon: items.append(.xon)
    case ASHReservedByte.xoff: items.append(.xoff)
    case ASHReservedByte.flag: end()
    case ASHReservedByte.cancel:
      droppedBytes &+= UInt64(rawLength)
      begin()
    case ASHReservedByte.substitute: fail(.substituted)
    case ASHReservedByte.escape:
      if isEscaped { fail(.escape) } else { rawLength += 1 }
      isEscaped = true
    default: takeContent(byte)
    }
  }

  private mutating func takeContent(_ byte: UInt8) {
    // Parts that sleep are woken with 0xFF, which begins no frame.
    guard rawLength > 0 || byte != Self.wakeByte else { return droppedBytes &+= 1 }
    rawLength &+= 1
    var byte = byte
    if isEscaped {
      isEscaped = false
      byte ^= ASHReservedByte.escapeBit
      guard ASHReservedByte.isReserved(byte) else { return fault = fault ?? .escape }
    }
    guard fault == nil else { return }
    guard frame.count < Self.longestFrame else { return fault = .tooLong }
    frame.append(byte)
  }

  private mutating func fail(_ reason: ASHFrame.Fault) {
    rawLength &+= 1
    fault = fault ?? reason
  }

  private mutating func end() {
    defer { begin() }
    // Flags may follow each other.
    guard rawLength > 0 else { return }
    if isEscaped { fault = fault ?? .escape }
    do throws(ASHFrame.Fault) {
      if let fault { throw fault }
      items.append(.frame(try ASHFrame(unescaped: frame)))
      deliveredFrames &+= 1
    } catch {
      items.append(.rejected(error, length: rawLength))
      rejectedFrames &+= 1
      droppedBytes &+= UInt64(rawLength &+ 1)
    }
  }
}
