import ByteCoding
import JSON
import SansIO
import ZCL
import Zigbee

/// One device of the virtual house: it answers ZDO and ZCL as a real one does, reports what it was told to
/// report, and sleeps when its kind sleeps.
///
/// The house delivers frames when the device can hear them, takes the outputs after every call, and wakes
/// the device at `nextDeadline`.
package struct VirtualDevice: Sendable {
  var core: DeviceCore
  var application: any DeviceApplication

  init(core: DeviceCore, application: any DeviceApplication) {
    self.core = core
    self.application = application
  }

  package var name: String { core.name }
  package var kind: DeviceKind { core.kind }
  package var ieee: IEEEAddress { core.ieee }
  package var address: NetworkAddress { core.address }
  package var isJoined: Bool { core.isJoined }
  package var isSleepy: Bool { core.isSleepy }
  package var ledger: JSONValue? { application.ledger }

  // MARK: Frames

  mutating func received(_ frame: AirFrame, at now: MonotonicInstant) {
    if case .group(let group) = frame.destination {
      // A group address takes the place of the endpoint, whatever the sender wrote there.
      guard core.groups.contains(group) else { return }
    } else if frame.destinationEndpoint == .deviceObject {
      receivedDeviceObject(frame, at: now)
      return
    }
    for endpoint in endpoints(for: frame) {
      receivedApplication(frame, endpoint, at: now)
    }
  }

  private func endpoints(for frame: AirFrame) -> [EndpointID] {
    let own = core.server.endpoints.filter { $0.profile == frame.profile || frame.destination.isUnicast }
    if !frame.destination.isUnicast || frame.destinationEndpoint == .all { return own.map(\.endpoint) }
    return own.map(\.endpoint).filter { $0 == frame.destinationEndpoint }
  }

  private mutating func receivedDeviceObject(_ frame: AirFrame, at now: MonotonicInstant) {
    guard let sequence = frame.payload.first else { return }
    let body = Array(frame.payload.dropFirst())
    let isBroadcast = !frame.destination.isUnicast
    guard let answer = core.server.answer(frame.cluster, body, isBroadcast: isBroadcast) else { return }
    if !isBroadcast || frame.cluster != .managementPermitJoiningRequest {
      core.outputs.append(
        .frame(
          AirFrame(
            from: core.address, .deviceObject, to: .device(frame.source), .deviceObject,
            profile: .deviceProfile, cluster: frame.cluster.zdoResponse, payload: [sequence] + answer)))
    }
    if frame.cluster == .managementLeaveRequest, let request = try? ManagementLeaveRequest(prefixOf: body),
      request.ieee == core.ieee || request.ieee.rawValue == 0
    {
      core.outputs.append(.leave(rejoins: request.rejoins))
    }
  }

  private mutating func receivedApplication(
    _ air: AirFrame, _ endpoint: EndpointID, at now: MonotonicInstant
  ) {
    guard let frame = try? ZCLFrame(prefixOf: air.payload) else { return }
    let isUnicast = air.destination.isUnicast
    if frame.kind == .global, GlobalCommand.isResponse(frame.command) {
      application.answerReceived(frame, cluster: air.cluster, &core)
      return
    }
    let answer: ZCLFrame?
    if frame.direction == .clientToServer, core.attributes.cluster(endpoint, air.cluster) == nil {
      answer = defaultResponse(to: frame, .unsupportedCluster, isUnicast: isUnicast)
    } else if frame.kind == .global {
      answer = answerGlobal(frame, endpoint, air.cluster, isUnicast: isUnicast, at: now)
    } else if frame.manufacturer != nil {
      answer = defaultResponse(to: frame, .unsupportedManufacturerClusterCommand, isUnicast: isUnicast)
    } else {
      answer = answerCommand(frame, air.cluster, isUnicast: isUnicast, at: now)
    }
    guard let answer else { return }
    var reply = AirFrame(
      from: core.address, endpoint, to: .device(air.source), air.sourceEndpoint, profile: air.profile,
      cluster: air.cluster, payload: answer.encodedBytes)
    if reply.destinationEndpoint == .all { reply.destinationEndpoint = EndpointID(1) }
    core.outputs.append(.frame(reply))
  }

  private func defaultResponse(to frame: ZCLFrame, _ status: ZCLStatus, isUnicast: Bool) -> ZCLFrame? {
    frame.mayAnswerWithDefaultResponse(isUnicast: isUnicast, status: status)
      ? .defaultResponse(to: frame, status: status) : nil
  }

  private mutating func answerGlobal(
    _ frame: ZCLFrame, _ endpoint: EndpointID, _ cluster: ClusterID, isUnicast: Bool, at now: MonotonicInstant
  ) -> ZCLFrame? {
    var application = application
    let answer = core.answerGlobal(frame, endpoint, cluster, at: now) { core, path in
      if path.cluster == .pollControl { core.pollControlWritten() }
      application.attributeWritten(path, &core, at: now)
    }
    self.application = application
    switch answer {
    case .frame(let answer): return isUnicast ? answer : nil
    case .status(let status): return defaultResponse(to: frame, status, isUnicast: isUnicast)
    case .silence: return nil
    }
  }

  private mutating func answerCommand(
    _ frame: ZCLFrame, _ cluster: ClusterID, isUnicast: Bool, at now: MonotonicInstant
  ) -> ZCLFrame? {
    let command = ClusterCommand(
      cluster: cluster, direction: frame.direction, command: frame.command.rawValue,
      sequence: frame.sequence, payload: frame.payload)
    let answer =
      core.handleCommonCluster(command, at: now) ?? application.handle(command, &core, at: now)
    switch answer {
    case .silence: return nil
    case .status(let status): return defaultResponse(to: frame, status, isUnicast: isUnicast)
    case .response(let id, let payload):
      guard isUnicast else { return nil }
      return ZCLFrame(
        kind: .cluster, direction: frame.direction.opposite, disablesDefaultResponse: true,
        sequence: frame.sequence, command: CommandID(id), payload: payload)
    }
  }

  // MARK: Time and people

  var nextDeadline: MonotonicInstant? {
    var result = core.isJoined ? core.reporting.nextDeadline : nil
    for other in [core.identifyUntil, application.nextDeadline] {
      guard let other else { continue }
      result = result.map { min($0, other) } ?? other
    }
    return result
  }

  mutating func deadlinePassed(at now: MonotonicInstant) {
    if let until = core.identifyUntil, until <= now {
      core.identifyUntil = nil
      core.set(.identify, 0, 0)
    }
    if let deadline = application.nextDeadline, deadline <= now {
      application.deadlinePassed(&core, at: now)
    }
    core.sendDueReports(at: now)
  }

  /// Somebody does something with the device; nil when it is not made for that.
  mutating func perform(_ action: DeviceAction, at now: MonotonicInstant) -> JSONObject? {
    var result = application.perform(action, &core, at: now)
    if result == nil, case .set(let name, let value) = action { result = set(name, value) }
    core.sendDueReports(at: now)
    return result
  }

  private mutating func set(_ name: String, _ number: Double) -> JSONObject? {
    guard let quantity = Quantity(name),
      let path = core.attributes.path(quantity.cluster, quantity.attribute),
      let type = core.attributes[path]?.type,
      let value = AttributeTable.value(number: number * quantity.scale, type)
    else { return nil }
    core.set(path, value)
    return JSONObject([("attribute", .string("\(path.cluster)/\(path.attribute)"))])
  }

  /// Sends a report of one attribute at once, configured or not; nil when there is no such attribute.
  mutating func report(_ name: String, _ number: Double?) -> JSONObject? {
    if let number, set(name, number) == nil { return nil }
    guard let quantity = Quantity(name), let path = core.attributes.path(quantity.cluster, quantity.attribute)
    else { return nil }
    core.report([path], to: .device(.coordinator))
    return JSONObject([("attribute", .string("\(path.cluster)/\(path.attribute)"))])
  }

  /// A report with a value that changes each time, of whatever the device mainly is.
  mutating func reportForStorm(_ number: Int) {
    let (cluster, attribute): (ClusterID, UInt16) =
      switch kind {
      case .lamp: (.levelControl, 0)
      case .plug: (.electricalMeasurement, 0x050B)
      case .sensor: (.temperatureMeasurement, 0)
      case .contact, .lock: (.powerConfiguration, 0x21)
      }
    let limit = kind == .sensor || kind == .plug ? 5000 : 200
    core.set(cluster, attribute, Int64(number % limit))
    core.report([AttributePath(DeviceCore.endpoint, cluster, attribute)], to: .device(.coordinator))
  }

  mutating func joined(at address: NetworkAddress, _ now: MonotonicInstant) {
    core.server.address = address
    // Fresh devices poll fast for a while, so that the interview goes well.
    core.sleep?.stayAwake(until: now + .seconds(60), from: now)
    application.joined(&core, at: now)
  }

  mutating func takeOutputs() -> [DeviceOutput] {
    defer { core.outputs.removeAll(keepingCapacity: true) }
    return core.outputs
  }
}
