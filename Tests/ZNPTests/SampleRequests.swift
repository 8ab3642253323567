import RadioInterface
import Zigbee

/// Messages to send in tests.
enum SampleRequests {
  static let unicast = APSRequest(
    destination: .device(NetworkAddress(rawValue: 0x7131)), destinationEndpoint: EndpointID(1),
    cluster: ClusterID(rawValue: 0x0702), payload: [0x18, 0x07, 0x0B, 0x0A, 0x00])

  static var sleepy: APSRequest {
    var request = unicast
    request.toSleepyDevice = true
    return request
  }

  static let deviceObject = APSRequest(
    destination: .device(NetworkAddress(rawValue: 0x7131)), destinationEndpoint: .deviceObject,
    sourceEndpoint: .deviceObject, profile: .deviceProfile, cluster: ClusterID(rawValue: 0x0005),
    payload: [0x42, 0x31, 0x71])

  static let group = APSRequest(
    destination: .group(GroupID(rawValue: 0x0123)), destinationEndpoint: .all,
    cluster: ClusterID(rawValue: 0x0006), payload: [0x11, 1, 2])

  static let broadcast = APSRequest(
    destination: .broadcast(.broadcastRxOnWhenIdle), destinationEndpoint: .all,
    cluster: ClusterID(rawValue: 0x0006), payload: [0x11, 1, 0])

  static let byIEEE = APSRequest(
    destination: .ieee(IEEEAddress(rawValue: 0x00158D0001020304)), destinationEndpoint: EndpointID(1),
    cluster: ClusterID(rawValue: 0x0101), payload: [0x11, 1, 0], radius: 5)
}
