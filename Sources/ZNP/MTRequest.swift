import ByteCoding
import RadioInterface
import Zigbee

/// One request to the adapter, with how people name it.
struct MTRequest: Hashable, Sendable {
  var id: MTCommandID
  var payload: [UInt8]
  var label: String
  var timeout: TimeLimit = .usual

  /// How long the adapter may take for the response.
  enum TimeLimit: Hashable, Sendable {
    case usual
    case ping(round: Int)
  }

  init(_ subsystem: MTSubsystem, _ command: UInt8, _ label: String, _ payload: [UInt8] = []) {
    self.id = MTCommandID(subsystem, command)
    self.payload = payload
    self.label = label
  }

  init(
    _ subsystem: MTSubsystem, _ command: UInt8, _ label: String, write: (inout ByteWriter) -> Void
  ) {
    var writer = ByteWriter()
    write(&writer)
    self.init(subsystem, command, label, writer.bytes)
  }

  var frame: UNPIFrame { UNPIFrame(type: .synchronousRequest, id: id, payload: payload) }
}

extension MTRequest {
  static func ping(round: Int = 0) -> Self {
    var request = Self(.sys, 0x01, "ping")
    request.timeout = .ping(round: round)
    return request
  }

  static let version = Self(.sys, 0x02, "version")
  static let extendedAddress = Self(.sys, 0x04, "extended address")
  static let deviceInfo = Self(.util, 0x00, "device information")
  static let networkInfo = Self(.zdo, 0x50, "network information")

  static func findAssociatedDevice(index: UInt8) -> Self {
    Self(.util, 0x49, "associated device", [index])
  }

  /// `power` in dBm. The answer is a status on Z-Stack 3.x.0 and the power taken on older stacks.
  static func setTransmitPower(_ power: Int8) -> Self {
    Self(.sys, 0x14, "transmit power", [UInt8(bitPattern: power)])
  }

  // MARK: Non-volatile memory

  /// For items longer than 255 bytes.
  static func nvReadExtended(_ item: NVItem, offset: UInt16) -> Self {
    Self(.sys, 0x1C, "read of NV \(item)") { writer in
      writer.writeLE(item.rawValue)
      writer.writeLE(offset)
    }
  }

  static func nvRead(_ item: NVItem) -> Self {
    Self(.sys, 0x08, "read of NV \(item)") { writer in
      writer.writeLE(item.rawValue)
      writer.write(UInt8(0))
    }
  }

  /// Creates the item with this value unless it exists.
  static func nvCreate(_ item: NVItem, _ value: [UInt8]) -> Self {
    Self(.sys, 0x07, "creation of NV \(item)") { writer in
      writer.writeLE(item.rawValue)
      writer.writeLE(UInt16(truncatingIfNeeded: value.count))
      writer.write(UInt8(truncatingIfNeeded: value.count))
      writer.write(value)
    }
  }

  static func nvWrite(_ item: NVItem, _ value: [UInt8]) -> Self {
    Self(.sys, 0x09, "write of NV \(item)") { writer in
      writer.writeLE(item.rawValue)
      writer.write(UInt8(0))
      writer.write(UInt8(truncatingIfNeeded: value.count))
      writer.write(value)
    }
  }

  /// For items longer than 255 bytes.
  static func nvWriteExtended(_ item: NVItem, offset: UInt16, _ value: [UInt8]) -> Self {
    Self(.sys, 0x1D, "write of NV \(item)") { writer in
      writer.writeLE(item.rawValue)
      writer.writeLE(offset)
      writer.writeLE(UInt16(truncatingIfNeeded: value.count))
      writer.write(value)
    }
  }

  /// The length of an entry of an extended table; a stack without these tables refuses the command.
  static func tableLength(_ entry: NVTableEntry) -> Self {
    Self(.sys, 0x32, "length of \(entry)", entry.bytes)
  }

  static func tableRead(_ entry: NVTableEntry, length: UInt8) -> Self {
    Self(.sys, 0x33, "read of \(entry)", entry.bytes + [0, 0, length])
  }

  static func tableWrite(_ entry: NVTableEntry, _ value: [UInt8]) -> Self {
    Self(
      .sys, 0x34, "write of \(entry)", entry.bytes + [0, 0, UInt8(truncatingIfNeeded: value.count)] + value)
  }

  // MARK: Network

  /// Starts the network that the NV memory holds, after `delay` ms.
  static func startup(delay: UInt16) -> Self {
    Self(.zdo, 0x40, "start of the network") { $0.writeLE(delay) }
  }

  /// Base device behaviour commissioning; mode 4 forms a network.
  static func startCommissioning(mode: UInt8) -> Self {
    Self(.appConfig, 0x05, "commissioning", [mode])
  }

  static func setChannels(primary: Bool, mask: UInt32) -> Self {
    Self(.appConfig, 0x08, "channel set") { writer in
      writer.write(UInt8(primary ? 1 : 0))
      writer.writeLE(mask)
    }
  }

  /// ZDO messages of all clusters come to the host as they are.
  static let registerForZDOMessages = Self(.zdo, 0x3E, "ZDO registration", [0xFF, 0xFF])

  static func addGroup(_ group: GroupID, endpoint: EndpointID) -> Self {
    Self(.zdo, 0x4B, "group membership") { writer in
      writer.write(endpoint.rawValue)
      writer.writeLE(group.rawValue)
      writer.write(UInt8(0))
    }
  }

  static func permitJoin(through address: NetworkAddress, seconds: UInt8) -> Self {
    Self(.zdo, 0x36, "permit join") { writer in
      writer.write(address.isBroadcast ? AddressMode.broadcast : AddressMode.network)
      writer.writeLE(address.rawValue)
      writer.write(seconds)
      writer.write(UInt8(1))
    }
  }

  // MARK: Applications

  static func register(_ endpoint: RegisteredEndpoint) -> Self {
    Self(.af, 0x00, "registration of endpoint \(endpoint.endpoint)") { writer in
      writer.write(endpoint.endpoint.rawValue)
      writer.writeLE(endpoint.profile.rawValue)
      writer.writeLE(endpoint.device.rawValue)
      writer.write(UInt8(0))
      writer.write(UInt8(0))
      for clusters in [endpoint.inputClusters, endpoint.outputClusters] {
        writer.write(UInt8(truncatingIfNeeded: clusters.count))
        for cluster in clusters { writer.writeLE(cluster) }
      }
    }
  }

  /// A piece of a message that was too long for its indication; length 0 frees it.
  static func retrieve(timestamp: UInt32, offset: UInt16, length: UInt8) -> Self {
    Self(.af, 0x12, "retrieval of a long message") { writer in
      writer.writeLE(timestamp)
      writer.writeLE(offset)
      writer.write(length)
    }
  }
}
