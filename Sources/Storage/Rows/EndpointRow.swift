/// One endpoint of a device, from its simple descriptor.
package struct EndpointRow: Hashable, Sendable {
  package var ieee: UInt64
  package var endpoint: UInt8
  package var profile: UInt16
  package var deviceID: UInt16
  package var deviceVersion: UInt8
  package var inputClusters: [UInt16]
  package var outputClusters: [UInt16]

  package init(
    ieee: UInt64, endpoint: UInt8, profile: UInt16, deviceID: UInt16, deviceVersion: UInt8 = 0,
    inputClusters: [UInt16] = [], outputClusters: [UInt16] = []
  ) {
    self.ieee = ieee
    self.endpoint = endpoint
    self.profile = profile
    self.deviceID = deviceID
    self.deviceVersion = deviceVersion
    self.inputClusters = inputClusters
    self.outputClusters = outputClusters
  }
}

extension EndpointRow: StoredRow {
  static let table = TableLayout(
    "endpoint", keys: "ieee endpoint",
    columns: "profile device_id device_version input_clusters output_clusters")

  var columns: [ColumnValue] {
    [
      .init(ieee), .init(endpoint), .init(profile), .init(deviceID), .init(deviceVersion),
      .init(list: inputClusters), .init(list: outputClusters),
    ]
  }

  init(from cursor: inout ColumnCursor) throws(ColumnFault) {
    ieee = try cursor.integer()
    endpoint = try cursor.integer()
    profile = try cursor.integer()
    deviceID = try cursor.integer()
    deviceVersion = try cursor.integer()
    inputClusters = try cursor.list()
    outputClusters = try cursor.list()
  }
}
