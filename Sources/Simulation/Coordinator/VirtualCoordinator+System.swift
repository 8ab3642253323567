import ByteCoding
import SansIO
import ZNP
import Zigbee

/// MT SYS: reset, identity, NV, radio power.
extension VirtualCoordinator {
  mutating func system(
    _ frame: UNPIFrame, _ reader: inout ByteReader, at now: MonotonicInstant
  ) throws(DecodingFailure) -> Bool {
    switch frame.id.command {
    case 0x00:
      // Type 0 is a hardware reset through the watchdog.
      let type = try reader.readUInt8()
      beginReset(type == 0 ? .watchdog : .external, at: now)
    case 0x01: respond(to: frame, littleEndian(release.capabilities))
    case 0x02: respond(to: frame, release.version + littleEndian(release.codeRevision))
    case 0x03:
      memory[.extendedAddress] = try reader.readBytes(count: 8)
      respond(to: frame, [0])
    case 0x04: respond(to: frame, littleEndian(ieeeAddress.rawValue))
    case 0x0A:
      let timer = try reader.readUInt8()
      alarms[.timer(timer & 3)] = now + .milliseconds(Int64(try reader.readUInt16LE()))
      respond(to: frame, [0])
    case 0x0B:
      alarms[.timer(try reader.readUInt8() & 3)] = nil
      respond(to: frame, [0])
    case 0x0C: respond(to: frame, littleEndian(UInt16(truncatingIfNeeded: generator.next())))
    case 0x0E: respond(to: frame, [0])
    case 0x0F:
      let operation = try reader.readUInt8()
      let value = try reader.readUInt8()
      respond(to: frame, [operation == 0 ? (release.hasExtendedNV ? 0 : value) : 1])
    case 0x10: respond(to: frame, [0])
    case 0x11: respond(to: frame, [UInt8](repeating: 0, count: 11))
    case 0x14:
      // 3.x.0 answers with a status, the others with the power that they set.
      let power = try reader.readInt8()
      respond(to: frame, [release.hasExtendedNV ? 0 : UInt8(bitPattern: max(-22, min(22, power)))])
    default: return try nonVolatile(frame, &reader)
    }
    return true
  }

  private enum NVStatus: UInt8 {
    case success = 0x00
    case invalidParameter = 0x02
    case itemUninitialised = 0x09
    case operationFailed = 0x0A
    case badItemLength = 0x0C
  }

  private mutating func respond(to frame: UNPIFrame, _ status: NVStatus, _ data: [UInt8]? = nil) {
    let content = data.map { [UInt8(truncatingIfNeeded: $0.count)] + $0 } ?? []
    respond(to: frame, [status.rawValue] + content)
  }

  /// The most that one answer carries.
  private static let readChunk = 248

  private mutating func nonVolatile(
    _ frame: UNPIFrame, _ reader: inout ByteReader
  ) throws(DecodingFailure) -> Bool {
    switch frame.id.command {
    case 0x07: try initialiseItem(frame, &reader)
    case 0x08, 0x1C:
      let id = try reader.readUInt16LE()
      let offset = frame.id.command == 0x08 ? Int(try reader.readUInt8()) : Int(try reader.readUInt16LE())
      if let value = memory.items[id], offset < value.count {
        respond(to: frame, .success, Array(value.dropFirst(offset).prefix(Self.readChunk)))
      } else {
        respond(to: frame, .invalidParameter, [])
      }
    case 0x09, 0x1D: try writeItem(frame, &reader)
    case 0x12:
      let id = try reader.readUInt16LE()
      let length = Int(try reader.readUInt16LE())
      guard let value = memory.items[id] else {
        respond(to: frame, .itemUninitialised)
        return true
      }
      if value.count == length { memory.set(id, nil) }
      respond(to: frame, value.count == length ? .success : .badItemLength)
    case 0x13:
      let length = memory.items[try reader.readUInt16LE()]?.count ?? 0
      respond(to: frame, littleEndian(UInt16(truncatingIfNeeded: length)))
    case 0x30...0x36 where release.hasExtendedNV: try extendedNonVolatile(frame, &reader)
    default: return false
    }
    return true
  }

  private mutating func initialiseItem(
    _ frame: UNPIFrame, _ reader: inout ByteReader
  ) throws(DecodingFailure) {
    let id = try reader.readUInt16LE()
    let length = Int(try reader.readUInt16LE())
    let value = try reader.readBytes(count: Int(try reader.readUInt8()))
    if let old = memory.items[id] {
      respond(to: frame, old.count == length ? .success : .operationFailed)
      return
    }
    guard length >= value.count, length <= NonVolatileMemory.longestItem else {
      respond(to: frame, .operationFailed)
      return
    }
    let content = value + [UInt8](repeating: 0xFF, count: length - value.count)
    respond(to: frame, memory.set(id, content) ? .itemUninitialised : .operationFailed)
  }

  private mutating func writeItem(
    _ frame: UNPIFrame, _ reader: inout ByteReader
  ) throws(DecodingFailure) {
    let id = try reader.readUInt16LE()
    let offset: Int
    let length: Int
    if frame.id.command == 0x09 {
      offset = Int(try reader.readUInt8())
      length = Int(try reader.readUInt8())
    } else {
      offset = Int(try reader.readUInt16LE())
      length = Int(try reader.readUInt16LE())
    }
    let data = try reader.readBytes(count: length)
    guard var value = memory.items[id], offset + length <= value.count else {
      respond(to: frame, .invalidParameter)
      return
    }
    value.replaceSubrange(offset..<(offset + length), with: data)
    respond(to: frame, memory.set(id, value) ? .success : .operationFailed)
  }

  private mutating func extendedNonVolatile(
    _ frame: UNPIFrame, _ reader: inout ByteReader
  ) throws(DecodingFailure) {
    if frame.id.command == 0x36 {
      respond(to: frame, .success)
      return
    }
    let id = NonVolatileMemory.ExtendedID(
      system: try reader.readUInt8(), item: try reader.readUInt16LE(), sub: try reader.readUInt16LE())
    // Item 0 of system 1 holds what the old commands reach by a 16-bit id.
    let isLegacy = id.system == 1 && id.item == 0
    let old = isLegacy ? memory.items[id.sub] : memory.extended[id]
    func store(_ value: [UInt8]?, in memory: inout NonVolatileMemory) -> Bool {
      isLegacy ? memory.set(id.sub, value) : memory.set(id, value)
    }
    switch frame.id.command {
    case 0x30:
      let length = Int(try reader.readUInt32LE())
      let fits = length <= NonVolatileMemory.longestItem && old == nil
      let stored = fits && store([UInt8](repeating: 0xFF, count: length), in: &memory)
      respond(to: frame, stored ? .success : .operationFailed)
    case 0x31:
      if old != nil { _ = store(nil, in: &memory) }
      respond(to: frame, old == nil ? .operationFailed : .success)
    case 0x32: respond(to: frame, littleEndian(UInt32(truncatingIfNeeded: old?.count ?? 0)))
    case 0x33:
      let offset = Int(try reader.readUInt16LE())
      let length = Int(try reader.readUInt8())
      if let old, offset < old.count {
        respond(to: frame, .success, Array(old.dropFirst(offset).prefix(min(length, Self.readChunk))))
      } else {
        respond(to: frame, .invalidParameter, [])
      }
    default:
      let offset = frame.id.command == 0x34 ? Int(try reader.readUInt16LE()) : 0
      let data = try reader.readBytes(count: Int(try reader.readUInt8()))
      guard var value = old, offset + data.count <= value.count else {
        respond(to: frame, .operationFailed)
        return
      }
      value.replaceSubrange(offset..<(offset + data.count), with: data)
      respond(to: frame, store(value, in: &memory) ? .success : .operationFailed)
    }
  }
}
