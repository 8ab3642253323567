/// Everything that is stored, as it is read once at the start.
package struct StoredState: Hashable, Sendable {
  package var devices: [DeviceRow] = []
  package var endpoints: [EndpointRow] = []
  package var attributes: [AttributeRow] = []
  package var desiredStates: [DesiredStateRow] = []
  package var groups: [GroupRow] = []
  package var scenes: [SceneRow] = []
  package var lockUsers: [LockUserRow] = []
  /// By session and sequence.
  package var outbox: [OutboxRow] = []
  package var inboundPackets: [InboundPacketRow] = []
  package var mqttSessions: [MQTTSessionRow] = []
  /// The newest first, up to `StoreReader.handledCallLimit`.
  package var handledCalls: [HandledCallRow] = []
  package var pendingCommands: [PendingCommandRow] = []
  package var allowedUsers: [AllowedUserRow] = []
  /// The newest one.
  package var networkBackup: NetworkBackupRow?
  package var metadata: [String: [UInt8]] = [:]
  /// Rows that did not hold what their table says and were left out.
  package var skippedRows = 0

  package init() {}
}

/// What the store takes on the disk and what waits in it.
package struct StoreUsage: Hashable, Sendable {
  package var databaseBytes: Int64
  package var freeBytes: Int64
  package var criticalMessages: Int
  package var telemetryMessages: Int
  package var outboxBytes: Int64
  package var handledCalls: Int
  package var auditEntries: Int
  /// Written by this process.
  package var pagesWritten: Int
  /// `StoreOptions.budget`.
  package var budget: Int64

  /// Telemetry should be dropped (`StoreChange.dropTelemetry`) and QoS 0 not be queued; lock events stay.
  package var isOverBudget: Bool { databaseBytes - freeBytes > budget }
}
