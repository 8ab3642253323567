/// A QoS 2 message that was taken and whose PUBREL has not come.
package struct InboundPacketRow: Hashable, Sendable {
  package var session: String
  package var packetIdentifier: UInt16
  package var receivedAt: Int64

  package init(
    session: String, packetIdentifier: UInt16, receivedAt: Int64
  ) {
    self.session = session
    self.packetIdentifier = packetIdentifier
    self.receivedAt = receivedAt
  }
}

extension InboundPacketRow: StoredRow {
  static let table = TableLayout(
    "inbound_packet", keys: "session packet_identifier",
    columns: "received_at")

  var columns: [ColumnValue] {
    [.init(session), .init(packetIdentifier), .init(receivedAt)]
  }

  init(from cursor: inout ColumnCursor) throws(ColumnFault) {
    session = try cursor.text()
    packetIdentifier = try cursor.integer()
    receivedAt = try cursor.integer()
  }
}
