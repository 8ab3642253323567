import SansIO
import ZCL
import Zigbee

/// What can be asked of the gateway, with checked arguments.
package enum GatewayFunction: Hashable, Sendable {
  /// Opens the network for that many seconds (0 closes it).
  case setJoinAllow(seconds: UInt8)
  case getDeviceList
  case delDevice
  case openLock(LockCommand)
  case lockStatus
  case getPower
  case basicInfo
  case getSignal
  case readAttribute(ClusterTarget, [AttributeID])
  case writeAttribute(ClusterTarget, AttributeID, AttributeInput)
  case sendCommand(ClusterTarget, CommandID, payload: [UInt8], response: CommandID?)
  case setControlLight(LightCommand)

  /// Of the local socket only.
  case renameDevice(to: String)
  case listUsers
  case allowUser(String)
  case removeUser(String)

  /// A function that this gateway does not have; answered after the caller was checked.
  case unsupported(name: String)
  /// A known function with arguments that do not fit, in words for the caller.
  case invalid(name: String, reason: String)

  /// The name in records and in the cloud protocol.
  package var name: String {
    switch self {
    case .setJoinAllow: "setJoinAllow"
    case .getDeviceList: "getDeviceList"
    case .delDevice: "delDevice"
    case .openLock: "openLock"
    case .lockStatus: "lockStatus"
    case .getPower: "getPower"
    case .basicInfo: "BasicInfo"
    case .getSignal: "getzblocksignal"
    case .readAttribute: "readAttribute"
    case .writeAttribute: "writeAttribute"
    case .sendCommand: "sendCommand"
    case .setControlLight: "setControlLight"
    case .renameDevice: "renameDevice"
    case .listUsers: "listUsers"
    case .allowUser: "allowUser"
    case .removeUser: "removeUser"
    case .unsupported(let name), .invalid(let name, _): name
    }
  }
}

/// One turn of one lock.
package struct LockCommand: Hashable, Sendable {
  package enum Operation: String, Hashable, Sendable { case lock, unlock }

  /// The longest PIN that is taken (ZCL 7.3.2.12.10 gives one byte for the length; no lock takes more).
  package static let longestPIN = 32

  package var operation: Operation
  /// The digits as characters.
  package var pin: Secret<[UInt8]>?

  package init(_ operation: Operation, pin: Secret<[UInt8]>? = nil) {
    self.operation = operation
    self.pin = pin
  }
}

/// Where on a device.
package struct ClusterTarget: Hashable, Sendable {
  /// Nil: the first endpoint that serves the cluster.
  package var endpoint: EndpointID?
  package var cluster: ClusterID
  package var manufacturer: ManufacturerCode?

  package init(endpoint: EndpointID? = nil, cluster: ClusterID, manufacturer: ManufacturerCode? = nil) {
    self.endpoint = endpoint
    self.cluster = cluster
    self.manufacturer = manufacturer
  }
}

/// A value to write, with or without its ZCL type.
package enum AttributeInput: Hashable, Sendable {
  case typed(TypedValue)
  /// The type is the one in which the device last gave this attribute.
  case untyped(ZCLValue)
}

/// What a lamp shall do; at least one part is stated.
package struct LightCommand: Hashable, Sendable {
  package var on: Bool?
  /// 0 to 254 (ZCL 3.10.2.2.1).
  package var level: UInt8?
  package var mireds: UInt16?

  package init(on: Bool? = nil, level: UInt8? = nil, mireds: UInt16? = nil) {
    self.on = on
    self.level = level
    self.mireds = mireds
  }
}
