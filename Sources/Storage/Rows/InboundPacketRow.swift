/// A QoS 2 message that was taken and whose PUBREL has not come.
package struct InboundPacketRow: Hashable, Sendable {
  package var session: String
  package var packetIdentifier: UInt16
  package var receivedAt: Int64
  /// Tells the message from another one under the same identifier; made and compared by the MQTT session.
  package var messageDigest: Int64

  package init(
    session: String, packetIdentifier: UInt16, receivedAt: Int64, messageDigest: Int64 = 0
  ) {
    self.session = session
    self.packetIdentifier = packetIdentifier
    self.receivedAt = receivedAt
    self.messageDigest = messageDigest
  }
}

extension InboundPacketRow: StoredRow {
  static let table = TableLayout(
    "inbound_packet", keys: "session packet_identifier",
    columns: "received_at message_digest")

  var columns: [ColumnValue] {
    [.init(session), .init(packetIdentifier), .init(receivedAt), .init(messageDigest)]
  }

  init(from cursor: inout ColumnCursor) throws(ColumnFault) {
    session = try cursor.text()
    packetIdentifier = try cursor.integer()
    receivedAt = try cursor.integer()
    messageDigest = try cursor.integer()
  }
}
