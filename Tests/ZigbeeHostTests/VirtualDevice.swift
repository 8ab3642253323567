import ByteCoding
import RadioInterface
import SansIO
import ZCL
import Zigbee

/// A scripted device: answers ZDO and ZCL from its tables, as the real thing does.
struct VirtualDevice {
  var ieee: IEEEAddress
  var address: NetworkAddress
  var capability: MACCapability
  var endpoints: [SimpleDescriptor]
  /// Endpoints that it lists; may lie.
  var listedEndpoints: [EndpointID]
  var attributes: [ClusterID: [AttributeID: TypedValue]] = [:]
  var reporting: [ClusterID: [AttributeID]] = [:]
  var bindings: [Binding] = []
  var bindingLimit = 16
  /// Listens only until then, when it sleeps.
  var awakeUntil = MonotonicInstant.zero
  var isAnswering = true
  /// Endpoints whose simple descriptor it refuses.
  var refusedDescriptors: Set<EndpointID> = []
  var receivedCommands: [(cluster: ClusterID, frame: ZCLFrame)] = []
  var defaultResponses: [DefaultResponse] = []
  var deviceObjectRequests: [ClusterID] = []
  var hasLeft = false

  var isSleepy: Bool { !capability.contains(.receiverOnWhenIdle) }

  func isListening(at now: MonotonicInstant) -> Bool { !isSleepy || awakeUntil > now }

  /// The payload of an answer and where it comes from.
  struct Answer {
    var endpoint: EndpointID
    var destination: EndpointID
    var cluster: ClusterID
    var payload: [UInt8]
  }

  mutating func answers(to request: APSRequest) -> [Answer] {
    guard isAnswering, !hasLeft else { return [] }
    if request.destinationEndpoint == .deviceObject {
      guard let message = try? ZDOMessage(cluster: request.cluster, payload: request.payload),
        let body = deviceObject(message)
      else { return [] }
      let answer = ZDOMessage(
        sequence: message.sequence, cluster: message.cluster.zdoResponse, body: body)
      return [
        Answer(
          endpoint: .deviceObject, destination: .deviceObject, cluster: answer.cluster,
          payload: answer.payload)
      ]
    }
    guard let frame = try? ZCLFrame(prefixOf: request.payload) else { return [] }
    let frames = zcl(frame, on: request.cluster, endpoint: request.destinationEndpoint)
    return frames.map {
      Answer(
        endpoint: request.destinationEndpoint, destination: request.sourceEndpoint,
        cluster: request.cluster, payload: $0.encodedBytes)
    }
  }

  private mutating func deviceObject(_ message: ZDOMessage) -> [UInt8]? {
    deviceObjectRequests.append(message.cluster)
    switch message.cluster {
    case .nodeDescriptorRequest:
      let descriptor = NodeDescriptor(
        logicalType: capability.contains(.fullFunctionDevice) ? .router : .endDevice,
        capability: capability, manufacturer: ManufacturerCode(rawValue: 0x1234))
      return NodeDescriptorResponse(networkAddress: address, descriptor: descriptor).encodedBytes
    case .activeEndpointsRequest:
      return ActiveEndpointsResponse(networkAddress: address, endpoints: listedEndpoints).encodedBytes
    case .simpleDescriptorRequest:
      guard let request = try? message.decode(SimpleDescriptorRequest.self) else { return nil }
      let known =
        refusedDescriptors.contains(request.endpoint)
        ? nil
        : endpoints.first { $0.endpoint == request.endpoint }
      return SimpleDescriptorResponse(
        status: known == nil ? .notActive : .success, networkAddress: address, descriptor: known
      ).encodedBytes
    case .bindRequest:
      guard let request = try? message.decode(BindRequest.self) else { return nil }
      guard bindings.count < bindingLimit else { return [ZDOStatus.tableFull.rawValue] }
      if !bindings.contains(request.binding) { bindings.append(request.binding) }
      return [ZDOStatus.success.rawValue]
    case .managementLeaveRequest:
      hasLeft = true
      return [ZDOStatus.success.rawValue]
    case .networkAddressRequest:
      return NetworkAddressResponse(AddressAnswer(ieee: ieee, networkAddress: address)).encodedBytes
    case .ieeeAddressRequest:
      return IEEEAddressResponse(AddressAnswer(ieee: ieee, networkAddress: address)).encodedBytes
    default: return nil
    }
  }

  private mutating func zcl(
    _ frame: ZCLFrame, on cluster: ClusterID, endpoint: EndpointID
  ) -> [ZCLFrame] {
    if let response = frame.defaultResponse {
      defaultResponses.append(response)
      return []
    }
    if frame.kind == .cluster {
      receivedCommands.append((cluster, frame))
      return command(frame, on: cluster)
    }
    switch frame.command {
    case GlobalCommand.readAttributes:
      let asked = (try? ReadAttributes(prefixOf: frame.payload))?.attributes ?? []
      let records = asked.map { attribute in
        attributes[cluster]?[attribute].map { ReadAttributeRecord(attribute: attribute, value: $0) }
          ?? ReadAttributeRecord(attribute: attribute, status: .unsupportedAttribute)
      }
      return [frame.answer(GlobalCommand.readAttributesResponse, ReadAttributesResponse(records))]
    case GlobalCommand.writeAttributes:
      for record in (try? WriteAttributes(prefixOf: frame.payload))?.records ?? [] {
        attributes[cluster, default: [:]][record.attribute] = record.value
      }
      return [frame.answer(GlobalCommand.writeAttributesResponse, WriteAttributesResponse.succeeded)]
    case GlobalCommand.configureReporting:
      let records = (try? ConfigureReporting(prefixOf: frame.payload))?.records ?? []
      reporting[cluster, default: []] += records.map(\.attribute)
      return [
        frame.answer(
          GlobalCommand.configureReportingResponse, ConfigureReportingResponse.succeeded)
      ]
    default:
      return []
    }
  }

  private mutating func command(_ frame: ZCLFrame, on cluster: ClusterID) -> [ZCLFrame] {
    switch (cluster, frame.command.rawValue) {
    case (.doorLock, 0x00), (.doorLock, 0x01):
      var answer = ZCLFrame.defaultResponse(to: frame, status: .success)
      answer.kind = .cluster
      answer.command = frame.command
      answer.payload = [0]
      return [answer]
    case (.iasZone, 0x00):
      attributes[.iasZone, default: [:]][AttributeID(0x0000)] = TypedValue(.enum8, .unsigned(1))
      return []
    case (.pollControl, _): return []
    default: return [.defaultResponse(to: frame, status: .success)]
    }
  }
}

extension VirtualDevice {
  static func text(_ string: String) -> TypedValue {
    TypedValue(.characterString, .string(Array(string.utf8)))
  }

  private static func make(
    _ number: UInt64, capability: MACCapability, model: String, inputs: [ClusterID],
    outputs: [ClusterID] = []
  ) -> VirtualDevice {
    var device = VirtualDevice(
      ieee: IEEEAddress(rawValue: 0x00AA_0000_0000_0000 + number),
      address: NetworkAddress(rawValue: UInt16(0x1000 + number)), capability: capability,
      endpoints: [
        SimpleDescriptor(
          endpoint: EndpointID(1), profile: .homeAutomation, deviceID: DeviceID(rawValue: 0x0100),
          inputClusters: inputs, outputClusters: outputs)
      ], listedEndpoints: [EndpointID(1)])
    device.attributes[.basic] = [
      AttributeID(0x0000): TypedValue(.uint8, .unsigned(3)),
      AttributeID(0x0001): TypedValue(.uint8, .unsigned(7)),
      AttributeID(0x0003): TypedValue(.uint8, .unsigned(2)),
      AttributeID(0x0004): text("Acme"),
      AttributeID(0x0005): text(model),
      AttributeID(0x0007): TypedValue(.enum8, .unsigned(1)),
      AttributeID(0x4000): text("1.2.3"),
    ]
    return device
  }

  static let mains: MACCapability = [.fullFunctionDevice, .mainsPowered, .receiverOnWhenIdle]
  static let sleepy: MACCapability = [.allocateAddress]

  static func lamp(_ number: UInt64 = 1) -> VirtualDevice {
    var device = make(
      number, capability: mains, model: "Lamp",
      inputs: [.basic, .identify, .groups, .scenes, .onOff, .levelControl, .colorControl])
    device.attributes[.onOff] = [AttributeID(0x0000): TypedValue(.boolean, .boolean(true))]
    return device
  }

  static func thermometer(_ number: UInt64 = 2) -> VirtualDevice {
    var device = make(
      number, capability: sleepy, model: "Thermo",
      inputs: [.basic, .powerConfiguration, .pollControl, .temperatureMeasurement, .relativeHumidity])
    device.attributes[.temperatureMeasurement] = [
      AttributeID(0x0000): TypedValue(.int16, .signed(2150))
    ]
    return device
  }

  static func lock(_ number: UInt64 = 3) -> VirtualDevice {
    var device = make(
      number, capability: sleepy, model: "ZG1234567890ABC",
      inputs: [.basic, .powerConfiguration, .alarms, .time, .pollControl, .doorLock])
    device.attributes[.doorLock] = [
      AttributeID(0x0000): TypedValue(.enum8, .unsigned(1)),
      AttributeID(0x0012): TypedValue(.uint16, .unsigned(50)),
      AttributeID(0x0033): TypedValue(.boolean, .boolean(true)),
    ]
    return device
  }

  static func contact(_ number: UInt64 = 4) -> VirtualDevice {
    var device = make(
      number, capability: sleepy, model: "Contact", inputs: [.basic, .powerConfiguration, .iasZone])
    device.attributes[.iasZone] = [
      AttributeID(0x0000): TypedValue(.enum8, .unsigned(0)),
      AttributeID(0x0001): TypedValue(.enum16, .unsigned(0x0015)),
    ]
    return device
  }
}
