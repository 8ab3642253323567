import SansIO
import ZCL
import Zigbee

/// Names one attribute of one device.
package struct AttributeKey: Hashable, Sendable {
  package var device: IEEEAddress
  package var endpoint: EndpointID
  package var cluster: ClusterID
  package var manufacturer: ManufacturerCode?
  package var attribute: AttributeID

  package init(
    device: IEEEAddress, endpoint: EndpointID, cluster: ClusterID, manufacturer: ManufacturerCode? = nil,
    attribute: AttributeID
  ) {
    self.device = device
    self.endpoint = endpoint
    self.cluster = cluster
    self.manufacturer = manufacturer
    self.attribute = attribute
  }
}

/// The last known value of an attribute.
package struct StoredValue: Hashable, Sendable {
  package var value: TypedValue
  package var updatedAt: WallTime

  package init(value: TypedValue, updatedAt: WallTime) {
    self.value = value
    self.updatedAt = updatedAt
  }
}

/// An attribute as it is told to people: raw, and in its unit where one is known.
package struct AttributeReading: Hashable, Sendable {
  package var key: AttributeKey
  package var status: ZCLStatus
  package var raw: TypedValue?
  /// Nil for a non-value ("unknown") and for what has no plain form.
  package var value: PlainValue?
  /// Empty when the number has none.
  package var unit: String

  package init(
    key: AttributeKey, status: ZCLStatus = .success, raw: TypedValue?, value: PlainValue?, unit: String = ""
  ) {
    self.key = key
    self.status = status
    self.raw = raw
    self.value = value
    self.unit = unit
  }
}

package enum PlainValue: Hashable, Sendable {
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
}
