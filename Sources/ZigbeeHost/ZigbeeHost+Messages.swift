import ByteCoding
import RadioInterface
import SansIO
import ZCL
import Zigbee

// From an exchange to the APS message that carries it.
extension ZigbeeHost {
  /// The gateway's application endpoint.
  static let ownEndpoint = EndpointID(1)

  /// The message and, where something answers it, the open transaction; nil when no sequence number is free.
  mutating func message(
    of exchange: Exchange, to device: ZigbeeDevice
  ) -> (APSRequest, TransactionTable.Key?)? {
    switch exchange.content {
    case .message(let source, let endpoint, let profile, let cluster, let payload):
      let request = APSRequest(
        destination: .device(device.networkAddress), destinationEndpoint: endpoint,
        sourceEndpoint: source, profile: profile, cluster: cluster, payload: payload,
        toSleepyDevice: device.isSleepy)
      return (request, nil)
    case .deviceObject(let cluster, let body):
      let address = device.networkAddress
      guard
        let (key, sequence) = transactions.open(
          exchange.id, expectation: nil,
          key: { .deviceObject(address, cluster.zdoResponse, sequence: $0) })
      else { return nil }
      let message = ZDOMessage(sequence: sequence, cluster: cluster, body: body)
      return (Self.request(message, to: .device(address), toSleepyDevice: device.isSleepy), key)
    case .zcl(let request):
      return zclMessage(request, exchange: exchange.id, to: device)
    }
  }

  static func request(
    _ message: ZDOMessage, to destination: APSRequest.Destination, toSleepyDevice: Bool = false
  ) -> APSRequest {
    APSRequest(
      destination: destination, destinationEndpoint: .deviceObject, sourceEndpoint: .deviceObject,
      profile: .deviceProfile, cluster: message.cluster, payload: message.payload,
      toSleepyDevice: toSleepyDevice)
  }

  private mutating func zclMessage(
    _ request: ZCLRequest, exchange: ExchangeID, to device: ZigbeeDevice
  ) -> (APSRequest, TransactionTable.Key?)? {
    let command = request.operation.frameCommand
    let expectation = TransactionTable.Expectation(
      direction: .serverToClient, manufacturer: request.manufacturer, requestKind: command.kind,
      requestCommand: command.id, answer: command.answer)
    guard
      let (key, sequence) = transactions.open(
        exchange, expectation: expectation,
        key: { .zcl(device.ieee, request.endpoint, request.cluster, sequence: $0) })
    else { return nil }
    let frame = ZCLFrame(
      kind: command.kind, manufacturer: request.manufacturer, direction: .clientToServer,
      // A foundation request has an answer of its own; errors come as default responses all the same.
      disablesDefaultResponse: command.kind == .global, sequence: sequence, command: command.id,
      payload: command.payload)
    let message = APSRequest(
      destination: .device(device.networkAddress), destinationEndpoint: request.endpoint,
      sourceEndpoint: Self.ownEndpoint, profile: profile(of: request.endpoint, on: device),
      cluster: request.cluster, payload: frame.encodedBytes, toSleepyDevice: device.isSleepy)
    return (message, key)
  }

  /// The profile that an endpoint declared; Home Automation until it is known.
  func profile(of endpoint: EndpointID, on device: ZigbeeDevice) -> ProfileID {
    guard let profile = device.endpoints.first(where: { $0.id == endpoint })?.profile,
      profile != .deviceProfile
    else { return .homeAutomation }
    return profile
  }
}
