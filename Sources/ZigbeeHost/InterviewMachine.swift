import ByteCoding
import ZCL
import Zigbee

/// The interview of one device, one question at a time.
///
/// nodeDescriptor -> activeEndpoints -> simpleDescriptors -> basicAttributes -> iasEnrolment ->
/// configuration -> complete. Each step is a list of tasks made from what the device record already holds,
/// so a machine made from a stored record goes on at its missing step. An answer of any kind ends a task,
/// an error too (devices lie about their endpoints); silence stops the interview at the task, which is
/// given up after three silences during which the device spoke otherwise.
struct InterviewMachine: Sendable {
  static let silencesAllowed = 3
  static let maximumEndpoints = 32
  static let maximumClusters = 64
  static let zoneReads = 3
  /// What a device is called by, read first: with it the device is usable.
  static let names = [
    Basic.Attribute.manufacturerName.id, Basic.Attribute.modelIdentifier.id,
    Basic.Attribute.powerSource.id,
  ]

  /// nil when complete.
  private(set) var step: InterviewState.Step?
  private var tasks: [InterviewTask] = []
  private var isPlanned = false
  private var silences = 0
  /// Ask for every descriptor, known or not. A device that is interviewed again stays usable meanwhile.
  private let isFresh: Bool
  /// A thing to tell people, taken by the host after each answer.
  private(set) var notice: String?

  init(for device: ZigbeeDevice, isFresh: Bool = false) {
    self.isFresh = isFresh
    switch device.interview {
    case .waiting(let step), .stopped(let step, _): self.step = step
    case .complete: step = nil
    }
  }

  var task: InterviewTask? { tasks.first }

  /// What is to be asked next; nil when the present step has nothing left.
  mutating func nextTask(for device: ZigbeeDevice) -> InterviewTask? {
    guard let step else { return nil }
    if !isPlanned {
      tasks = plan(of: step, for: device)
      isPlanned = true
    }
    return tasks.first
  }

  /// Goes to the next step; returns the state to store.
  mutating func finishStep() -> InterviewState {
    let steps = InterviewState.Step.allCases
    if let step, let index = steps.firstIndex(of: step), index + 1 < steps.count {
      self.step = steps[index + 1]
    } else {
      step = nil
    }
    isPlanned = false
    tasks = []
    return step.map { .waiting(step: $0) } ?? .complete
  }

  /// The task was answered, in whatever way.
  mutating func answered(_ outcome: ExchangeOutcome, device: inout ZigbeeDevice) {
    notice = nil
    guard !tasks.isEmpty else { return }
    let task = tasks.removeFirst()
    silences = 0
    apply(outcome, of: task, to: &device)
  }

  /// The task was not answered. True when it is given up and the interview goes on without it.
  mutating func unanswered(deviceSpoke: Bool, device: inout ZigbeeDevice) -> Bool {
    notice = nil
    if deviceSpoke { silences += 1 }
    guard silences >= Self.silencesAllowed, !tasks.isEmpty else { return false }
    let task = tasks.removeFirst()
    silences = 0
    notice = "\(device.ieee) did not answer for \(task.words): going on without it."
    if case .activeEndpoints = task { assumeOneEndpoint(&device) }
    return true
  }

  // MARK: - Plans

  private func plan(
    of step: InterviewState.Step, for device: ZigbeeDevice
  ) -> [InterviewTask] {
    switch step {
    case .nodeDescriptor: return [.nodeDescriptor]
    case .activeEndpoints: return [.activeEndpoints]
    case .simpleDescriptors:
      return device.endpoints.filter { isFresh || !$0.isDescribed }.map { .simpleDescriptor($0.id) }
    case .basicAttributes:
      let endpoint = device.endpoint(serving: .basic)?.id ?? device.endpoints.first?.id
      guard let endpoint else { return [] }
      return [
        .readBasic(endpoint, Self.names),
        .readBasic(endpoint, [Basic.Attribute.applicationVersion.id, Basic.Attribute.hardwareVersion.id]),
        .readBasic(endpoint, [Basic.Attribute.softwareBuildID.id]),
      ]
    case .iasEnrolment:
      return device.endpoints.filter { $0.inputClusters.contains(.iasZone) }.flatMap {
        [
          InterviewTask.writeZoneController($0.id), .enrollZone($0.id),
          .readZone($0.id, attempt: 1),
        ]
      }
    case .configuration: return device.endpoints.flatMap { Self.configuration(of: $0) }
    }
  }

  private static func configuration(of endpoint: ZigbeeEndpoint) -> [InterviewTask] {
    var tasks: [InterviewTask] = []
    for cluster in ReportingPlan.clusters(servedBy: endpoint) {
      tasks.append(.bind(endpoint.id, cluster.id))
      if !cluster.targets.isEmpty { tasks.append(.report(endpoint.id, cluster.id, cluster.targets)) }
      for start in stride(from: 0, to: cluster.reads.count, by: ReportingPlan.readSize) {
        let end = min(start + ReportingPlan.readSize, cluster.reads.count)
        tasks.append(.read(endpoint.id, cluster.id, Array(cluster.reads[start..<end])))
      }
    }
    for cluster in ReportingPlan.remoteClusters(of: endpoint) {
      tasks.append(.bind(endpoint.id, cluster))
    }
    return tasks
  }

  // MARK: - Answers

  private mutating func apply(
    _ outcome: ExchangeOutcome, of task: InterviewTask, to device: inout ZigbeeDevice
  ) {
    switch (task, outcome) {
    case (.nodeDescriptor, .deviceObject(let message)): Self.applyNode(message, to: &device)
    case (.activeEndpoints, .deviceObject(let message)):
      Self.applyEndpoints(message, to: &device)
      if device.endpoints.isEmpty { assumeOneEndpoint(&device) }
    case (.simpleDescriptor(let endpoint), .deviceObject(let message)):
      Self.applyDescriptor(message, of: endpoint, to: &device)
    case (.readBasic(let endpoint, let attributes), .zcl(let result)):
      applyBasic(result, asked: attributes, of: endpoint, to: &device)
    case (.readZone(let endpoint, let attempt), .zcl(let result)):
      checkZone(result, of: endpoint, attempt: attempt, device: device)
    case (.bind, .deviceObject(let message)): checkBinding(message, of: task, on: device)
    default: break
    }
  }

  private static func applyNode(_ message: ZDOMessage, to device: inout ZigbeeDevice) {
    guard let answer = try? message.decode(NodeDescriptorResponse.self),
      let descriptor = answer.descriptor
    else { return }
    device.nodeDescriptor = descriptor.encodedBytes
    device.isRouter = descriptor.isRouter
    device.isSleepy = descriptor.isSleepy
    device.isMainsPowered = descriptor.isMainsPowered
    device.manufacturerCode = descriptor.manufacturer
  }

  private static func applyEndpoints(_ message: ZDOMessage, to device: inout ZigbeeDevice) {
    guard let answer = try? message.decode(ActiveEndpointsResponse.self) else { return }
    let known = device.endpoints
    var endpoints: [ZigbeeEndpoint] = []
    for id in answer.endpoints where APS.applicationEndpoints.contains(id.rawValue) {
      guard endpoints.count < maximumEndpoints, !endpoints.contains(where: { $0.id == id }) else {
        continue
      }
      endpoints.append(known.first { $0.id == id } ?? .undescribed(id))
    }
    device.endpoints = endpoints
  }

  private func assumeOneEndpoint(_ device: inout ZigbeeDevice) {
    if device.endpoints.isEmpty { device.endpoints = [.undescribed(EndpointID(1))] }
  }

  private static func applyDescriptor(
    _ message: ZDOMessage, of endpoint: EndpointID, to device: inout ZigbeeDevice
  ) {
    guard let answer = try? message.decode(SimpleDescriptorResponse.self),
      let descriptor = answer.descriptor,
      let index = device.endpoints.firstIndex(where: { $0.id == endpoint })
    else { return }
    device.endpoints[index] = ZigbeeEndpoint(
      id: endpoint, profile: descriptor.profile, deviceID: descriptor.deviceID,
      deviceVersion: descriptor.deviceVersion,
      inputClusters: Array(descriptor.inputClusters.prefix(maximumClusters)),
      outputClusters: Array(descriptor.outputClusters.prefix(maximumClusters)))
  }

  private mutating func applyBasic(
    _ result: HostResult, asked: [AttributeID], of endpoint: EndpointID,
    to device: inout ZigbeeDevice
  ) {
    if case .attributes(let records) = result {
      for record in records {
        guard let value = record.value?.meaningful else { continue }
        switch record.attribute {
        case Basic.Attribute.applicationVersion.id:
          device.applicationVersion = value.integer.flatMap { UInt8(exactly: $0) }
        case Basic.Attribute.hardwareVersion.id:
          device.hardwareVersion = value.integer.flatMap { UInt8(exactly: $0) }
        case Basic.Attribute.manufacturerName.id: device.manufacturerName = value.text
        case Basic.Attribute.modelIdentifier.id: device.modelIdentifier = value.text
        case Basic.Attribute.powerSource.id: device.powerSource = value.integer.flatMap { UInt8(exactly: $0) }
        case Basic.Attribute.softwareBuildID.id: device.softwareBuild = value.text
        default: break
        }
      }
    }
    // Small stacks refuse or cut a read of several attributes: ask one by one.
    if asked.count > 1, asked.contains(Basic.Attribute.modelIdentifier.id), device.modelIdentifier == nil {
      let missing = asked.filter { $0 != Basic.Attribute.powerSource.id }
      tasks.insert(contentsOf: missing.map { .readBasic(endpoint, [$0]) }, at: 0)
    }
  }

  private mutating func checkZone(
    _ result: HostResult, of endpoint: EndpointID, attempt: Int, device: ZigbeeDevice
  ) {
    guard case .attributes(let records) = result,
      let state = records.first(where: { $0.attribute == IASZone.Attribute.zoneState.id })?.value?.value
        .integer,
      state == 0
    else { return }
    guard attempt < Self.zoneReads else {
      notice = "\(device.ieee) does not enrol its alarm zone on endpoint \(endpoint)."
      return
    }
    tasks.insert(
      contentsOf: [.enrollZone(endpoint), .readZone(endpoint, attempt: attempt + 1)], at: 0)
  }

  /// A full table stays full: nothing more is bound, and no reporting is set up that could reach nobody.
  private mutating func checkBinding(
    _ message: ZDOMessage, of task: InterviewTask, on device: ZigbeeDevice
  ) {
    guard let status = message.body.first.map({ ZDOStatus(rawValue: $0) }) else { return }
    guard [.tableFull, .deviceBindingTableFull, .insufficientSpace].contains(status) else { return }
    tasks.removeAll {
      switch $0 {
      case .bind, .report: true
      default: false
      }
    }
    notice =
      "The binding table of \(device.ieee) is full: \(task.words) and all after it were left out. "
      + "Remove bindings on the device (or reset it) and interview it again."
  }
}

extension ZigbeeEndpoint {
  /// An endpoint whose simple descriptor is not known.
  static func undescribed(_ id: EndpointID) -> ZigbeeEndpoint {
    ZigbeeEndpoint(id: id, profile: .deviceProfile, deviceID: DeviceID(rawValue: 0))
  }

  var isDescribed: Bool { profile != .deviceProfile }
}
