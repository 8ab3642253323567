import ByteCoding

/// One entry of an extended table (Z-Stack 3.x.0), always of system 1 (the stack).
struct NVTableEntry: Hashable, Sendable, CustomStringConvertible {
  enum Table: UInt16, Sendable {
    case addressManager = 0x0001
    case linkKeys = 0x0004
    case applicationKeys = 0x0006
    case securityMaterial = 0x0007
  }

  var table: Table
  var index: UInt16

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(UInt8(1))
    writer.writeLE(table.rawValue)
    writer.writeLE(index)
    return writer.bytes
  }

  var description: String { "NV table \(table.rawValue) entry \(index)" }
}
