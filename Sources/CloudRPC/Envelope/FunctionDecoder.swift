import GatewayCore
import JSON
import SansIO
import ZCL
import Zigbee

/// Turns `func` and its arguments into a function of the core.
struct FunctionDecoder: Sendable {
  let limits: CloudLimits

  /// What Android apps wait for a device to join.
  static let joinSeconds: UInt8 = 120

  func decode(_ name: String, _ arguments: Arguments?) -> GatewayFunction {
    guard let arguments else {
      return Self.known.contains(name)
        ? .invalid(name: name, reason: "params is no object") : .unsupported(name: name)
    }
    do throws(ArgumentFault) {
      return try function(name, arguments) ?? .unsupported(name: name)
    } catch {
      return .invalid(name: name, reason: error.reason)
    }
  }

  private static let known: Set<String> = [
    "setJoinAllow", "getDeviceList", "delDevice", "openLock", "lockStatus", "getPower", "BasicInfo",
    "getzblocksignal", "readAttribute", "writeAttribute", "sendCommand", "setControlLight",
  ]

  private func function(_ name: String, _ arguments: Arguments) throws(ArgumentFault) -> GatewayFunction? {
    switch name {
    case "setJoinAllow": return try setJoinAllow(arguments)
    case "getDeviceList": return .getDeviceList
    case "delDevice":
      if let bus = arguments["bustype"], bus != "zigbee" { throw ArgumentFault("bustype must be zigbee") }
      return .delDevice
    case "openLock": return try openLock(arguments)
    case "lockStatus": return .lockStatus
    case "getPower": return .getPower
    case "BasicInfo": return .basicInfo
    case "getzblocksignal": return .getSignal
    case "readAttribute": return try readAttribute(arguments)
    case "writeAttribute": return try writeAttribute(arguments)
    case "sendCommand": return try sendCommand(arguments)
    case "setControlLight": return try setControlLight(arguments)
    default: return nil
    }
  }

  private func setJoinAllow(_ arguments: Arguments) throws(ArgumentFault) -> GatewayFunction {
    guard arguments["mode"] == "zigbee" else { throw ArgumentFault("mode must be zigbee") }
    return .setJoinAllow(seconds: try arguments.number("seconds", in: 0...254) ?? Self.joinSeconds)
  }

  private func openLock(_ arguments: Arguments) throws(ArgumentFault) -> GatewayFunction {
    guard let operation = arguments.text("optype").flatMap({ LockCommand.Operation(rawValue: $0) }) else {
      throw ArgumentFault("optype must be lock or unlock")
    }
    if let type = arguments["type"], type != "pin" { throw ArgumentFault("type must be pin") }
    return .openLock(LockCommand(operation, pin: try pin(arguments)))
  }

  /// Characters that locks have on their keypads; never part of a reason.
  private func pin(_ arguments: Arguments) throws(ArgumentFault) -> Secret<[UInt8]>? {
    let text: String
    switch arguments["pin"] {
    case .string(let value): text = value
    case .integer(let value) where value >= 0: text = String(value)
    case nil: return nil
    default: throw ArgumentFault("pin must be a string")
    }
    guard !text.isEmpty else { return nil }
    let bytes = Array(text.utf8)
    guard bytes.count <= LockCommand.longestPIN, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw ArgumentFault("pin must have 1 to \(LockCommand.longestPIN) characters of a keypad")
    }
    return Secret(bytes)
  }

  private func target(_ arguments: Arguments) throws(ArgumentFault) -> ClusterTarget {
    let manufacturer = try arguments.number("manufacturerCode", in: UInt16.min...UInt16.max)
    return ClusterTarget(
      endpoint: try arguments.number("endpoint", in: 1...240).map { EndpointID($0) },
      cluster: ClusterID(rawValue: try arguments.required("clusterID", in: 0...UInt16.max)),
      manufacturer: manufacturer.map { ManufacturerCode(rawValue: $0) })
  }

  private func readAttribute(_ arguments: Arguments) throws(ArgumentFault) -> GatewayFunction {
    let target = try target(arguments)
    guard let list = arguments["attributeID"]?.arrayValue else {
      let attribute = try arguments.required("attributeID", in: 0...UInt16.max)
      return .readAttribute(target, [AttributeID(attribute)])
    }
    guard (1...limits.attributesPerRead).contains(list.count) else {
      throw ArgumentFault("attributeID must name 1 to \(limits.attributesPerRead) attributes")
    }
    let attributes = list.compactMap { Arguments.integer($0).flatMap { UInt16(exactly: $0) } }
    guard attributes.count == list.count, Set(attributes).count == list.count else {
      throw ArgumentFault("attributeID must name different attributes, 0 to 65535")
    }
    return .readAttribute(target, attributes.map { AttributeID($0) })
  }

  private func writeAttribute(_ arguments: Arguments) throws(ArgumentFault) -> GatewayFunction {
    let target = try target(arguments)
    let attribute = AttributeID(try arguments.required("attributeID", in: 0...UInt16.max))
    var value = arguments["value"] ?? arguments["attributeDataValue"]
    if arguments["value"] == nil, let elements = value?.arrayValue, elements.count == 1 {
      value = elements[0]
    }
    guard let value else { throw ArgumentFault("value is missing") }
    return .writeAttribute(
      target, attribute, try AttributeValueDecoder.decode(value, type: arguments["attributeDataType"]))
  }

  private func sendCommand(_ arguments: Arguments) throws(ArgumentFault) -> GatewayFunction {
    let target = try target(arguments)
    let command = CommandID(try arguments.required("commandID", in: 0...UInt8.max))
    let response = try arguments.number("responseID", in: UInt8.min...UInt8.max)
    return .sendCommand(
      target, command, payload: try arguments.bytes("payload", limit: limits.commandPayload),
      response: response.map { CommandID($0) })
  }

  private func setControlLight(_ arguments: Arguments) throws(ArgumentFault) -> GatewayFunction {
    let command = LightCommand(
      on: try arguments.bool("on"), level: try arguments.number("level", in: 0...254),
      mireds: try colorTemperature(arguments))
    guard command != LightCommand() else { throw ArgumentFault("say on, level or colorTemperature") }
    return .setControlLight(command)
  }

  /// In mireds up to 1000, above that in kelvins: no lamp reaches either border from the other side.
  private func colorTemperature(_ arguments: Arguments) throws(ArgumentFault) -> UInt16? {
    guard let value = try arguments.number("colorTemperature", in: UInt16(50)...20_000) else { return nil }
    return value <= 1_000 ? value : UInt16(1_000_000 / UInt32(value))
  }
}
