import RadioInterface
import ZCL
import Zigbee

/// Names one frame whose default response waits until its record is durable (design rule 7).
package struct AcknowledgementToken: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// What the host tells the gateway core. The large and rare ones are indirect.
package enum HostEvent: Hashable, Sendable {
  case radioStateChanged(RadioState)
  indirect case networkUp(NetworkParameters, AdapterIdentity)
  case permitJoinChanged(seconds: UInt8)

  /// A device that was not known has joined; its interview begins.
  case deviceJoined(IEEEAddress)
  /// Something about the device changed that must be stored (a finished interview step, an address, a
  /// binding that stands): the whole record.
  indirect case deviceChanged(ZigbeeDevice)
  case interviewProgressed(IEEEAddress, InterviewState)
  /// The model is known: the device is usable. Comes once per interview, and again after a rejoin.
  case deviceReady(IEEEAddress)
  case deviceLeft(IEEEAddress)
  /// Any frame proves life. At most once a second per device.
  case deviceSeen(IEEEAddress, linkQuality: LinkQuality, signalStrength: Int8?)
  case availabilityChanged(IEEEAddress, isAvailable: Bool)

  /// Attribute values, from a report or from a read response.
  case attributes(AttributeUpdate)
  /// A cluster command that a device sent of its own accord: lock events, alarms, button presses, zone
  /// status. With a token the default response waits for `acknowledge`.
  case command(DeviceCommand)

  indirect case requestCompleted(HostRequestID, HostResult)
  case diagnostic(RadioDiagnostic)
}

package struct AttributeUpdate: Hashable, Sendable {
  package enum Origin: Hashable, Sendable { case report, readResponse }

  package struct Record: Hashable, Sendable {
    package var attribute: AttributeID
    package var value: TypedValue
    package init(attribute: AttributeID, value: TypedValue) {
      self.attribute = attribute
      self.value = value
    }
  }

  package var device: IEEEAddress
  package var endpoint: EndpointID
  package var cluster: ClusterID
  package var manufacturer: ManufacturerCode?
  package var origin: Origin
  package var records: [Record]
  /// Set for reports whose default response waits (critical ones, such as a lock state).
  package var token: AcknowledgementToken?

  package init(
    device: IEEEAddress, endpoint: EndpointID, cluster: ClusterID, manufacturer: ManufacturerCode? = nil,
    origin: Origin, records: [Record], token: AcknowledgementToken? = nil
  ) {
    self.device = device
    self.endpoint = endpoint
    self.cluster = cluster
    self.manufacturer = manufacturer
    self.origin = origin
    self.records = records
    self.token = token
  }
}

package struct DeviceCommand: Hashable, Sendable {
  package var device: IEEEAddress
  package var endpoint: EndpointID
  package var cluster: ClusterID
  package var group: GroupID?
  package var frame: ZCLFrame
  package var token: AcknowledgementToken?

  package init(
    device: IEEEAddress, endpoint: EndpointID, cluster: ClusterID, group: GroupID? = nil,
    frame: ZCLFrame, token: AcknowledgementToken? = nil
  ) {
    self.device = device
    self.endpoint = endpoint
    self.cluster = cluster
    self.group = group
    self.frame = frame
    self.token = token
  }
}
