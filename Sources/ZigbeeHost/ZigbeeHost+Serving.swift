import ByteCoding
import RadioInterface
import SansIO
import ZCL
import Zigbee

// What devices ask the gateway.
extension ZigbeeHost {
  /// An answer longer than this would need fragmentation; the device asks again for what is missing.
  static let answerPayloadLimit = 70
  /// The zone id given to every IAS device: zones are told apart by their addresses.
  static let zoneID: UInt8 = 23

  mutating func serveGlobal(
    _ frame: ZCLFrame, from device: IEEEAddress, _ indication: APSIndication, at now: Instants
  ) {
    guard indication.destination == .device else { return }
    switch frame.command {
    case GlobalCommand.readAttributes:
      serveRead(frame, from: device, indication, at: now)
    case GlobalCommand.writeAttributes, GlobalCommand.writeAttributesUndivided:
      let write = try? WriteAttributes(prefixOf: frame.payload)
      let records = (write?.records ?? []).map {
        WriteAttributeStatus(status: .readOnly, attribute: $0.attribute)
      }
      answer(
        frame, GlobalCommand.writeAttributesResponse, WriteAttributesResponse(records), indication,
        device, at: now)
    case GlobalCommand.writeAttributesNoResponse: break
    case GlobalCommand.configureReporting:
      let request = try? ConfigureReporting(prefixOf: frame.payload)
      let records = (request?.records ?? []).map {
        ReportingStatus(
          status: .unreportableAttribute, direction: .send, attribute: $0.attribute)
      }
      answer(
        frame, GlobalCommand.configureReportingResponse, ConfigureReportingResponse(records),
        indication, device, at: now)
    case GlobalCommand.readReportingConfiguration:
      let request = try? ReadReportingConfiguration(prefixOf: frame.payload)
      let records = (request?.list.records ?? []).map {
        ReportingConfigurationRecord(
          status: .notFound, direction: $0.direction, attribute: $0.attribute, configuration: nil)
      }
      answer(
        frame, GlobalCommand.readReportingConfigurationResponse,
        ReadReportingConfigurationResponse(records), indication, device, at: now)
    default:
      let status: ZCLStatus =
        frame.manufacturer == nil ? .unsupportedGeneralCommand : .unsupportedManufacturerGeneralCommand
      respond(to: frame, status, indication, from: device, at: now)
    }
  }

  private mutating func serveRead(
    _ frame: ZCLFrame, from device: IEEEAddress, _ indication: APSIndication, at now: Instants
  ) {
    guard let request = try? ReadAttributes(prefixOf: frame.payload) else {
      respond(to: frame, .malformedCommand, indication, from: device, at: now)
      return
    }
    let table = GatewayAttributes(configuration: configuration, now: now)
    let isOwn = frame.manufacturer == nil && frame.direction == .clientToServer
    var records: [ReadAttributeRecord] = []
    var length = 0
    for attribute in request.attributes {
      let record =
        isOwn
        ? table.record(attribute, of: indication.cluster)
        : ReadAttributeRecord(attribute: attribute, status: .unsupportedAttribute)
      length += record.encodedBytes.count
      guard length <= Self.answerPayloadLimit || records.isEmpty else { break }
      records.append(record)
    }
    answer(
      frame, GlobalCommand.readAttributesResponse, ReadAttributesResponse(records), indication, device,
      at: now)
  }

  private mutating func answer(
    _ frame: ZCLFrame, _ command: CommandID, _ payload: some ByteEncodable,
    _ indication: APSIndication, _ device: IEEEAddress, at now: Instants
  ) {
    reply(
      frame.answer(command, payload), to: device, endpoint: indication.sourceEndpoint,
      ownEndpoint: indication.destinationEndpoint, cluster: indication.cluster, at: now)
  }

  /// Cluster commands that the host answers by itself; false for those that go up.
  mutating func serveCommand(
    _ frame: ZCLFrame, from device: IEEEAddress, _ indication: APSIndication, at now: Instants
  ) -> Bool {
    guard frame.manufacturer == nil, indication.destination == .device else { return false }
    switch (indication.cluster, frame.direction, frame.command) {
    case (.iasZone, .serverToClient, IASZone.Response.enrollRequest):
      // The zone is taken, whether the enrolment was begun here or there.
      answer(
        frame, IASZone.Command.enrollResponse, [ZCLStatus.success.rawValue, Self.zoneID], indication, device,
        at: now)
    case (.pollControl, .serverToClient, PollControl.Response.checkIn):
      checkedIn(frame, from: device, indication, at: now)
    case (.otaUpgrade, .clientToServer, OTAUpgrade.queryNextImageRequest):
      answer(
        frame, OTAUpgrade.queryNextImageResponse, [OTAUpgrade.noImageAvailable], indication, device, at: now)
    case (.otaUpgrade, .clientToServer, OTAUpgrade.imageBlockRequest),
      (.otaUpgrade, .clientToServer, OTAUpgrade.imagePageRequest):
      answer(frame, OTAUpgrade.imageBlockResponse, [ZCLStatus.abort.rawValue], indication, device, at: now)
    case (.identify, .clientToServer, Identify.Command.identifyQuery):
      // Only a device that is identifying answers the query.
      break
    default: return false
    }
    return true
  }

  private mutating func answer(
    _ frame: ZCLFrame, _ command: CommandID, _ payload: [UInt8], _ indication: APSIndication,
    _ device: IEEEAddress, at now: Instants
  ) {
    let answer = ZCLFrame(
      kind: .cluster, direction: frame.direction.opposite, disablesDefaultResponse: true,
      sequence: frame.sequence, command: command, payload: payload)
    reply(
      answer, to: device, endpoint: indication.sourceEndpoint,
      ownEndpoint: indication.destinationEndpoint, cluster: indication.cluster, at: now)
  }

  // MARK: - Poll Control

  /// A check-in (ZCL 3.16.5.3): the device asks whether to stay awake.
  private mutating func checkedIn(
    _ frame: ZCLFrame, from device: IEEEAddress, _ indication: APSIndication, at now: Instants
  ) {
    guard let session = sessions[device] else { return }
    let wantsMore = !session.queue.isEmpty || session.interview != nil || !session.isInterviewed
    // Quarters of a second.
    let timeout = UInt16(clamping: wantsMore ? configuration.fastPollTime.milliseconds / 250 : 0)
    let response = PollControl.CheckInResponse(startsFastPolling: wantsMore, fastPollTimeout: timeout)
    answer(
      frame, PollControl.Command.checkInResponse, response.encodedBytes, indication, device, at: now)
    if wantsMore {
      sessions[device]?.fastPollUntil = now.monotonic + configuration.fastPollTime
    }
  }

  /// Lets a device that was asked to poll fast go back to sleep when nothing waits for it.
  mutating func stopFastPollWhenIdle(_ device: IEEEAddress, at now: Instants) {
    guard let session = sessions[device], let until = session.fastPollUntil, session.queue.isEmpty,
      session.inFlight.isEmpty, session.interview == nil
    else { return }
    sessions[device]?.fastPollUntil = nil
    guard until > now.monotonic, let endpoint = session.device.endpoint(serving: .pollControl) else {
      return
    }
    let frame = ZCLFrame(
      PollControl.FastPollStop(), sequence: transactions.freshSequence(),
      disablesDefaultResponse: true)
    reply(
      frame, to: device, endpoint: endpoint.id, ownEndpoint: Self.ownEndpoint, cluster: .pollControl,
      at: now)
  }

  // MARK: - ZDO

  /// What the gateway's endpoint is, for adapters that leave these questions to the host.
  static let ownDescriptor = SimpleDescriptor(
    endpoint: ownEndpoint, profile: .homeAutomation, deviceID: DeviceID(rawValue: 0x0007),
    inputClusters: [.basic, .identify, .time, .otaUpgrade, .iasACE],
    outputClusters: [.iasZone, .pollControl, .doorLock, .alarms])

  mutating func serveDeviceObject(
    _ message: ZDOMessage, from device: IEEEAddress, _ indication: APSIndication, at now: Instants
  ) {
    let body: [UInt8]
    switch message.cluster {
    case .matchDescriptorRequest:
      guard let request = try? message.decode(MatchDescriptorRequest.self),
        matches(request) || indication.destination == .device
      else { return }
      body =
        MatchDescriptorResponse(
          networkAddress: .coordinator, endpoints: matches(request) ? [Self.ownEndpoint] : []
        ).encodedBytes
    case .activeEndpointsRequest:
      body =
        ActiveEndpointsResponse(networkAddress: .coordinator, endpoints: [Self.ownEndpoint])
        .encodedBytes
    case .simpleDescriptorRequest:
      guard let request = try? message.decode(SimpleDescriptorRequest.self) else { return }
      let isOwn = request.endpoint == Self.ownEndpoint
      body =
        SimpleDescriptorResponse(
          status: isOwn ? .success : .notActive, networkAddress: .coordinator,
          descriptor: isOwn ? Self.ownDescriptor : nil
        ).encodedBytes
    default: return
    }
    let answer = ZDOMessage(
      sequence: message.sequence, cluster: message.cluster.zdoResponse, body: body)
    submit(
      .message(
        sourceEndpoint: .deviceObject, endpoint: .deviceObject, profile: .deviceProfile,
        cluster: answer.cluster, payload: answer.payload),
      to: device, for: .reply, priority: .reply, limit: Self.replyLimit, at: now)
  }

  private func matches(_ request: MatchDescriptorRequest) -> Bool {
    let own = Self.ownDescriptor
    guard request.profile == own.profile || request.profile.rawValue == 0xFFFF else { return false }
    return request.inputClusters.contains { own.inputClusters.contains($0) }
      || request.outputClusters.contains { own.outputClusters.contains($0) }
  }
}
