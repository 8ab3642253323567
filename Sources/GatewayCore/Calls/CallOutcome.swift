import RadioInterface
import ZCL
import Zigbee
import ZigbeeHost

extension GatewayFunction {
  /// What the end of a radio request means for the call that it belongs to.
  func outcome(of result: HostResult, active: ActiveCall, values: ValueTable) -> CallResult {
    switch result {
    case .failed(let failure): return CallResult(failure)
    case .refused(let status): return CallResult(refusedWith: status)
    case .succeeded, .networkBackup: return .ok
    case .attributes(let records): return outcome(of: records, active: active, values: values)
    case .response(let command, let payload): return outcome(ofResponse: command, payload)
    }
  }

  private func outcome(ofResponse command: CommandID, _ payload: [UInt8]) -> CallResult {
    switch self {
    case .openLock:
      guard let status = payload.first else {
        return CallResult(.executionFailed, reason: "the lock's answer is empty")
      }
      return status == 0
        ? .ok : CallResult(.deviceFault, reason: "the lock refused (status \(ZCLStatus(rawValue: status)))")
    case .sendCommand: return .ok(.response(command, payload: payload))
    default: return .ok
    }
  }

  private func outcome(
    of records: [AttributeReadResult], active: ActiveCall, values: ValueTable
  ) -> CallResult {
    switch self {
    case .lockStatus:
      return Self.single(records) { value in
        value.integer.flatMap { UInt8(exactly: $0) }.flatMap { LockState(rawValue: $0) }.map {
          .lockState($0)
        }
      }
    case .getPower:
      return Self.single(records) { value in
        value.integer.flatMap { UInt8(exactly: $0) }.flatMap { $0 <= 200 ? .power($0) : nil }
      }
    case .readAttribute(let target, _): return readings(records, target, active: active, values: values)
    default: return .ok
    }
  }

  private static func single(
    _ records: [AttributeReadResult], _ convert: (ZCLValue) -> ReturnValue?
  ) -> CallResult {
    guard let record = records.first else {
      return CallResult(.executionFailed, reason: "the answer names no attribute")
    }
    guard record.status == .success else { return CallResult(refusedWith: record.status) }
    guard let value = record.value?.meaningful.flatMap(convert) else {
      return CallResult(.deviceFault, reason: "the device does not know the value")
    }
    return .ok(value)
  }

  private func readings(
    _ records: [AttributeReadResult], _ target: ClusterTarget, active: ActiveCall, values: ValueTable
  ) -> CallResult {
    guard let ieee = active.device, let endpoint = active.endpoint else { return .ok(.attributes([])) }
    let known = values.values(of: ieee)
    let readings = records.map { record in
      let key = AttributeKey(
        device: ieee, endpoint: endpoint, cluster: target.cluster, manufacturer: target.manufacturer,
        attribute: record.attribute)
      guard record.status == .success, let value = record.value else {
        return AttributeReading(key: key, status: record.status, raw: nil, value: nil)
      }
      return AttributeReading(key, value, among: known)
    }
    guard let first = readings.first else {
      return CallResult(.executionFailed, reason: "the answer names no attribute")
    }
    // Some of several may be missing; when nothing came, the first says why.
    let hasValue = readings.contains { $0.status == .success }
    return hasValue ? .ok(.attributes(readings)) : CallResult(refusedWith: first.status)
  }
}

extension CallResult {
  /// The device said no.
  init(refusedWith status: ZCLStatus) {
    switch status {
    case .unsupportedAttribute, .unsupportedCluster, .unsupportedClusterCommand, .unsupportedGeneralCommand,
      .unsupportedManufacturerClusterCommand, .unsupportedManufacturerGeneralCommand:
      self.init(.unsupported, reason: "the device does not support it (status \(status))")
    case .timeout: self.init(.timedOut, reason: "status \(status)")
    default: self.init(.deviceFault, reason: "the device refused (status \(status))")
    }
  }

  init(_ failure: RequestFailure) {
    switch failure {
    case .unknownDevice, .deviceGone: self.init(.deviceNotFound)
    case .unknownEndpoint: self.init(.unsupported)
    case .timedOut: self.init(Code.timedOut)
    case .expired: self.init(.timedOut, reason: "it was not sent")
    case .undelivered(.notRunning): self = .radioAway
    case .undelivered(.noAcknowledgement), .undelivered(.noRoute):
      self.init(.timedOut, reason: "the device cannot be reached")
    case .undelivered(.adapterLost), .unknownOutcome, .undelivered(.unconfirmed): self = .unknown
    case .undelivered: self.init(.executionFailed, reason: "it could not be sent")
    case .queueFull: self.init(.gatewayFault, reason: "busy")
    case .cancelled: self.init(.executionFailed, reason: "it was given up")
    case .deviceObject(let status): self.init(.deviceFault, reason: "the device refused (status \(status))")
    case .adapter(let reason): self.init(.gatewayFault, reason: reason)
    case .malformedAnswer: self.init(.executionFailed, reason: "the answer cannot be read")
    }
  }
}
