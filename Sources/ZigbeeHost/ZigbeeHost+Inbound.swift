import ByteCoding
import RadioInterface
import SansIO
import ZCL
import Zigbee

// What comes in over the air.
extension ZigbeeHost {
  mutating func received(_ indication: APSIndication, at now: Instants) {
    counters.framesReceived &+= 1
    guard indication.source != .coordinator, !indication.source.isBroadcast else { return }
    let isDeviceObject = indication.destinationEndpoint == .deviceObject
    if isDeviceObject, takeAddressMessage(indication, at: now) { return }
    if let ieee = indication.sourceIEEE, ieee != .unknown,
      addresses.owner(of: indication.source) != ieee
    {
      learn(indication.source, of: ieee, at: now)
    }
    guard let device = addresses.owner(of: indication.source) else {
      if addresses.keep(indication, at: now.monotonic) {
        askOwner(of: indication.source, at: now)
      }
      armUnknownSenders()
      return
    }
    deliver(indication, from: device, at: now)
  }

  /// A frame whose sender is known.
  mutating func deliver(_ indication: APSIndication, from device: IEEEAddress, at now: Instants) {
    guard sessions.index(forKey: device) != nil else { return }
    heard(
      device, linkQuality: indication.linkQuality, signalStrength: indication.signalStrength, at: now)
    if indication.destinationEndpoint == .deviceObject {
      receivedDeviceObject(indication, from: device, at: now)
    } else if indication.destinationEndpoint != .greenPower {
      receivedZCL(indication, from: device, at: now)
    }
  }

  private mutating func receivedDeviceObject(
    _ indication: APSIndication, from device: IEEEAddress, at now: Instants
  ) {
    guard let message = try? ZDOMessage(cluster: indication.cluster, payload: indication.payload)
    else {
      counters.malformedFrames &+= 1
      return
    }
    guard message.cluster.isZDOResponse else {
      serveDeviceObject(message, from: device, indication, at: now)
      return
    }
    if let id = transactions.matchDeviceObject(
      from: indication.source, cluster: message.cluster, sequence: message.sequence)
    {
      end(id, .deviceObject(message), at: now)
    }
  }

  private mutating func receivedZCL(
    _ indication: APSIndication, from device: IEEEAddress, at now: Instants
  ) {
    guard let frame = try? ZCLFrame(prefixOf: indication.payload) else {
      counters.malformedFrames &+= 1
      return
    }
    let cluster = indication.cluster
    if takeAnswer(frame, from: device, indication, at: now) { return }
    if ClusterRules.isAnswer(frame, on: cluster)
      || (ClusterRules.mayBeAnswer(frame, on: cluster)
        && transactions.endedLately(
          frame.sequence, with: device, endpoint: indication.sourceEndpoint, cluster: cluster))
    {
      takeLateAnswer(frame, from: device, indication)
      return
    }
    var token: AcknowledgementToken?
    if indication.destination == .device, ClusterRules.isCritical(frame, on: cluster) {
      let arrival = ledger.received(
        frame, from: device, endpoint: indication.sourceEndpoint,
        ownEndpoint: indication.destinationEndpoint, cluster: cluster, at: now.monotonic)
      switch arrival {
      case .new(let fresh): token = fresh
      case .copy:
        counters.duplicateFrames &+= 1
        return
      case .unheard(let status):
        counters.duplicateFrames &+= 1
        respond(to: frame, status, indication, from: device, at: now)
        return
      }
    } else if let index = sessions.index(forKey: device),
      sessions.values[index].duplicates.isDuplicate(
        frame, endpoint: indication.sourceEndpoint, cluster: cluster, at: now.monotonic,
        window: configuration.duplicateTime)
    {
      counters.duplicateFrames &+= 1
      return
    }
    if frame.kind == .global {
      receivedGlobal(frame, from: device, indication, token: token, at: now)
    } else {
      receivedCommand(frame, from: device, indication, token: token, at: now)
    }
  }

  private mutating func receivedGlobal(
    _ frame: ZCLFrame, from device: IEEEAddress, _ indication: APSIndication,
    token: AcknowledgementToken?, at now: Instants
  ) {
    guard frame.command == GlobalCommand.reportAttributes else {
      serveGlobal(frame, from: device, indication, at: now)
      return
    }
    guard let report = try? ReportAttributes(prefixOf: frame.payload), !report.records.isEmpty else {
      counters.malformedFrames &+= 1
      respond(to: frame, .malformedCommand, indication, from: device, at: now)
      return
    }
    emit(
      .attributes(
        AttributeUpdate(
          device: device, endpoint: indication.sourceEndpoint, cluster: indication.cluster,
          manufacturer: frame.manufacturer, origin: .report,
          records: report.records.map {
            AttributeUpdate.Record(attribute: $0.attribute, value: $0.value)
          }, token: token)))
    if token == nil { respond(to: frame, .success, indication, from: device, at: now) }
  }

  private mutating func receivedCommand(
    _ frame: ZCLFrame, from device: IEEEAddress, _ indication: APSIndication,
    token: AcknowledgementToken?, at now: Instants
  ) {
    if serveCommand(frame, from: device, indication, at: now) { return }
    var group: GroupID?
    if case .group(let id) = indication.destination { group = id }
    emit(
      .command(
        DeviceCommand(
          device: device, endpoint: indication.sourceEndpoint, cluster: indication.cluster,
          group: group, frame: frame, token: token)))
    guard token == nil else { return }
    respond(
      to: frame, ClusterRules.status(of: frame, on: indication.cluster), indication, from: device,
      at: now)
  }

  // MARK: - Default responses

  mutating func respond(
    to frame: ZCLFrame, _ status: ZCLStatus, _ indication: APSIndication, from device: IEEEAddress,
    at now: Instants
  ) {
    guard indication.destination == .device else { return }
    sendDefaultResponse(
      to: frame, device: device, endpoint: indication.sourceEndpoint,
      ownEndpoint: indication.destinationEndpoint, cluster: indication.cluster, status: status, at: now)
  }

  /// Sends the default response to a unicast frame, unless the rules of ZCL 2.5.12.2 forbid it.
  mutating func sendDefaultResponse(
    to frame: ZCLFrame, device: IEEEAddress, endpoint: EndpointID, ownEndpoint: EndpointID,
    cluster: ClusterID, status: ZCLStatus, at now: Instants
  ) {
    guard frame.mayAnswerWithDefaultResponse(isUnicast: true, status: status) else { return }
    reply(
      .defaultResponse(to: frame, status: status), to: device, endpoint: endpoint,
      ownEndpoint: ownEndpoint, cluster: cluster, at: now)
  }

  /// Queues a finished frame that nothing answers; useful only while the device listens.
  mutating func reply(
    _ frame: ZCLFrame, to device: IEEEAddress, endpoint: EndpointID, ownEndpoint: EndpointID,
    cluster: ClusterID, at now: Instants
  ) {
    guard let session = sessions[device] else { return }
    submit(
      .message(
        sourceEndpoint: ownEndpoint, endpoint: endpoint,
        profile: profile(of: endpoint, on: session.device), cluster: cluster,
        payload: frame.encodedBytes),
      to: device, for: .reply, priority: .reply, limit: Self.replyLimit, at: now)
  }

  static let replyLimit = TimeSpan.seconds(7)
}
