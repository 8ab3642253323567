import RadioInterface
import Zigbee

/// The header of an application message, as the firmware takes and gives it (`EmberApsFrame`).
struct EZSPApplicationFrame: Hashable, Sendable {
  enum Option {
    /// Acknowledged by the receiver's APS, and repeated.
    static let retry: UInt16 = 0x0040
    static let routeDiscovery: UInt16 = 0x0100
    static let addressDiscovery: UInt16 = 0x1000
    static let fragment: UInt16 = 0x8000
  }

  var profile: ProfileID
  var cluster: ClusterID
  var sourceEndpoint: EndpointID
  var destinationEndpoint: EndpointID
  var options: UInt16
  /// The group of a multicast; of a fragment its index, and in the first one the count in the high byte.
  var group: UInt16
  var sequence: UInt8

  init(_ request: APSRequest, options: UInt16, group: UInt16 = 0) {
    profile = request.profile
    cluster = request.cluster
    sourceEndpoint = request.sourceEndpoint
    destinationEndpoint = request.destinationEndpoint
    self.options = options
    self.group = group
    sequence = 0
  }

  /// nil when a field is missing.
  init?(_ fields: FrameFields) {
    guard let profile = fields.integer("profile"), let cluster = fields.integer("cluster"),
      let source = fields.integer("src_ep"), let destination = fields.integer("dst_ep"),
      let options = fields.integer("options"), let group = fields.integer("group_id"),
      let sequence = fields.integer("aps_seq")
    else { return nil }
    self.profile = ProfileID(rawValue: UInt16(truncatingIfNeeded: profile))
    self.cluster = ClusterID(rawValue: UInt16(truncatingIfNeeded: cluster))
    sourceEndpoint = EndpointID(UInt8(truncatingIfNeeded: source))
    destinationEndpoint = EndpointID(UInt8(truncatingIfNeeded: destination))
    self.options = UInt16(truncatingIfNeeded: options)
    self.group = UInt16(truncatingIfNeeded: group)
    self.sequence = UInt8(truncatingIfNeeded: sequence)
  }

  var values: [String: FieldInput] {
    [
      "profile": .number(profile.rawValue), "cluster": .number(cluster.rawValue),
      "src_ep": .number(sourceEndpoint.rawValue), "dst_ep": .number(destinationEndpoint.rawValue),
      "options": .number(options), "group_id": .number(group), "aps_seq": .number(sequence),
    ]
  }
}

extension EZSPRequest {
  static func unicast(
    _ frame: EZSPApplicationFrame, to destination: NetworkAddress, tag: UInt8, _ payload: [UInt8]
  ) -> Self {
    Self(
      "sendUnicast",
      frame.values.merging([
        "message_type": .number(0), "index_or_destination": .number(destination.rawValue),
        "message_tag": .number(tag), "message_hex": .bytes(payload),
      ]) { $1 })
  }

  static func broadcast(
    _ frame: EZSPApplicationFrame, to destination: NetworkAddress, radius: UInt8, tag: UInt8,
    _ payload: [UInt8]
  ) -> Self {
    Self(
      "sendBroadcast",
      frame.values.merging([
        "alias": .number(0xFFFF), "destination": .number(destination.rawValue), "sequence": .number(0),
        "radius": .number(radius), "message_tag": .number(tag), "message_hex": .bytes(payload),
      ]) { $1 })
  }

  static func multicast(
    _ frame: EZSPApplicationFrame, radius: UInt8, tag: UInt8, _ payload: [UInt8]
  ) -> Self {
    Self(
      "sendMulticast",
      frame.values.merging([
        "hops": .number(radius), "nonmember_radius": .number(7),
        "broadcast_addr": .number(NetworkAddress.broadcastRxOnWhenIdle.rawValue), "alias": .number(0xFFFF),
        "sequence": .number(0), "message_tag": .number(tag), "message_hex": .bytes(payload),
      ]) { $1 })
  }

  /// The acknowledgement of an incoming fragment.
  static func fragmentReply(_ frame: EZSPApplicationFrame, to sender: NetworkAddress) -> Self {
    Self(
      "sendReply",
      frame.values.merging(["sender": .number(sender.rawValue), "message_hex": .bytes([])]) { $1 })
  }
}
