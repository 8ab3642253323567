import ByteCoding
import SansIO
import ZCL
import Zigbee
import ZigbeeHost

extension GatewayCore {
  /// The radio requests that carry out a function, in their order; none for functions that need no radio.
  /// `waiting` is how long a request still has a caller who waits for it.
  func requests(
    for function: GatewayFunction, device: DeviceRecord, waiting: TimeSpan
  ) throws(Refusal) -> [ZCLRequest] {
    let builder = RequestBuilder(device: device, waiting: waiting)
    switch function {
    case .openLock(let command): return [try builder.lock(command)]
    case .lockStatus: return [try builder.read(ClusterTarget(cluster: .doorLock), [WellKnown.lockState])]
    case .getPower:
      return [try builder.read(ClusterTarget(cluster: .powerConfiguration), [WellKnown.batteryPercentage])]
    case .readAttribute(let target, let attributes): return [try builder.read(target, attributes)]
    case .writeAttribute(let target, let attribute, let input):
      return [try builder.write(target, attribute, try typed(input, attribute, target, builder))]
    case .sendCommand(let target, let command, let payload, let response):
      return [try builder.command(target, command, payload: payload, response: response)]
    case .setControlLight(let command): return try builder.light(command)
    default: return []
    }
  }

  /// A value without a type gets the one in which the device gave it.
  private func typed(
    _ input: AttributeInput, _ attribute: AttributeID, _ target: ClusterTarget, _ builder: RequestBuilder
  ) throws(Refusal) -> TypedValue {
    switch input {
    case .typed(let value): return value
    case .untyped(let value):
      let key = AttributeKey(
        device: builder.device.ieee, endpoint: try builder.endpoint(target), cluster: target.cluster,
        manufacturer: target.manufacturer, attribute: attribute)
      guard let known = values[key]?.value.type else {
        throw Refusal(.badArguments, "the type of this attribute is not known: state attributeDataType")
      }
      let plain = TypedValue(value.naturalType, value)
      guard let coerced = plain.coerced(to: known) else {
        throw Refusal(.badArguments, "the value does not fit the type of the attribute")
      }
      return coerced
    }
  }
}

extension ZCLValue {
  /// A type in which this value is surely right, as a start for `coerced`.
  var naturalType: DataType {
    switch self {
    case .boolean: .boolean
    case .unsigned, .none: .uint64
    case .signed: .int64
    case .float: .double
    case .string: .characterString
    case .octets: .octetString
    case .list: .array
    case .structure: .structure
    }
  }
}

/// Builds requests to one device.
struct RequestBuilder: Sendable {
  let device: DeviceRecord
  let waiting: TimeSpan

  /// Tenths of a second of a lamp's fade.
  private static let transition: UInt16 = 4

  func endpoint(_ target: ClusterTarget) throws(Refusal) -> EndpointID {
    if let stated = target.endpoint {
      guard device.device.endpoints.contains(where: { $0.id == stated }) else {
        throw Refusal(.unsupported, "the device has no endpoint \(stated)")
      }
      return stated
    }
    guard let found = device.device.endpoint(serving: target.cluster) else {
      throw Refusal(.unsupported, "the device has no cluster \(target.cluster)")
    }
    return found.id
  }

  private func request(
    _ target: ClusterTarget, _ operation: ZCLRequest.Operation, isAtMostOnce: Bool = false
  ) throws(Refusal) -> ZCLRequest {
    ZCLRequest(
      device: device.ieee, endpoint: try endpoint(target), cluster: target.cluster,
      manufacturer: target.manufacturer, operation: operation, priority: .control,
      deadlineMilliseconds: max(waiting.milliseconds, 0), isAtMostOnce: isAtMostOnce)
  }

  func read(_ target: ClusterTarget, _ attributes: [AttributeID]) throws(Refusal) -> ZCLRequest {
    try request(target, .read(attributes))
  }

  func write(
    _ target: ClusterTarget, _ attribute: AttributeID, _ value: TypedValue
  ) throws(Refusal) -> ZCLRequest {
    try request(target, .write([attribute: value]))
  }

  func command(
    _ target: ClusterTarget, _ command: CommandID, payload: [UInt8], response: CommandID?
  ) throws(Refusal) -> ZCLRequest {
    try request(target, .command(command, payload: payload, response: response))
  }

  /// An unlock is handed to the radio one single time; a lock may be repeated until it arrives.
  func lock(_ command: LockCommand) throws(Refusal) -> ZCLRequest {
    let target = ClusterTarget(cluster: .doorLock)
    switch command.operation {
    case .lock:
      return try request(
        target,
        .command(
          DoorLock.Command.lockDoor, payload: DoorLock.LockDoor(code: command.pin).encodedBytes,
          response: DoorLock.Response.lockDoor))
    case .unlock:
      return try request(
        target,
        .command(
          DoorLock.Command.unlockDoor, payload: DoorLock.UnlockDoor(code: command.pin).encodedBytes,
          response: DoorLock.Response.unlockDoor),
        isAtMostOnce: true)
    }
  }

  func light(_ light: LightCommand) throws(Refusal) -> [ZCLRequest] {
    if light.on == false { return [try onOff(0x00)] }
    var requests: [ZCLRequest] = []
    if let level = light.level {
      // Move to Level (with On/Off), ZCL 3.10.2.4.5: switches on as well.
      requests.append(
        try command(
          ClusterTarget(cluster: .levelControl), CommandID(0x04), payload: [level] + Self.transitionBytes,
          response: nil))
    } else if light.on == true {
      requests.append(try onOff(0x01))
    }
    if let mireds = light.mireds {
      // Move to Color Temperature, ZCL 5.2.2.3.10.
      requests.append(
        try command(
          ClusterTarget(cluster: .colorControl), CommandID(0x0A),
          payload: [UInt8(mireds & 0xFF), UInt8(mireds >> 8)] + Self.transitionBytes, response: nil))
    }
    guard !requests.isEmpty else { throw Refusal(.badArguments, "say on, level or colorTemperature") }
    return requests
  }

  private static let transitionBytes = [UInt8(transition & 0xFF), UInt8(transition >> 8)]

  private func onOff(_ number: UInt8) throws(Refusal) -> ZCLRequest {
    try command(ClusterTarget(cluster: .onOff), CommandID(number), payload: [], response: nil)
  }
}
