import RadioInterface
import ZCL
import Zigbee

/// Names one request given to the host; each accepted request ends with exactly one
/// `HostEvent.requestCompleted`.
package struct HostRequestID: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// One ZCL command or read/write to one endpoint of one device.
package struct ZCLRequest: Hashable, Sendable {
  package enum Operation: Hashable, Sendable {
    case read([AttributeID])
    case write([AttributeID: TypedValue])
    /// A cluster command with its payload already encoded. `response` names the command that answers it
    /// (nil: a default response does).
    case command(CommandID, payload: [UInt8], response: CommandID?)
    case configureReporting([ReportingTarget])
    case readReportingConfiguration([AttributeID])
  }

  /// Control before interview before reply before poll (coordinators.md 6, row 25).
  package enum Priority: Int, Hashable, Sendable, Comparable {
    case background, poll, interview, reply, control
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  package var device: IEEEAddress
  package var endpoint: EndpointID
  package var cluster: ClusterID
  package var manufacturer: ManufacturerCode?
  package var operation: Operation
  package var priority: Priority
  /// The frame must not be handed to the coordinator after this many milliseconds from acceptance; nil
  /// leaves the host's own limit.
  package var deadlineMilliseconds: Int64?
  /// At most once: handed to the coordinator one single time, never retried (unlock).
  package var isAtMostOnce: Bool

  package init(
    device: IEEEAddress, endpoint: EndpointID, cluster: ClusterID, manufacturer: ManufacturerCode? = nil,
    operation: Operation, priority: Priority = .control, deadlineMilliseconds: Int64? = nil,
    isAtMostOnce: Bool = false
  ) {
    self.device = device
    self.endpoint = endpoint
    self.cluster = cluster
    self.manufacturer = manufacturer
    self.operation = operation
    self.priority = priority
    self.deadlineMilliseconds = deadlineMilliseconds
    self.isAtMostOnce = isAtMostOnce
  }
}

/// How one attribute is to be reported (ZCL 2.5.7).
package struct ReportingTarget: Hashable, Sendable {
  package var attribute: AttributeID
  package var type: DataType
  package var minimumInterval: UInt16
  package var maximumInterval: UInt16
  /// For analog types only.
  package var reportableChange: ZCLValue?

  package init(
    attribute: AttributeID, type: DataType, minimumInterval: UInt16, maximumInterval: UInt16,
    reportableChange: ZCLValue? = nil
  ) {
    self.attribute = attribute
    self.type = type
    self.minimumInterval = minimumInterval
    self.maximumInterval = maximumInterval
    self.reportableChange = reportableChange
  }
}

/// How a request ended.
package enum HostResult: Hashable, Sendable {
  /// The records of a read response, in the device's order.
  case attributes([AttributeReadResult])
  /// Every write or reporting record was taken.
  case succeeded
  /// The device's answer to a command: its command id and payload.
  case response(CommandID, payload: [UInt8])
  /// The device answered with an error (a default response or a failed record).
  case refused(ZCLStatus)
  /// What `NetworkCommand.readBackup` read.
  case networkBackup(NetworkBackup)
  case failed(RequestFailure)
}

package struct AttributeReadResult: Hashable, Sendable {
  package var attribute: AttributeID
  package var status: ZCLStatus
  package var value: TypedValue?

  package init(attribute: AttributeID, status: ZCLStatus, value: TypedValue?) {
    self.attribute = attribute
    self.status = status
    self.value = value
  }
}

package enum RequestFailure: Error, Hashable, Sendable {
  case unknownDevice
  /// The device has no such endpoint or cluster.
  case unknownEndpoint
  /// Sent, and no answer came in time.
  case timedOut
  /// The frame could not be delivered.
  case undelivered(DeliveryFailure)
  /// The deadline passed before the frame was handed to the coordinator: certainly not sent.
  case expired
  /// The queue of this device is full.
  case queueFull
  /// Handed to the coordinator, then the link was lost: it may or may not have arrived.
  case unknownOutcome
  /// The device left or was removed.
  case deviceGone
  /// The answer could not be decoded.
  case malformedAnswer
  /// `cancel` came before the end. What was handed to the coordinator before is not taken back.
  case cancelled
  /// The device's ZDO answered with an error (bind, unbind, leave).
  case deviceObject(ZDOStatus)
  /// The adapter could not do it, in words for people.
  case adapter(reason: String)
}

/// What may be asked of the adapter itself; the answer is `.succeeded`, `.networkBackup` or a failure.
package enum NetworkCommand: Hashable, Sendable {
  case form(NetworkPlan, erasing: Bool)
  case adopt
  case restore(NetworkBackup)
  case readBackup
  case setTransmitPower(Int8)
  case reset
}

/// One binding to make or to undo on a device.
package struct BindingRequest: Hashable, Sendable {
  package var device: IEEEAddress
  package var endpoint: EndpointID
  package var cluster: ClusterID
  /// nil: the gateway itself.
  package var destination: Binding.Destination?

  package init(
    device: IEEEAddress, endpoint: EndpointID, cluster: ClusterID,
    destination: Binding.Destination? = nil
  ) {
    self.device = device
    self.endpoint = endpoint
    self.cluster = cluster
    self.destination = destination
  }
}
