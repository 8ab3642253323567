import EZSP
import RadioInterface
import Zigbee

/// The header of an application message as it stands in EZSP frames.
package struct EZSPMessage: Hashable, Sendable {
  static let fragmentOption: UInt16 = 0x8000

  var profile: UInt16
  var cluster: UInt16
  var sourceEndpoint: UInt8
  var destinationEndpoint: UInt8
  var options: UInt16
  var group: UInt16
  var sequence: UInt8

  init(_ fields: FrameFields) {
    profile = UInt16(truncatingIfNeeded: fields.integer("profile") ?? 0)
    cluster = UInt16(truncatingIfNeeded: fields.integer("cluster") ?? 0)
    sourceEndpoint = UInt8(truncatingIfNeeded: fields.integer("src_ep") ?? 0)
    destinationEndpoint = UInt8(truncatingIfNeeded: fields.integer("dst_ep") ?? 0)
    options = UInt16(truncatingIfNeeded: fields.integer("options") ?? 0)
    group = UInt16(truncatingIfNeeded: fields.integer("group_id") ?? 0)
    sequence = UInt8(truncatingIfNeeded: fields.integer("aps_seq") ?? 0)
  }

  init(_ frame: AirFrame, sequence: UInt8) {
    profile = frame.profile.rawValue
    cluster = frame.cluster.rawValue
    sourceEndpoint = frame.sourceEndpoint.rawValue
    destinationEndpoint = frame.destinationEndpoint.rawValue
    options = 0x0140
    group = if case .group(let id) = frame.destination { id.rawValue } else { 0 }
    self.sequence = sequence
  }

  var values: [String: FieldInput] {
    [
      "profile": .number(profile), "cluster": .number(cluster), "src_ep": .number(sourceEndpoint),
      "dst_ep": .number(destinationEndpoint), "options": .number(options), "group_id": .number(group),
      "aps_seq": .number(sequence),
    ]
  }

  func frame(to destination: AirFrame.Destination, _ payload: [UInt8]) -> AirFrame {
    AirFrame(
      from: .coordinator, EndpointID(sourceEndpoint), to: destination, EndpointID(destinationEndpoint),
      profile: ProfileID(rawValue: profile), cluster: ClusterID(rawValue: cluster), payload: payload)
  }
}
