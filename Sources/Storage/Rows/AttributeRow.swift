/// The last known value of one attribute, encoded as on the air.
package struct AttributeRow: Hashable, Sendable {
  package var ieee: UInt64
  package var endpoint: UInt8
  package var cluster: UInt16
  /// Manufacturer code; 0 for attributes of the standard.
  package var manufacturer: UInt16
  package var attribute: UInt16
  /// ZCL data type (2.6.2).
  package var type: UInt8
  package var value: [UInt8]
  package var updatedAt: Int64

  package init(
    ieee: UInt64, endpoint: UInt8, cluster: UInt16, manufacturer: UInt16, attribute: UInt16, type: UInt8,
    value: [UInt8], updatedAt: Int64
  ) {
    self.ieee = ieee
    self.endpoint = endpoint
    self.cluster = cluster
    self.manufacturer = manufacturer
    self.attribute = attribute
    self.type = type
    self.value = value
    self.updatedAt = updatedAt
  }
}

extension AttributeRow: StoredRow {
  static let table = TableLayout(
    "attribute", keys: "ieee endpoint cluster manufacturer attribute",
    columns: "type value updated_at")

  var columns: [ColumnValue] {
    [
      .init(ieee), .init(endpoint), .init(cluster), .init(manufacturer), .init(attribute), .init(type),
      .init(value), .init(updatedAt),
    ]
  }

  init(from cursor: inout ColumnCursor) throws(ColumnFault) {
    ieee = try cursor.integer()
    endpoint = try cursor.integer()
    cluster = try cursor.integer()
    manufacturer = try cursor.integer()
    attribute = try cursor.integer()
    type = try cursor.integer()
    value = try cursor.blob()
    updatedAt = try cursor.integer()
  }
}
