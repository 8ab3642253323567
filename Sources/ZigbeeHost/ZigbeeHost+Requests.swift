import ByteCoding
import RadioInterface
import SansIO
import ZCL
import Zigbee

// What the gateway core asks for. Every call with an id ends with exactly one `requestCompleted`.
extension ZigbeeHost {
  package mutating func request(_ request: ZCLRequest, id: HostRequestID, at now: Instants) {
    guard let session = sessions[request.device] else {
      complete(id, .failed(.unknownDevice))
      return
    }
    guard session.removal == nil else {
      complete(id, .failed(.deviceGone))
      return
    }
    // Interviews may be half done and simple descriptors lie: only a described endpoint can be known not
    // to exist.
    if session.isInterviewed, !session.device.endpoints.isEmpty,
      !session.device.endpoints.contains(where: { $0.id == request.endpoint })
    {
      complete(id, .failed(.unknownEndpoint))
      return
    }
    let limit = request.deadlineMilliseconds.map { TimeSpan.milliseconds(max(0, $0)) }
    submit(
      .zcl(request), to: request.device, for: .request(id), priority: request.priority, limit: limit,
      isAtMostOnce: request.isAtMostOnce, at: now)
    pump(at: now)
  }

  /// Ends a request early. A frame that the adapter has is not taken back.
  package mutating func cancel(_ id: HostRequestID, at now: Instants) {
    guard let exchange = requests[id] else { return }
    end(exchange, .failed(.cancelled), at: now)
    pump(at: now)
  }

  package mutating func bind(_ binding: BindingRequest, id: HostRequestID, at now: Instants) {
    changeBinding(binding, id: id, cluster: .bindRequest, at: now)
  }

  package mutating func unbind(_ binding: BindingRequest, id: HostRequestID, at now: Instants) {
    changeBinding(binding, id: id, cluster: .unbindRequest, at: now)
  }

  private mutating func changeBinding(
    _ request: BindingRequest, id: HostRequestID, cluster: ClusterID, at now: Instants
  ) {
    guard let session = sessions[request.device], session.removal == nil else {
      complete(id, .failed(.unknownDevice))
      return
    }
    guard let coordinator = network?.coordinator else {
      complete(id, .failed(.undelivered(.notRunning)))
      return
    }
    let binding = Binding(
      source: request.device, sourceEndpoint: request.endpoint, cluster: request.cluster,
      destination: request.destination ?? .device(coordinator, Self.ownEndpoint))
    submit(
      .deviceObject(cluster, body: binding.encodedBytes), to: request.device, for: .request(id),
      priority: .control, at: now)
    pump(at: now)
  }

  /// Opens the network for at most 254 seconds, or closes it (0).
  package mutating func permitJoin(
    seconds: UInt8, through router: IEEEAddress?, id: HostRequestID, at now: Instants
  ) {
    var address: NetworkAddress?
    if let router {
      guard let session = sessions[router], session.device.networkAddress != .unknown else {
        complete(id, .failed(.unknownDevice))
        return
      }
      address = session.device.networkAddress
    }
    guard isUp else {
      complete(id, .failed(.undelivered(.notRunning)))
      return
    }
    let radio = nextRadioRequestID()
    commands[radio] = id
    // Through all routers it is a broadcast of the stack's own.
    if address == nil { broadcasts.spend(at: now.monotonic) }
    emit(.permitJoin(radio, seconds: min(seconds, 254), through: address))
  }

  package mutating func networkCommand(
    _ command: NetworkCommand, id: HostRequestID, at now: Instants
  ) {
    let radio = nextRadioRequestID()
    commands[radio] = id
    switch command {
    case .form(let plan, let erasing): emit(.formNetwork(radio, plan, erasing: erasing))
    case .adopt: emit(.adoptNetwork(radio))
    case .restore(let backup): emit(.restoreNetwork(radio, backup))
    case .readBackup: emit(.readBackup(radio))
    case .setTransmitPower(let power): emit(.setTransmitPower(radio, power))
    case .reset: emit(.reset(radio))
    }
  }

  /// The record of a critical frame is durable: its default response may go.
  package mutating func acknowledge(_ token: AcknowledgementToken, at now: Instants) {
    refuse(token, status: .success, at: now)
  }

  /// A critical frame could not be recorded: the device is told so.
  package mutating func refuse(_ token: AcknowledgementToken, status: ZCLStatus, at now: Instants) {
    guard let entry = ledger.settle(token, status: status, at: now.monotonic) else { return }
    sendDefaultResponse(
      to: entry.frame, device: entry.device, endpoint: entry.endpoint, ownEndpoint: entry.ownEndpoint,
      cluster: entry.cluster, status: status, at: now)
    pump(at: now)
  }
}
