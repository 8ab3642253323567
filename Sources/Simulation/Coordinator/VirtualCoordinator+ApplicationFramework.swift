import ByteCoding
import SansIO
import ZNP
import Zigbee

/// MT AF: the host's endpoints, and messages in both directions.
extension VirtualCoordinator {
  /// The host's endpoints that one part has room for.
  private static let endpointLimit = 32
  /// The longest application message with fragmentation.
  private static let longestMessage = 2048

  mutating func applicationFramework(
    _ frame: UNPIFrame, _ reader: inout ByteReader, at now: MonotonicInstant
  ) throws(DecodingFailure) -> Bool {
    switch frame.id.command {
    case 0x00: try registerEndpoint(frame, &reader)
    case 0x01: try sendData(frame, &reader, at: now)
    case 0x02: try sendDataExtended(frame, &reader, at: now)
    case 0x03: try sendDataOnRoute(frame, &reader, at: now)
    case 0x04:
      let removed = endpoints.removeValue(forKey: EndpointID(try reader.readUInt8()))
      respond(to: frame, [removed == nil ? 2 : 0])
    case 0x10, 0x13: respond(to: frame, [0])
    case 0x11: try storeData(frame, &reader)
    case 0x12: try retrieveData(frame, &reader)
    default: return false
    }
    return true
  }

  private mutating func registerEndpoint(
    _ frame: UNPIFrame, _ reader: inout ByteReader
  ) throws(DecodingFailure) {
    let endpoint = EndpointID(try reader.readUInt8())
    let profile = ProfileID(rawValue: try reader.readUInt16LE())
    let device = DeviceID(rawValue: try reader.readUInt16LE())
    let version = try reader.readUInt8()
    _ = try reader.readUInt8()
    let input = try reader.readClusters()
    let output = try reader.readClusters()
    guard endpoint != .deviceObject, endpoint != .all else {
      respond(to: frame, [TransmissionStatus.invalidParameter.rawValue])
      return
    }
    guard endpoints[endpoint] == nil, endpoints.count < Self.endpointLimit else {
      respond(to: frame, [TransmissionStatus.duplicateEntry.rawValue])
      return
    }
    endpoints[endpoint] = SimpleDescriptor(
      endpoint: endpoint, profile: profile, deviceID: device, deviceVersion: version, inputClusters: input,
      outputClusters: output)
    respond(to: frame, [0])
  }

  // MARK: Sending

  private mutating func sendData(
    _ frame: UNPIFrame, _ reader: inout ByteReader, at now: MonotonicInstant
  ) throws(DecodingFailure) {
    let address = NetworkAddress(rawValue: try reader.readUInt16LE())
    let request = try DataRequest(from: &reader, to: Self.destination(address))
    let data = try reader.readBytes(count: Int(try reader.readUInt8()))
    transmit(request, data, answering: frame, at: now)
  }

  private mutating func sendDataExtended(
    _ frame: UNPIFrame, _ reader: inout ByteReader, at now: MonotonicInstant
  ) throws(DecodingFailure) {
    let mode = try reader.readUInt8()
    let address = try reader.readUInt64LE()
    let short = NetworkAddress(rawValue: UInt16(truncatingIfNeeded: address))
    let destination: AirFrame.Destination =
      switch mode {
      case 1: .group(GroupID(rawValue: short.rawValue))
      case 3: .device(self.address(of: IEEEAddress(rawValue: address)) ?? .unknown)
      case 0x0F: .broadcast(short)
      default: Self.destination(short)
      }
    let request = try DataRequest(from: &reader, to: destination, skippingPAN: true)
    let length = Int(try reader.readUInt16LE())
    if reader.isEmpty, length > 0, length <= Self.longestMessage {
      // The data follows in AF_DATA_STORE commands.
      guard check(request, answering: frame) else { return }
      hugeRequest = HugeRequest(
        frame: request.frame(with: []), confirmation: request.confirmation, missing: length)
      respond(to: frame, [0])
      return
    }
    transmit(request, try reader.readBytes(count: length), answering: frame, at: now)
  }

  private mutating func sendDataOnRoute(
    _ frame: UNPIFrame, _ reader: inout ByteReader, at now: MonotonicInstant
  ) throws(DecodingFailure) {
    let address = NetworkAddress(rawValue: try reader.readUInt16LE())
    let request = try DataRequest(from: &reader, to: .device(address))
    try reader.skip(count: 2 * Int(try reader.readUInt8()))
    let data = try reader.readBytes(count: Int(try reader.readUInt8()))
    transmit(request, data, answering: frame, at: now)
  }

  private mutating func storeData(_ frame: UNPIFrame, _ reader: inout ByteReader) throws(DecodingFailure) {
    let offset = Int(try reader.readUInt16LE())
    let data = try reader.readBytes(count: Int(try reader.readUInt8()))
    guard var huge = hugeRequest, offset == huge.frame.payload.count, data.count <= huge.missing else {
      respond(to: frame, [TransmissionStatus.invalidParameter.rawValue])
      return
    }
    huge.frame.payload += data
    huge.missing -= data.count
    respond(to: frame, [0])
    // An empty piece is the order to send, and so is the last byte.
    if data.isEmpty || huge.missing == 0 {
      hugeRequest = nil
      outputs.append(.transmit(huge.frame, huge.confirmation))
    } else {
      hugeRequest = huge
    }
  }

  private static func destination(_ address: NetworkAddress) -> AirFrame.Destination {
    address.isBroadcast ? .broadcast(address) : .device(address)
  }

  private mutating func check(_ request: DataRequest, answering frame: UNPIFrame) -> Bool {
    guard isRunning else {
      respond(to: frame, [TransmissionStatus.networkInvalidRequest.rawValue])
      return false
    }
    guard request.sourceEndpoint == .deviceObject || endpoints[request.sourceEndpoint] != nil else {
      respond(to: frame, [TransmissionStatus.invalidParameter.rawValue])
      return false
    }
    return true
  }

  private mutating func transmit(
    _ request: DataRequest, _ data: [UInt8], answering frame: UNPIFrame, at now: MonotonicInstant
  ) {
    guard check(request, answering: frame), !refuses(frame) else { return }
    var request = request
    if faults.strike(.confirmFirst) != nil {
      confirm(request.confirmation, .success)
      request.isConfirmed = true
    }
    respond(to: frame, [0])
    var message = request.frame(with: data)
    message.profile =
      request.sourceEndpoint == .deviceObject
      ? .deviceProfile : endpoints[request.sourceEndpoint]?.profile ?? .homeAutomation
    let confirmation = request.isConfirmed ? nil : request.confirmation
    // Messages to the coordinator itself never reach the radio.
    if message.destination == .device(.coordinator) {
      confirm(confirmation, .success)
      received(message, quality: 255, at: now)
      return
    }
    if case .broadcast = message.destination, message.destinationEndpoint == .deviceObject {
      loopBack(message, at: now)
    }
    outputs.append(.transmit(message, confirmation))
  }

  /// The radio's word on a transmission.
  package mutating func transmissionFinished(_ confirmation: Confirmation?, _ status: TransmissionStatus) {
    guard isRunning else { return }
    confirm(confirmation, status)
  }

  private mutating func confirm(_ confirmation: Confirmation?, _ status: TransmissionStatus) {
    // Endpoint 0 belongs to the firmware, which keeps its confirms to itself.
    guard let confirmation, confirmation.endpoint != .deviceObject else { return }
    guard faults.strike(.noConfirm) == nil else { return }
    send(
      .asynchronousRequest, .af, 0x80,
      [status.rawValue, confirmation.endpoint.rawValue, confirmation.transaction])
  }

  // MARK: Receiving

  /// A message from the air (or from ourselves) for the host.
  package mutating func received(_ message: AirFrame, quality: UInt8, at now: MonotonicInstant) {
    guard isRunning else { return }
    let isGroup = if case .group = message.destination { true } else { false }
    guard message.destinationEndpoint != .deviceObject || isGroup else {
      receivedDeviceObject(message, at: now)
      return
    }
    for endpoint in receivers(of: message) {
      deliver(message, to: endpoint, quality: quality, at: now)
    }
  }

  private func receivers(of message: AirFrame) -> [EndpointID] {
    switch message.destination {
    case .group(let group):
      groups.filter { $0.group == group && endpoints[$0.endpoint] != nil }.map(\.endpoint)
    case .device, .broadcast:
      if message.destinationEndpoint == .all {
        endpoints.values.filter { $0.profile == message.profile }.map(\.endpoint).sorted()
      } else {
        endpoints[message.destinationEndpoint] == nil ? [] : [message.destinationEndpoint]
      }
    }
  }

  private mutating func deliver(
    _ message: AirFrame, to endpoint: EndpointID, quality: UInt8, at now: MonotonicInstant
  ) {
    // The firmware's clock counts 320 µs.
    let timestamp = UInt32(truncatingIfNeeded: now.nanoseconds / 320_000)
    let group: UInt16 = if case .group(let id) = message.destination { id.rawValue } else { 0 }
    var writer = ByteWriter(capacity: 32 + message.payload.count)
    writer.writeLE(group)
    writer.writeLE(message.cluster.rawValue)
    let fits = message.payload.count <= 230
    if fits {
      writer.writeLE(message.source.rawValue)
    } else {
      writer.write(UInt8(2))
      writer.writeLE(UInt64(message.source.rawValue))
    }
    writer.write(message.sourceEndpoint.rawValue)
    if !fits { writer.writeLE(network?.panID.rawValue ?? 0) }
    writer.write(endpoint.rawValue)
    let isBroadcast = if case .broadcast = message.destination { true } else { false }
    writer.write([isBroadcast ? 1 : 0, quality, 0])
    writer.writeLE(timestamp)
    writer.write(UInt8(0))
    if fits {
      writer.write(UInt8(message.payload.count))
      writer.write(message.payload)
    } else {
      writer.writeLE(UInt16(truncatingIfNeeded: message.payload.count))
      if hugeMessages.count == HugeMessage.limit { hugeMessages.removeFirst() }
      hugeMessages.append(HugeMessage(timestamp: timestamp, data: message.payload))
    }
    // The last hop and the radius that was left, which the documents forget.
    writer.writeLE(message.source.rawValue)
    writer.write(UInt8(29))
    send(.asynchronousRequest, .af, fits ? 0x81 : 0x82, writer.bytes)
  }

  private mutating func retrieveData(
    _ frame: UNPIFrame, _ reader: inout ByteReader
  ) throws(DecodingFailure) {
    let timestamp = try reader.readUInt32LE()
    let offset = Int(try reader.readUInt16LE())
    let length = Int(try reader.readUInt8())
    guard let index = hugeMessages.firstIndex(where: { $0.timestamp == timestamp }) else {
      respond(to: frame, [1, 0])
      return
    }
    if length == 0 {
      hugeMessages.remove(at: index)
      respond(to: frame, [0, 0])
      return
    }
    let piece = hugeMessages[index].data.dropFirst(offset).prefix(min(length, 248))
    respond(to: frame, [0, UInt8(piece.count)] + piece)
  }
}

/// The part that the three data requests share.
private struct DataRequest {
  var destination: AirFrame.Destination
  var destinationEndpoint: EndpointID
  var sourceEndpoint: EndpointID
  var cluster: ClusterID
  var transaction: UInt8
  /// The confirm is out already.
  var isConfirmed = false

  init(
    from reader: inout ByteReader, to destination: AirFrame.Destination, skippingPAN: Bool = false
  ) throws(DecodingFailure) {
    self.destination = destination
    destinationEndpoint = EndpointID(try reader.readUInt8())
    if skippingPAN { _ = try reader.readUInt16LE() }
    sourceEndpoint = EndpointID(try reader.readUInt8())
    cluster = ClusterID(rawValue: try reader.readUInt16LE())
    transaction = try reader.readUInt8()
    // Options and radius.
    _ = try reader.readUInt16LE()
  }

  var confirmation: Confirmation { Confirmation(endpoint: sourceEndpoint, transaction: transaction) }

  func frame(with data: [UInt8]) -> AirFrame {
    AirFrame(
      from: .coordinator, sourceEndpoint, to: destination, destinationEndpoint, profile: .homeAutomation,
      cluster: cluster, payload: data)
  }
}

extension ByteReader {
  /// A list of clusters behind its 8-bit count.
  mutating func readClusters() throws(DecodingFailure) -> [ClusterID] {
    let count = Int(try readUInt8())
    var result: [ClusterID] = []
    for _ in 0..<count { result.append(ClusterID(rawValue: try readUInt16LE())) }
    return result
  }
}
