/// One change of what is stored. "Put" inserts the row or replaces the one with its key.
///
/// The large and rare ones are indirect: every frame brings small ones, which are moved about often.
package enum StoreChange: Hashable, Sendable {
  indirect case putDevice(DeviceRow)
  case deviceSeen(DeviceSighting)
  /// With its endpoints, values, desired states and lock users.
  case deleteDevice(ieee: UInt64)
  /// The endpoints of a device, all of them.
  case putEndpoints(ieee: UInt64, [EndpointRow])
  case putAttribute(AttributeRow)
  case putDesiredState(DesiredStateRow)
  case deleteDesiredState(ieee: UInt64, kind: String, key: String)
  case putGroup(GroupRow)
  /// With its scenes.
  case deleteGroup(id: UInt16)
  case putScene(SceneRow)
  case deleteScene(group: UInt16, scene: UInt8)
  case putLockUser(LockUserRow)
  case deleteLockUser(ieee: UInt64, userID: UInt16)

  indirect case putOutbox(OutboxRow)
  case updateOutbox(
    session: String, sequence: Int64, stage: OutboxRow.Stage, packetIdentifier: UInt16?)
  case deleteOutbox(session: String, sequence: Int64)
  /// All messages from one sequence to another, both included.
  case deleteOutboxRange(session: String, ClosedRange<Int64>)
  /// Gives a message to another session, in place of one with its sequence there.
  case moveOutbox(session: String, sequence: Int64, to: String)
  /// Drops queued telemetry of a session except the newest rows. Critical messages are never dropped.
  case dropTelemetry(session: String, keepingNewest: Int)
  case putMQTTSession(MQTTSessionRow)
  /// Forgets a session: its outbox, its inbound packets and what is known of itself.
  case deleteSession(String)
  case putInboundPacket(InboundPacketRow)
  case deleteInboundPacket(session: String, packetIdentifier: UInt16)
  case deleteInboundPackets(session: String)

  indirect case putHandledCall(HandledCallRow)
  case deleteHandledCalls(before: Int64)
  case putPendingCommand(PendingCommandRow)
  case deletePendingCommand(id: Int64)
  case putAllowedUser(AllowedUserRow)
  case deleteAllowedUser(userID: String)
  case appendAudit(AuditEntry)
  /// Keeps the newest backups (`StoreOptions.networkBackups`).
  indirect case putNetworkBackup(NetworkBackupRow)
  case putMetadata(key: String, value: [UInt8])
  case deleteMetadata(key: String)
}

/// When a change must be on the disk.
package enum StoreDurability: Hashable, Sendable {
  /// With the next commit, which begins at once.
  case synced
  /// With the next commit that comes anyway or after `StoreOptions.batchInterval`; a later change of the
  /// same row replaces an earlier one, which spares the flash.
  case batched
}
