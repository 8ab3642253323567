import Zigbee

/// One application message on the air: what the coordinator and the virtual devices say to each other.
package struct AirFrame: Hashable, Sendable {
  package enum Destination: Hashable, Sendable {
    case device(NetworkAddress)
    case broadcast(NetworkAddress)
    case group(GroupID)

    var isUnicast: Bool {
      if case .device = self { true } else { false }
    }
  }

  package var source: NetworkAddress
  package var destination: Destination
  package var sourceEndpoint: EndpointID
  package var destinationEndpoint: EndpointID
  package var profile: ProfileID
  package var cluster: ClusterID
  package var payload: [UInt8]

  package init(
    from source: NetworkAddress, _ sourceEndpoint: EndpointID, to destination: Destination,
    _ destinationEndpoint: EndpointID, profile: ProfileID, cluster: ClusterID, payload: [UInt8]
  ) {
    self.source = source
    self.destination = destination
    self.sourceEndpoint = sourceEndpoint
    self.destinationEndpoint = destinationEndpoint
    self.profile = profile
    self.cluster = cluster
    self.payload = payload
  }
}

/// How a transmission ended: Z-Stack's status codes, which the AF data confirm carries.
package struct TransmissionStatus: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let success = Self(rawValue: 0x00)
  static let failure = Self(rawValue: 0x01)
  static let invalidParameter = Self(rawValue: 0x02)
  static let bufferFull = Self(rawValue: 0x11)
  static let duplicateEntry = Self(rawValue: 0xB8)
  static let networkInvalidRequest = Self(rawValue: 0xC2)
  package static let noRoute = Self(rawValue: 0xCD)
  package static let macNoAcknowledgement = Self(rawValue: 0xE9)
  /// The frame waited too long for a sleeper to fetch it.
  package static let macTransactionExpired = Self(rawValue: 0xF0)
}

/// Which AF data request a transmission belongs to.
package struct Confirmation: Hashable, Sendable {
  var endpoint: EndpointID
  var transaction: UInt8
}
