/// A message of an MQTT session on its way out. The sequence orders the messages of a session and is never used twice.
package struct OutboxRow: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable {
    /// Never dropped: lock events, alarms, replies.
    case critical
    /// The first to go when space runs out.
    case telemetry
  }

  package enum Stage: UInt8, Hashable, Sendable {
    case queued
    /// PUBLISH may have left.
    case published
    /// PUBREC came: only PUBREL may follow.
    case released
  }

  package var session: String
  package var sequence: Int64
  package var topic: String
  package var payload: [UInt8]
  package var qualityOfService: UInt8
  package var isRetained: Bool
  package var packetIdentifier: UInt16?
  package var stage: Stage
  package var createdAt: Int64
  package var kind: Kind
  /// Those of the message, as they go over the wire.
  package var properties: [UInt8]

  package init(
    session: String, sequence: Int64, topic: String, payload: [UInt8], qualityOfService: UInt8,
    isRetained: Bool = false, packetIdentifier: UInt16? = nil, stage: Stage = .queued, createdAt: Int64,
    kind: Kind, properties: [UInt8] = []
  ) {
    self.session = session
    self.sequence = sequence
    self.topic = topic
    self.payload = payload
    self.qualityOfService = qualityOfService
    self.isRetained = isRetained
    self.packetIdentifier = packetIdentifier
    self.stage = stage
    self.createdAt = createdAt
    self.kind = kind
    self.properties = properties
  }
}

extension OutboxRow: StoredRow {
  static let table = TableLayout(
    "outbox", keys: "session sequence",
    columns: "topic payload quality_of_service is_retained packet_identifier stage created_at kind properties"
  )

  var columns: [ColumnValue] {
    [
      .init(session), .init(sequence), .init(topic), .init(payload), .init(qualityOfService),
      .init(isRetained), .init(packetIdentifier), .init(stage.rawValue), .init(createdAt),
      .init(kind.rawValue), .init(properties),
    ]
  }

  init(from cursor: inout ColumnCursor) throws(ColumnFault) {
    session = try cursor.text()
    sequence = try cursor.integer()
    topic = try cursor.text()
    payload = try cursor.blob()
    qualityOfService = try cursor.integer()
    isRetained = try cursor.bool()
    packetIdentifier = try cursor.optionalInteger()
    stage = try cursor.member()
    createdAt = try cursor.integer()
    kind = try cursor.member()
    properties = try cursor.blob()
  }
}
