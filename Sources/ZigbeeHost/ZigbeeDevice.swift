import SansIO
import ZCL
import Zigbee

/// Everything the radio side knows about one device. It is stored whole after each finished step, so an
/// interview goes on where it stopped, after a restart too.
package struct ZigbeeDevice: Hashable, Sendable {
  package var ieee: IEEEAddress
  package var networkAddress: NetworkAddress
  /// Raw node descriptor (ZDO 2.3.2.3) as sent, empty until known; read through `NodeDescriptor`.
  package var nodeDescriptor: [UInt8] = []
  package var isRouter = false
  /// Receiver off when idle: answers only after it has spoken.
  package var isSleepy = false
  package var isMainsPowered = false
  package var manufacturerCode: ManufacturerCode?
  package var endpoints: [ZigbeeEndpoint] = []

  package var manufacturerName: String?
  package var modelIdentifier: String?
  package var softwareBuild: String?
  package var hardwareVersion: UInt8?
  package var applicationVersion: UInt8?
  /// Basic attribute 0x0007.
  package var powerSource: UInt8?

  package var interview = InterviewState.waiting(step: .nodeDescriptor)
  package var joinedAt: WallTime
  package var lastSeen: WallTime
  package var linkQuality: LinkQuality?
  package var signalStrength: Int8?
  package var parent: NetworkAddress?
  package var isAvailable = true

  package init(ieee: IEEEAddress, networkAddress: NetworkAddress, joinedAt: WallTime) {
    self.ieee = ieee
    self.networkAddress = networkAddress
    self.joinedAt = joinedAt
    self.lastSeen = joinedAt
  }

  /// The first endpoint that serves a cluster.
  package func endpoint(serving cluster: ClusterID) -> ZigbeeEndpoint? {
    endpoints.first { $0.inputClusters.contains(cluster) }
  }
}

package struct ZigbeeEndpoint: Hashable, Sendable {
  package var id: EndpointID
  package var profile: ProfileID
  package var deviceID: DeviceID
  package var deviceVersion: UInt8
  /// Clusters it serves.
  package var inputClusters: [ClusterID]
  /// Clusters it uses as a client.
  package var outputClusters: [ClusterID]

  package init(
    id: EndpointID, profile: ProfileID, deviceID: DeviceID, deviceVersion: UInt8 = 0,
    inputClusters: [ClusterID] = [], outputClusters: [ClusterID] = []
  ) {
    self.id = id
    self.profile = profile
    self.deviceID = deviceID
    self.deviceVersion = deviceVersion
    self.inputClusters = inputClusters
    self.outputClusters = outputClusters
  }
}

/// How far the interview is.
package enum InterviewState: Hashable, Sendable {
  package enum Step: String, Hashable, Sendable, CaseIterable {
    case nodeDescriptor, activeEndpoints, simpleDescriptors, basicAttributes, iasEnrolment, configuration
  }

  /// Next step, under way or waiting for the device to speak.
  case waiting(step: Step)
  /// Stopped at a step for a reason in plain words; goes on when the device next speaks.
  case stopped(step: Step, reason: String)
  case complete
}
