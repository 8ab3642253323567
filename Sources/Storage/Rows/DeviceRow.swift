/// A device as the radio side and the user know it. Times are milliseconds since 1970 (UTC).
package struct DeviceRow: Hashable, Sendable {
  package var ieee: UInt64
  package var networkAddress: UInt16
  /// Unique among the devices.
  package var friendlyName: String?
  package var manufacturerName: String?
  package var modelIdentifier: String?
  package var softwareBuild: String?
  package var hardwareVersion: UInt8?
  package var applicationVersion: UInt8?
  /// Basic attribute 0x0007.
  package var powerSource: UInt8?
  /// Raw, as sent (ZDO 2.3.2.3); empty until known.
  package var nodeDescriptor: [UInt8] = []
  package var isRouter = false
  package var isSleepy = false
  package var isMainsPowered = false
  package var manufacturerCode: UInt16?
  package var joinedAt: Int64
  package var lastSeen: Int64
  package var linkQuality: UInt8?
  package var signalStrength: Int8?
  package var parent: UInt16?
  /// The next or stopped step by its name, empty when there is none.
  package var interviewStep = ""
  /// `waiting`, `stopped` or `complete`.
  package var interviewState = "waiting"
  package var interviewReason: String?
  package var isAvailable = true
  /// In the trash: kept for its name and history, not part of the network.
  package var isRemoved = false
  /// JSON of what later versions want to keep beside these columns; empty when there is nothing.
  package var extra: [UInt8] = []

  package init(ieee: UInt64, networkAddress: UInt16, joinedAt: Int64) {
    self.ieee = ieee
    self.networkAddress = networkAddress
    self.joinedAt = joinedAt
    lastSeen = joinedAt
  }
}

extension DeviceRow: StoredRow {
  static let table = TableLayout(
    "device", keys: "ieee",
    columns: """
      network_address friendly_name manufacturer_name model_identifier software_build hardware_version \
      application_version power_source node_descriptor is_router is_sleepy is_mains_powered manufacturer_code \
      joined_at last_seen link_quality signal_strength parent interview_step interview_state interview_reason \
      is_available is_removed extra
      """)

  var columns: [ColumnValue] {
    [
      .init(ieee), .init(networkAddress), .init(friendlyName), .init(manufacturerName),
      .init(modelIdentifier), .init(softwareBuild), .init(hardwareVersion), .init(applicationVersion),
      .init(powerSource), .init(nodeDescriptor), .init(isRouter), .init(isSleepy), .init(isMainsPowered),
      .init(manufacturerCode), .init(joinedAt), .init(lastSeen), .init(linkQuality), .init(signalStrength),
      .init(parent), .init(interviewStep), .init(interviewState), .init(interviewReason), .init(isAvailable),
      .init(isRemoved), .init(extra),
    ]
  }

  init(from cursor: inout ColumnCursor) throws(ColumnFault) {
    ieee = try cursor.integer()
    networkAddress = try cursor.integer()
    friendlyName = try cursor.optionalText()
    manufacturerName = try cursor.optionalText()
    modelIdentifier = try cursor.optionalText()
    softwareBuild = try cursor.optionalText()
    hardwareVersion = try cursor.optionalInteger()
    applicationVersion = try cursor.optionalInteger()
    powerSource = try cursor.optionalInteger()
    nodeDescriptor = try cursor.blob()
    isRouter = try cursor.bool()
    isSleepy = try cursor.bool()
    isMainsPowered = try cursor.bool()
    manufacturerCode = try cursor.optionalInteger()
    joinedAt = try cursor.integer()
    lastSeen = try cursor.integer()
    linkQuality = try cursor.optionalInteger()
    signalStrength = try cursor.optionalInteger()
    parent = try cursor.optionalInteger()
    interviewStep = try cursor.text()
    interviewState = try cursor.text()
    interviewReason = try cursor.optionalText()
    isAvailable = try cursor.bool()
    isRemoved = try cursor.bool()
    extra = try cursor.blob()
  }
}

/// The part of a device that changes with every frame it sends.
package struct DeviceSighting: Hashable, Sendable {
  package var ieee: UInt64
  package var lastSeen: Int64
  package var linkQuality: UInt8?
  package var signalStrength: Int8?

  package init(ieee: UInt64, lastSeen: Int64, linkQuality: UInt8? = nil, signalStrength: Int8? = nil) {
    self.ieee = ieee
    self.lastSeen = lastSeen
    self.linkQuality = linkQuality
    self.signalStrength = signalStrength
  }
}
